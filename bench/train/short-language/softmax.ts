/** Softmax regression on the n-grams of random sentences: a weight for each n-gram and language, learnt with AdaGrad. */
import { ngramsOf } from './choose-ngrams.ts';
import { type LanguageClass, scriptRange } from './language-classes.ts';

/** Sentences of each language in a round of training. */
const SENTENCES = 12_000;
/** Share of words that come from another language, as names do. */
const FOREIGN_WORDS = 0.05;
/** Maximum number of words of a sentence (short ones are more frequent), and minimum number of letters. */
const MAX_WORDS = 9;
const MIN_LETTERS = 11;
/** Errors below this do not change a weight. */
const MIN_ERROR = 0.002;
/** A sentence that is wrong by less than this changes nothing. */
const MIN_SENTENCE_ERROR = 0.01;

/** Weights, by index of the n-gram times the number of languages plus index of the language. */
export type Weights = Float32Array;

export class Softmax {
  readonly weights: Weights;
  /** 1 for weights that stay 0. */
  private readonly removed: Uint8Array;
  private readonly squares: Float32Array;
  private readonly scores: Float64Array;
  private readonly rows = new Map<string, Int32Array>();
  private readonly indices: ReadonlyMap<string, number>;
  private readonly classes: readonly LanguageClass[];
  private readonly random: () => number;
  private readonly ngrams: readonly string[];

  constructor(classes: readonly LanguageClass[], ngrams: readonly string[], random: () => number) {
    this.classes = classes;
    this.ngrams = ngrams;
    this.random = random;
    this.indices = new Map(ngrams.map((ngram, index) => [ngram, index]));
    const size = ngrams.length * classes.length;
    this.weights = new Float32Array(size);
    this.removed = new Uint8Array(size);
    this.squares = new Float32Array(size).fill(1e-3);
    this.scores = new Float64Array(classes.length);
  }

  /** Trains on new sentences. Returns the mean loss in nats. */
  train(rate: number): number {
    const ranges = this.classes.map((_, index) => scriptRange(this.classes, index));
    let loss = 0;
    for (let i = 0; i < SENTENCES; i++)
      for (const [index, range] of ranges.entries())
        loss += this.learn(this.sentence(index, range), index, range, rate * (1 - (0.9 * i) / SENTENCES));
    return loss / SENTENCES / this.classes.length;
  }

  private sentence(index: number, [from, to]: readonly [number, number]): number[] {
    const { random, classes } = this;
    const length = 1 + Math.floor(random() * random() * MAX_WORDS);
    const rows: number[] = [];
    for (let words = 0, letters = 0; words < length || letters < MIN_LETTERS; words++) {
      const source = random() < FOREIGN_WORDS ? from + Math.floor(random() * (to - from)) : index;
      const { words: all } = classes[source] as LanguageClass;
      const word = all[Math.floor(random() * all.length)] as string;
      letters += word.length;
      rows.push(...this.rowsOf(word));
    }
    return rows;
  }

  private rowsOf(word: string): Int32Array {
    let rows = this.rows.get(word);
    if (rows === undefined) {
      rows = Int32Array.from(ngramsOf(word).flatMap((ngram) => this.indices.get(ngram) ?? []));
      this.rows.set(word, rows);
    }
    return rows;
  }

  private learn(rows: readonly number[], target: number, [from, to]: readonly [number, number], rate: number): number {
    const { scores, weights } = this;
    scores.fill(0, from, to);
    for (const row of rows)
      for (let i = from, at = row * scores.length + from; i < to; i++, at++) scores[i]! += weights[at]!;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) most = Math.max(most, scores[i]!);
    let sum = 0;
    for (let i = from; i < to; i++) sum += scores[i] = Math.exp(scores[i]! - most);
    for (let i = from; i < to; i++) scores[i] = scores[i]! / sum - (i === target ? 1 : 0);
    if (Math.abs(scores[target]!) >= MIN_SENTENCE_ERROR) for (const row of rows) this.correct(row, from, to, rate);
    return -Math.log(1 + scores[target]! + 1e-12);
  }

  private correct(row: number, from: number, to: number, rate: number): void {
    const { scores, weights, squares, removed } = this;
    for (let i = from, at = row * scores.length + from; i < to; i++, at++) {
      const error = scores[i]!;
      if (Math.abs(error) < MIN_ERROR || removed[at] === 1) continue;
      squares[at]! += error * error;
      weights[at]! -= (rate * error) / Math.sqrt(squares[at]!);
    }
  }

  /**
   * Subtracts from the weights of each n-gram their median, and removes all but the most important ones: those with the largest square times
   * the square root of the number of occurrences.
   */
  prune(count: number): void {
    const { weights, removed } = this;
    const importance = new Float32Array(weights.length);
    const occurrences = this.countOccurrences();
    for (const [row, ngram] of this.ngrams.entries()) {
      const [from, to] = this.rangeOf(row, ngram);
      const median = [...weights.subarray(from, to)].sort((a, b) => a - b)[(to - from) >> 1] as number;
      for (let at = from; at < to; at++) {
        weights[at]! -= median;
        importance[at] = weights[at]! ** 2 * Math.sqrt(occurrences[row]!);
      }
    }
    const least = importance.toSorted()[importance.length - count] as number;
    for (let at = 0; at < weights.length; at++)
      if (importance[at]! < least) {
        weights[at] = 0;
        removed[at] = 1;
      }
  }

  /** Returns the range of weights of an n-gram in the script of the languages that have one. */
  private rangeOf(row: number, ngram: string): [number, number] {
    const start = row * this.classes.length;
    const index = this.classes.findIndex((_, i) => this.weights[start + i] !== 0);
    if (index === -1) throw new Error(`No sentence has the n-gram "${ngram}"`);
    const [from, to] = scriptRange(this.classes, index);
    return [start + from, start + to];
  }

  private countOccurrences(): Float64Array {
    const found = new Float64Array(this.ngrams.length);
    for (const { words } of this.classes)
      for (const word of words.slice(0, 20_000)) for (const row of this.rowsOf(word)) found[row]!++;
    return found;
  }
}
