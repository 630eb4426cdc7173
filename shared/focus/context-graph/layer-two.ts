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
};

export function createLayerTwo(): LayerTwo {
  const classes = [createClass(), createClass()];
  const [inside, outside] = [classes[0]!, classes[1]!];
  return {
    learn: (words, leads, weight = 1) => (leads ? inside : outside).add(words, weight),
    score(words) {
      const pages = inside.pages() + outside.pages();
      if (inside.pages() === 0 || outside.pages() === 0) return undefined;
      return { inside: inside.score(words, pages), outside: outside.score(words, pages), words: words.length };
    },
  };
}

/** Returns the score as a probability from 0 to 1. The square root of the number of words keeps long pages from certainty. */
export function probabilityOf({ inside, outside, words }: LayerTwoScore): number {
  return 1 / (1 + Math.exp((outside - inside) / Math.sqrt(Math.max(words, 1))));
}

function createClass() {
  const counts = new Float32Array(WORD_CELLS);
  let pages = 0;
  let total = 0;
  return {
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
