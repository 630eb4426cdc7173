import type { CleanDocument } from '../../clean/document.ts';
import { compilePositionTerms, refuseExpressions } from '../terms/position-terms.ts';
import { readTopicFile } from '../terms/topic-file.ts';
import {
  compileTerms,
  LOCATION_WEIGHTS,
  type Locations,
  type LocationWeights,
  type TopicScore,
} from '../terms/topic-terms.ts';
import type { CompiledFilter } from './filter.ts';

/** A topic definition and its cut-off. */
export type TermsFilter = {
  /** Text of a topic definition. */
  terms: string;
  /** File name, for messages. */
  file: string;
  /** A document is relevant if its score exceeds this. */
  cutOff: number;
  /** 1: matches count by their location. 2: by their position in the text and by the distance of the parts. Default: 1. */
  algorithm?: 1 | 2 | undefined;
  /** Weights of locations, for algorithm 1. */
  weights?: LocationWeights | undefined;
  /** Divides scores by the number of words of the document. */
  normalise?: boolean | undefined;
};

/**
 * Accepts words that look like operators as text: the stored settings of a crawl may have them, and files are checked when they are read.
 *
 * @throws TopicFileError
 */
export function compileTermFilter(filter: TermsFilter): CompiledFilter {
  const { file, cutOff, normalise = false } = filter;
  const weights = filter.weights ?? LOCATION_WEIGHTS;
  const scoreOf = compileScore(filter, weights);
  const score = (locations: Locations) => (normalise ? normaliseByWords(scoreOf(locations)) : scoreOf(locations));
  return {
    canAccept: true,
    judge(document) {
      const found = score(locationsOf(document));
      const relevant = found.score > cutOff;
      return {
        kind: relevant ? 'relevant' : 'off-topic',
        score: found.score,
        classes: found.classes,
        terms: found.terms,
        why: `${file}: ${explain(found, cutOff)}`,
        strength: strengthOf(found.score, cutOff),
        decides: relevant,
      };
    },
    report(document) {
      const found = scoreOf.report(locationsOf(document));
      const dividedBy = normalise ? Math.max(1, found.words) : undefined;
      const points = found.score / (dividedBy ?? 1);
      return {
        kind: 'terms',
        filter: file,
        accepts: points > cutOff,
        ...(points > cutOff && { verdict: 'relevant' as const }),
        ...{ score: points, cutOff, weights, terms: found.matches },
        ...(dividedBy !== undefined && { dividedBy }),
      };
    },
    strengthOfWords: (text) => strengthOf(scoreOf({ title: '', metadata: '', headings: '', text }).score, 0),
  };
}

function compileScore({ terms, file, algorithm }: TermsFilter, weights: LocationWeights) {
  const rows = readTopicFile(terms, file, 'text');
  if (algorithm !== 2) return compileTerms(rows, weights);
  refuseExpressions(rows, file);
  return compilePositionTerms(rows);
}

function normaliseByWords(found: TopicScore): TopicScore {
  const size = Math.max(1, found.words);
  const classes = found.classes.map(({ class: name, score }) => ({ class: name, score: score / size }));
  return { ...found, score: found.score / size, classes };
}

/** Score that gives a strength of 0.5 if the cut-off is lower: one or two terms of medium weight. */
const HALF_STRENGTH_SCORE = 20;

function strengthOf(score: number, cutOff: number): number {
  return score <= 0 ? 0 : score / (score + Math.max(cutOff, HALF_STRENGTH_SCORE));
}

function explain({ score, terms }: TopicScore, cutOff: number): string {
  const side = `score ${Number(score.toPrecision(6))} ${score > cutOff ? 'above' : 'not above'} ${cutOff}`;
  if (terms.length === 0) return `${side}: no term found`;
  const first = terms.slice(0, 5).map(({ term, hits }) => `${term} (${hits})`);
  return `${side}: ${first.join(', ')}${terms.length > 5 ? ` and ${terms.length - 5} more` : ''}`;
}

/** Names of meta elements that describe the topic of a page. */
const TOPIC_META_NAME = /(^|[.:_-])(subject|description|keywords?|abstract|topic|tag|section)s?$/;

function locationsOf({ title, metadata, description, keywords, headings, text }: CleanDocument): Locations {
  const metadataTexts = new Set<string>();
  if (description !== null) metadataTexts.add(description);
  if (keywords.length > 0) metadataTexts.add(keywords.join(', '));
  for (const [name, values] of Object.entries(metadata)) {
    // Description and keywords are among these elements too.
    if (TOPIC_META_NAME.test(name) && !(name === 'keywords' && keywords.length > 0))
      for (const value of values) metadataTexts.add(value);
  }
  // Empty lines keep phrases from spanning two texts.
  return { title: title ?? '', metadata: [...metadataTexts].join('\n\n'), headings: headings.join('\n\n'), text };
}
