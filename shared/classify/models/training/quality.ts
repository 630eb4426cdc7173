import type { Quality } from '../topic-model.ts';
import type { Scores } from './learner.ts';

/** Numbers of documents of one class by the class that they were given. */
export type ClassCounts = { right: number; missed: number; wrong: number };

/** Returns the class with the highest score of each row. */
export function bestClasses(scores: Scores, classes: number): Int32Array {
  const best = new Int32Array(scores.length / classes);
  for (let row = 0; row < best.length; row++) {
    let top = 0;
    for (let c = 1; c < classes; c++) if (scores[row * classes + c]! > scores[row * classes + top]!) top = c;
    best[row] = top;
  }
  return best;
}

/** Counts right and wrong classes. @param found, labels class of each document by model and by label @returns one element for each class */
export function countByClass(found: Int32Array, labels: Int32Array, classes: number): ClassCounts[] {
  const counts = Array.from({ length: classes }, () => ({ right: 0, missed: 0, wrong: 0 }));
  found.forEach((c, row) => {
    const label = labels[row]!;
    if (c === label) counts[c]!.right++;
    else {
      counts[c]!.wrong++;
      counts[label]!.missed++;
    }
  });
  return counts;
}

/** Returns accuracy and mean F1 of the classes, 0 to 1. A class without documents counts as F1 0. */
export function qualityOf(counts: readonly ClassCounts[]): Quality {
  const right = counts.reduce((sum, one) => sum + one.right, 0);
  const total = counts.reduce((sum, one) => sum + one.right + one.missed, 0);
  const f1 = counts.map((one) => (2 * one.right) / (2 * one.right + one.missed + one.wrong || 1));
  return { accuracy: right / (total || 1), macroF1: f1.reduce((sum, one) => sum + one, 0) / (f1.length || 1) };
}
