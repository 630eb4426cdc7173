import type { Scores } from './learner.ts';
import { type ClassCounts, countByClass } from './quality.ts';

/** Number of times that the offset of every class is chosen again, given those of the others. */
const ROUNDS = 3;

/** Least gain in the F1 of a class for which its offset changes: a smaller one is as likely noise. */
const MIN_GAIN = 0.03;

/** Share of the best offset that is used: the best one on the training documents goes too far on others. */
const CAUTION = 0.5;

/**
 * Chooses what is added to the scores of each class before the best class is taken. Machines that are trained on few examples of a
 * class find it too rarely. The offsets make accuracy plus macro-F1 of out-of-fold scores as large as possible, class by class.
 */
export function chooseOffsets(scores: Scores, labels: Int32Array, classes: number): number[] {
  const offsets = new Array<number>(classes).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false;
    for (let c = 0; c < classes; c++) {
      const offset = bestOffset(scores, labels, offsets, c);
      changed ||= offset !== offsets[c];
      offsets[c] = offset;
    }
    if (!changed) break;
  }
  return offsets.map((offset) => CAUTION * offset);
}

/** Sweeps the offset of one class: with each step one more row goes from its best other class to this one. */
function bestOffset(scores: Scores, labels: Int32Array, offsets: readonly number[], c: number): number {
  const classes = offsets.length;
  const others = bestOthers(scores, offsets, c);
  const gaps = others.map(({ score }, row) => score - scores[row * classes + c]!);
  const order = Int32Array.from(gaps, (_, row) => row).sort((a, b) => gaps[a]! - gaps[b]!);
  const counts = countByClass(
    Int32Array.from(others, (one) => one.class),
    labels,
    classes,
  );
  let f1 = counts.reduce((sum, one) => sum + f1Of(one), 0);
  let right = counts.reduce((sum, one) => sum + one.right, 0);
  let best = { value: -1, offset: 0 };
  let own = -1;
  for (let i = 0; i <= order.length; i++) {
    const from = i === 0 ? Number.NEGATIVE_INFINITY : gaps[order[i - 1]!]!;
    const to = i === order.length ? Number.POSITIVE_INFINITY : gaps[order[i]!]!;
    const value = right / labels.length + f1 / classes;
    if (offsets[c]! > from && offsets[c]! <= to) own = value;
    if (to > from && value > best.value) best = { value, offset: middle(from, to) };
    if (i === order.length) break;
    const row = order[i]!;
    const other = others[row]!.class;
    const label = labels[row]!;
    f1 -= f1Of(counts[c]!) + f1Of(counts[other]!);
    right += move(counts, label, other, c);
    f1 += f1Of(counts[c]!) + f1Of(counts[other]!);
  }
  return best.value > own + MIN_GAIN / classes ? best.offset : offsets[c]!;
}

/** Moves a row from one class to another. @returns the change of the number of right rows */
function move(counts: readonly ClassCounts[], label: number, from: number, to: number): number {
  let change = 0;
  if (label === from) {
    counts[from]!.right--;
    counts[from]!.missed++;
    change--;
  } else counts[from]!.wrong--;
  if (label === to) {
    counts[to]!.right++;
    counts[to]!.missed--;
    change++;
  } else counts[to]!.wrong++;
  return change;
}

function bestOthers(scores: Scores, offsets: readonly number[], c: number): { class: number; score: number }[] {
  const classes = offsets.length;
  return Array.from({ length: scores.length / classes }, (_, row) => {
    const best = { class: -1, score: Number.NEGATIVE_INFINITY };
    for (let k = 0; k < classes; k++) {
      const score = scores[row * classes + k]! + offsets[k]!;
      if (k !== c && score > best.score) Object.assign(best, { class: k, score });
    }
    return best;
  });
}

const f1Of = ({ right, missed, wrong }: ClassCounts): number => (2 * right) / (2 * right + missed + wrong || 1);

const middle = (from: number, to: number): number =>
  from === Number.NEGATIVE_INFINITY ? to - 1 : to === Number.POSITIVE_INFINITY ? from + 1 : (from + to) / 2;
