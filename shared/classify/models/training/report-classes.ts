import { eachFeature, IN_TEXT, IN_TITLE, type ModelInput } from '../features/each-feature.ts';
import type { Vocabulary } from '../features/vocabulary.ts';
import type { ClassReport, WeightedTerm } from '../topic-model.ts';
import type { ClassCounts } from './quality.ts';

/** Number of terms that a report lists per class. */
const TERMS = 20;

/** Describes the quality of each class and the words that speak for it. */
export function reportClasses(
  classes: readonly string[],
  counts: readonly ClassCounts[],
  terms: readonly WeightedTerm[][],
): Record<string, ClassReport> {
  return Object.fromEntries(
    classes.map((name, c) => {
      const { right, missed, wrong } = counts[c]!;
      const found = right + wrong;
      const precision = found === 0 ? null : right / found;
      return [
        name,
        { documents: right + missed, precision, recall: right / (right + missed || 1), terms: terms[c] ?? [] },
      ];
    }),
  );
}

/** Returns the features with the largest weights of each class, as they are written in the documents. */
export function strongestTerms(
  documents: readonly ModelInput[],
  { hashes }: Pick<Vocabulary, 'hashes'>,
  weights: Float32Array,
  classes: number,
  language: string,
): WeightedTerm[][] {
  const strongest = Array.from({ length: classes }, (_, c) => strongestFeatures(weights, classes, c));
  const texts = findTexts(documents, new Set(strongest.flat().map((f) => hashes[f]!)), language);
  return strongest.map((features, c) => {
    const terms = new Map<string, number>();
    for (const f of features) {
      const term = texts.get(hashes[f]!);
      if (term !== undefined && !terms.has(term)) terms.set(term, weights[f * classes + c]!);
    }
    return [...terms].slice(0, TERMS).map(([term, weight]) => ({ term, weight: Number(weight.toPrecision(4)) }));
  });
}

/** Returns the features with positive weights, the largest first. More than are listed, because a title word repeats a word. */
function strongestFeatures(weights: Float32Array, classes: number, c: number): number[] {
  const found: number[] = [];
  for (let f = 0; f * classes < weights.length; f++) if (weights[f * classes + c]! > 0) found.push(f);
  const weightOf = (f: number) => weights[f * classes + c]!;
  return found.sort((a, b) => weightOf(b) - weightOf(a)).slice(0, 2 * TERMS);
}

/** Finds the first text of each feature. */
function findTexts(documents: readonly ModelInput[], wanted: Set<number>, language: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const document of documents) {
    if (texts.size === wanted.size) break;
    eachFeature(document, language, (hash, part, start, end) => {
      if (!wanted.has(hash) || texts.has(hash)) return;
      const text = part === IN_TITLE ? document.title! : part === IN_TEXT ? document.text : document.url;
      texts.set(hash, text.slice(start, end).toLowerCase().replace(/\s+/g, ' '));
    });
  }
  return texts;
}
