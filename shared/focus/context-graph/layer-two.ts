import { type PageWords, WORD_CELLS } from './page-words.ts';

/** Added to the count of each word (CINDI's value). */
const SMOOTHING = 0.5;

/** Logarithms of the joint probabilities of a page and a class: large negative numbers that grow with the number of words. */
export type LayerTwoScore = {
  /** The page leads to relevant pages. */
  inside: number;
  /** It does not. */
  outside: number;
  /** Number of distinct words. */
  words: number;
};

/**
 * Naive Bayes classifier of off-topic pages: those that lead to relevant pages (Layer 2 of the revised context graph) and the
 * others. The features are the distinct words of the page, as hashes.
 */
export type LayerTwo = {
  /** Learns a page. @param weight 1; −1 takes back what was learned. */
  learn(words: PageWords, leads: boolean, weight?: 1 | -1): void;
  /** @returns undefined as long as the classifier has no page of one of the classes */
  score(words: PageWords): LayerTwoScore | undefined;
  state(): LayerTwoState;
};

/** What the classifier has learned: per class the number of pages, and how many of them have each word. */
export type LayerTwoState = { inside: ClassState; outside: ClassState };
/** `words`: the hash of a word less that of the word before, and its count, in turn. */
type ClassState = { pages: number; words: number[] };

/**
 * Creates a classifier.
 *
 * @param stored what an earlier one has learned. Absent: nothing
 */
export function createLayerTwo(stored?: LayerTwoState): LayerTwo {
  const classes = [createClass(stored?.inside), createClass(stored?.outside)];
  const [inside, outside] = [classes[0]!, classes[1]!];
  return {
    learn: (words, leads, weight = 1) => (leads ? inside : outside).add(words, weight),
    score(words) {
      const pages = inside.pages() + outside.pages();
      if (inside.pages() === 0 || outside.pages() === 0) return undefined;
      return { inside: inside.score(words, pages), outside: outside.score(words, pages), words: words.length };
    },
    state: () => ({ inside: inside.state(), outside: outside.state() }),
  };
}

/** Returns the score as a probability from 0 to 1. The square root of the number of words keeps long pages from certainty. */
export function probabilityOf({ inside, outside, words }: LayerTwoScore): number {
  return 1 / (1 + Math.exp((outside - inside) / Math.sqrt(Math.max(words, 1))));
}

function createClass(stored: ClassState = { pages: 0, words: [] }) {
  const counts = new Float32Array(WORD_CELLS);
  for (let i = 0, word = 0; i < stored.words.length; i += 2) {
    word += stored.words[i]!;
    counts[word] = stored.words[i + 1]!;
  }
  let { pages } = stored;
  let total = counts.reduce((sum, count) => sum + count, 0);
  return {
    state(): ClassState {
      const words: number[] = [];
      let last = 0;
      for (let word = 0; word < counts.length; word++) {
        if (counts[word] === 0) continue;
        words.push(word - last, counts[word]!);
        last = word;
      }
      return { pages, words };
    },
    pages: () => pages,
    add(words: PageWords, weight: number): void {
      for (const word of words) counts[word]! += weight;
      pages += weight;
      total += weight * words.length;
    },
    score(words: PageWords, allPages: number): number {
      const norm = Math.log(total + SMOOTHING * WORD_CELLS);
      let sum = Math.log(pages / allPages) - words.length * norm;
      for (const word of words) sum += Math.log(counts[word]! + SMOOTHING);
      return sum;
    },
  };
}
