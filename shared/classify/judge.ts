import type { CleanDocument } from '../clean/document.ts';
import { hostOf } from '../url/url.ts';
import { readTopicFile } from './topic-file.ts';
import {
  compileTerms,
  LOCATION_WEIGHTS,
  type Locations,
  type LocationWeights,
  type TopicScore,
} from './topic-terms.ts';
import type { Verdict } from './verdict.ts';

/** A row of a crawl's topic filters. */
export type TopicFilter =
  /** Hosts, including their subdomains, whose pages are always relevant. */
  | { sitesOk: readonly string[] }
  | {
      /** Text of a topic definition. */
      terms: string;
      /** File name, for messages. */
      file: string;
      /** A document is relevant if its score exceeds this. */
      cutOff: number;
      weights?: LocationWeights | undefined;
      /** Divides scores by the number of words of the document. */
      normalise?: boolean | undefined;
    };

/** A verdict with its `strength`: confidence of the filter, 0 to 1, regardless of the range of scores. It ranks links. */
export type Judgement = Verdict & { strength: number };

export type Judge = {
  (document: CleanDocument): Judgement;
  /** Whether there is a filter. If false, every document is relevant. */
  readonly focused: boolean;
  /** Scores how relevant a short text, such as a link text, is to the topic. 0 to 1. */
  strengthOfWords(text: string): number;
};

/** A filter's answer. If `decides` is true, no further filter is consulted. */
type FilterAnswer = Judgement & { decides: boolean };
type CompiledFilter = {
  judge: (document: CleanDocument) => FilterAnswer | undefined;
  strengthOfWords: (text: string) => number;
};

/**
 * Compiles topic filters into a function that judges documents. Compile once per topic.
 *
 * Filters are consulted in order; the first that accepts decides. If none accepts, the verdict is that of the topic
 * definition with the highest score. A page that must not be kept (`reason`) is never relevant; if it is on topic, it leads on.
 *
 * @throws TopicFileError
 */
export function compileFilters(filters: readonly TopicFilter[]): Judge {
  const compiled = filters.map((filter) =>
    'sitesOk' in filter ? compileSites(filter.sitesOk) : compileTermFilter(filter),
  );
  const judge = (document: CleanDocument) => {
    const judged = compiled.length === 0 ? ALL_RELEVANT : judgeBy(compiled, document);
    return document.reason === null ? judged : withheld(judged, document.reason);
  };
  return Object.assign(judge, {
    focused: compiled.length > 0,
    strengthOfWords: (text: string) =>
      compiled.reduce((max, { strengthOfWords: words }) => Math.max(max, words(text)), 0),
  });
}

const ALL_RELEVANT: Judgement = {
  kind: 'relevant',
  score: 1,
  classes: [],
  terms: [],
  why: 'no topic filter: every document is relevant',
  strength: 1,
};

const NO_MATCH: Judgement = {
  kind: 'off-topic',
  score: 0,
  classes: [],
  terms: [],
  why: 'no filter accepts it',
  strength: 0,
};

function judgeBy(compiled: readonly CompiledFilter[], document: CleanDocument): Judgement {
  let nearest: FilterAnswer | undefined;
  for (const { judge: ask } of compiled) {
    const answer = ask(document);
    if (answer?.decides) return verdictOf(answer);
    if (answer && (!nearest || answer.score > nearest.score)) nearest = answer;
  }
  return nearest ? verdictOf(nearest) : NO_MATCH;
}

function verdictOf({ decides: _decides, ...judged }: FilterAnswer): Judgement {
  return judged;
}

function withheld(judged: Judgement, reason: string): Judgement {
  const kind = judged.kind === 'relevant' ? 'leads-on' : judged.kind;
  return { ...judged, kind, why: `not kept (${reason}); ${judged.why}` };
}

function compileSites(sites: readonly string[]): CompiledFilter {
  const hosts = new Set(
    sites.map((site) =>
      site
        .trim()
        .toLowerCase()
        .replace(/^\*?\./, ''),
    ),
  );
  return {
    judge({ url }) {
      const host = findListedHost(hosts, hostOf(url));
      if (host === undefined) return undefined;
      const why = `sites OK: ${host}`;
      return { kind: 'relevant', score: 1, classes: [], terms: [], why, strength: 1, decides: true };
    },
    strengthOfWords: () => 0,
  };
}

/** Returns the listed name that covers a host: the host itself, without its port, or a parent domain; undefined if none. */
function findListedHost(listed: ReadonlySet<string>, host: string): string | undefined {
  if (listed.has(host)) return host;
  for (let name = host.replace(/:\d+$/, ''); name !== ''; name = name.slice(name.indexOf('.') + 1)) {
    if (listed.has(name)) return name;
    if (!name.includes('.')) break;
  }
  return undefined;
}

function compileTermFilter(filter: Extract<TopicFilter, { terms: string }>): CompiledFilter {
  const { file, cutOff, normalise = false } = filter;
  const weights = filter.weights ?? LOCATION_WEIGHTS;
  const scoreOf = compileTerms(readTopicFile(filter.terms, file), weights);
  const score = (locations: Locations) => (normalise ? normaliseByWords(scoreOf(locations)) : scoreOf(locations));
  return {
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
    strengthOfWords: (text) => strengthOf(scoreOf({ title: '', metadata: '', headings: '', text }).score, 0),
  };
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
