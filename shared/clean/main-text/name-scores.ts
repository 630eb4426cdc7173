import { float32Array } from '../html/page-arrays.ts';

/** Scores of class names along the containers, by container: sum, lowest and highest. */
export type NameScores = { own: Float32Array; sums: Float32Array; lowest: Float32Array; highest: Float32Array };

/** Adds up the scores of class names from the page inwards. */
export function sumNameScores(
  { parents, names }: { parents: readonly number[]; names: readonly number[] },
  scores: Float32Array,
): NameScores {
  const numbers = () => float32Array(parents.length);
  const sums = { own: numbers(), sums: numbers(), lowest: numbers(), highest: numbers() };
  for (let c = 1; c < parents.length; c++) {
    const parent = parents[c] as number;
    const score = scores[names[c] as number] as number;
    sums.own[c] = score;
    sums.sums[c] = (sums.sums[parent] as number) + score;
    sums.lowest[c] = Math.min(score, sums.lowest[parent] as number);
    sums.highest[c] = Math.max(score, sums.highest[parent] as number);
  }
  return sums;
}
