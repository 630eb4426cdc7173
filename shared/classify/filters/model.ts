import type { CleanDocument } from '../../clean/document.ts';
import { type Classification, createClassifier, type ScoredClass } from '../models/classifier.ts';
import type { ModelInput } from '../models/features/each-feature.ts';
import { decodeModel } from '../models/model-file.ts';
import type { CompiledFilter } from './filter.ts';

/** A model of `thresher train`. */
export type ModelFilter = {
  /** Content of the file. */
  model: Uint8Array;
  /** File name, for messages. */
  file: string;
  /**
   * A document is relevant if its score exceeds this, 0 to 1. At 0.5 it is relevant if its most likely class is on topic.
   */
  cutOff: number;
};

/** Number of words that the reason of a verdict names. */
const WORDS_IN_REASON = 5;

/** @throws ModelFileError */
export function compileModelFilter({ model: bytes, file, cutOff }: ModelFilter): CompiledFilter {
  const model = decodeModel(bytes, file);
  const classifier = createClassifier(model);
  const topic = new Set(model.topic);
  const classify = (document: CleanDocument) => {
    const classification = classifier.classify(inputOf(document));
    return { ...classification, score: topicScoreOf(classification.classes, topic) };
  };
  return {
    canAccept: true,
    judge(document) {
      const classification = classify(document);
      const { classes, terms, score } = classification;
      const relevant = score > cutOff;
      return {
        kind: relevant ? 'relevant' : 'off-topic',
        score,
        classes,
        terms: terms.map(({ term, hits }) => ({ term, hits })),
        why: `${file}: ${explain(classification)}`,
        strength: onTopic(classes, topic),
        decides: relevant,
      };
    },
    report(document) {
      const { classes, terms, contrary, score } = classify(document);
      const accepts = score > cutOff;
      const verdict = accepts && { verdict: 'relevant' as const };
      return { kind: 'model', filter: file, accepts, ...verdict, score, cutOff, classes, terms, contrary };
    },
    strengthOfWords: (text) =>
      classifier.isKnown(text) ? onTopic(classifier.classify(wordsInput(text)).classes, topic) : 0,
  };
}

/**
 * Compares the most likely class on topic with the most likely one off topic: the share of the first in the sum of both. Above 0.5
 * exactly if the most likely class is on topic. 1 if every class is on topic.
 */
export function topicScoreOf(classes: readonly ScoredClass[], topic: ReadonlySet<string>): number {
  const best = classes.find((one) => topic.has(one.class))?.score ?? 0;
  const other = classes.find((one) => !topic.has(one.class))?.score ?? 0;
  return best + other === 0 ? 0 : best / (best + other);
}

const onTopic = (classes: readonly ScoredClass[], topic: ReadonlySet<string>): number =>
  classes.reduce((sum, one) => sum + (topic.has(one.class) ? one.score : 0), 0);

function explain({ classes: [best, second], terms, contrary }: Classification): string {
  const wordsOf = (list: typeof terms) =>
    list
      .slice(0, WORDS_IN_REASON)
      .map(({ term }) => term)
      .join(', ');
  const share = `${best!.class} (${Number((100 * best!.score).toPrecision(3))} %)`;
  if (terms.length > 0) return `${share}: ${wordsOf(terms)}`;
  return contrary.length > 0
    ? `${share}: too few words of ${second!.class} (${wordsOf(contrary)})`
    : `${share}: no known word`;
}

/** Maximum number of characters of headings and anchors that are read beside the text of a page. */
const MAX_BESIDE = 20_000;

/**
 * What a model reads of a document: the main text, description and keywords, and the headings and anchors that are not part of the
 * main text. Lists of links say what an index page is about.
 */
export function inputOf({
  url,
  title,
  text,
  language,
  description,
  keywords,
  headings,
  links,
}: CleanDocument): ModelInput {
  const beside = new Set<string>([
    description ?? '',
    keywords.join(', '),
    ...headings,
    ...links.map((link) => link.anchor),
  ]);
  let whole = text;
  for (const part of beside) {
    if (whole.length - text.length > MAX_BESIDE) break;
    if (part.trim() !== '' && !text.includes(part)) whole += `\n\n${part}`;
  }
  return { url, title, text: whole, language };
}

const wordsInput = (text: string): ModelInput => ({ url: '', title: null, text, language: 'und' });
