import { eachPosition } from '../../text/analysis/analyze.ts';
import { analysisLanguage } from '../../text/analysis/language.ts';
import { isPlainStopWord } from '../../text/analysis/plain-word.ts';
import { createVectorReader, type DocumentVector } from './features/document-vector.ts';
import type { ModelInput } from './features/each-feature.ts';
import { createScorer } from './score-classes.ts';
import type { Calibration, TopicModel } from './topic-model.ts';

/** A class with its probability, 0 to 1. */
export type ScoredClass = { class: string; score: number };

/** A word or pair of words that speaks for a class. */
export type Evidence = {
  term: string;
  /** Number of occurrences in the document, of all forms of the word. */
  hits: number;
  /** Its part of the score of the class. */
  weight: number;
};

/** Classes of a document, and the words that decided. */
export type Classification = {
  /** Every class, best first. The probabilities add up to 1. */
  classes: ScoredClass[];
  /** The words that speak most for the best class, strongest first. */
  terms: Evidence[];
  /**
   * If no word speaks for the best class: the words that speak most for the second best. They weigh less than how rare that class is.
   * Otherwise empty.
   */
  contrary: Evidence[];
};

/** Maximum number of terms of a classification. */
const MAX_TERMS = 10;

/** Classifies documents by a model. */
export type Classifier = {
  classify: (input: ModelInput) => Classification;
  /** Whether the model knows a word of a text. */
  isKnown: (text: string) => boolean;
};

/** Prepares a model for classifying. Do it once: it prepares tables of all features. */
export function createClassifier(model: TopicModel): Classifier {
  const { classes, languages, vocabulary, functions, calibration } = model;
  const read = createVectorReader(vocabulary, functions.weighting);
  const scorer = createScorer(functions, vocabulary.hashes.length);
  const scores = new Float64Array(classes.length);
  const score = (input: ModelInput): DocumentVector => {
    const vector = read(input, chooseLanguage(input, languages));
    scorer.score(vector, scores);
    toProbabilities(scores, calibration);
    return vector;
  };
  return {
    classify(input) {
      const vector = score(input);
      const ranked = classes
        .map((name, c) => ({ class: name, score: scores[c]!, c }))
        .sort((a, b) => b.score - a.score);
      const termsFor = (c: number) => strongestTerms(vector, scorer.weights, classes.length, c);
      const terms = termsFor(ranked[0]!.c);
      return {
        classes: ranked.map(({ class: name, score: probability }) => ({ class: name, score: probability })),
        terms,
        contrary: terms.length > 0 ? [] : termsFor(ranked[1]!.c),
      };
    },
    isKnown: (text) => read({ url: '', title: null, text, language: 'und' }, languages[0]!).size > 0,
  };
}

/** A model of one language reads every text in it. */
function chooseLanguage({ language, text }: ModelInput, languages: readonly string[]): string {
  if (languages.length === 1) return languages[0]!;
  if (languages.includes(language)) return language;
  return language === 'und' ? languageByStopWords(text, languages) : languages[0]!;
}

/** Number of UTF-16 units of a text whose stop words are counted. */
const SAMPLE_LENGTH = 1_000;

/** Returns the language with the most stop words in a text. Much less code than the detection of all languages, which a crawl has done already. */
function languageByStopWords(text: string, languages: readonly string[]): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const counts = languages.map((code) => {
    const language = analysisLanguage(code);
    let count = 0;
    eachPosition(sample, (start, end) => {
      if (isPlainStopWord(language, sample.slice(start, end))) count++;
    });
    return count;
  });
  return languages[counts.indexOf(Math.max(...counts))]!;
}

/** Replaces scores by probabilities. */
export function toProbabilities(scores: Float64Array, { sharpness, offsets }: Calibration): void {
  let max = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < scores.length; c++) {
    scores[c] = sharpness * (scores[c]! + offsets[c]!);
    max = Math.max(max, scores[c]!);
  }
  let sum = 0;
  for (let c = 0; c < scores.length; c++) {
    scores[c] = Math.exp(scores[c]! - max);
    sum += scores[c]!;
  }
  for (let c = 0; c < scores.length; c++) scores[c]! /= sum;
}

function strongestTerms(vector: DocumentVector, weights: Float32Array, classes: number, c: number): Evidence[] {
  const found: { at: number; weight: number }[] = [];
  for (let at = 0; at < vector.size; at++) {
    const weight = vector.values[at]! * weights[vector.indices[at]! * classes + c]!;
    if (weight <= 0 || (found.length >= MAX_PLACES && weight <= found.at(-1)!.weight)) continue;
    let to = found.length;
    while (to > 0 && found[to - 1]!.weight < weight) to--;
    found.splice(to, 0, { at, weight });
    if (found.length > MAX_PLACES) found.pop();
  }
  const terms = new Map<string, Evidence>();
  for (const { at, weight } of found) {
    const term = vector.textOf(at).toLowerCase().replace(/\s+/g, ' ');
    const known = terms.get(term);
    terms.set(term, {
      term,
      hits: Math.max(known?.hits ?? 0, vector.hits[at]!),
      weight: (known?.weight ?? 0) + weight,
    });
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** A word of the title counts as a word and as a title word, and several forms may have one stem. */
const MAX_PLACES = 2 * MAX_TERMS;
