/**
 * Scores of words: how much likelier text that a word stands at is main text than other text of its page. Every site counts once, and a
 * page is scored without its own site.
 */
import type { Example } from './examples.ts';

/** Share of the text, and of the other blocks, of a site that a word stands at. */
type Share = { text: number; other: number };
type SiteShares = Map<string, Share>;
/** Returns the words that stand at a block of an example. */
export type WordsOfBlock = (example: Example) => (i: number) => Iterable<string>;

/** Minimum number of sites of a word. */
const MIN_SITES = 6;
/** Sites without evidence that are added to each word. */
const SMOOTHING = 2;
/** Scores nearer to 0 tell nothing. */
const MIN_SCORE = 0.2;

/**
 * Counts the words of all examples and returns a function that scores them without one site.
 *
 * @param maxWords maximum number of words that are kept: those that tell most
 */
export function newWordScorer(
  examples: readonly Example[],
  wordsOfBlock: WordsOfBlock,
  maxWords: number,
): (without?: string) => Map<string, number> {
  const sites = new Map<string, SiteShares>();
  for (const example of examples) {
    const shares = sites.get(example.site) ?? new Map<string, Share>();
    sites.set(example.site, shares);
    addPage(shares, example, wordsOfBlock(example));
  }
  const totals = new Map<string, Share & { sites: number }>();
  for (const shares of sites.values())
    for (const [word, share] of shares) {
      const total = totals.get(word) ?? { text: 0, other: 0, sites: 0 };
      const { text, other } = capped(share);
      totals.set(word, { text: total.text + text, other: total.other + other, sites: total.sites + 1 });
    }
  return (without) => {
    const own = without === undefined ? undefined : sites.get(without);
    const found: [word: string, score: number, rank: number][] = [];
    for (const [word, total] of totals) {
      const left = own?.get(word);
      const one = left === undefined ? { text: 0, other: 0 } : capped(left);
      const count = total.sites - (left === undefined ? 0 : 1);
      if (count < MIN_SITES) continue;
      const score = Math.log((total.text - one.text + SMOOTHING / 2) / (total.other - one.other + SMOOTHING / 2));
      if (Math.abs(score) >= MIN_SCORE)
        found.push([word, Number(score.toFixed(1)), Math.abs(score) * Math.sqrt(count)]);
    }
    found.sort((a, b) => b[2] - a[2]);
    return new Map(found.slice(0, maxWords).map(([word, score]) => [word, score]));
  };
}

function addPage(
  shares: SiteShares,
  { ids, labels, weights, words }: Example,
  wordsOf: (i: number) => Iterable<string>,
) {
  const sums = new Map<string, Share>();
  let text = 0;
  let other = 0;
  for (const [row, i] of ids.entries()) {
    if (weights[row] === 0) continue;
    const weight = Math.sqrt((words[i] as string[]).length);
    const isText = labels[row] === 1;
    if (isText) text += weight;
    else other += weight;
    for (const word of new Set(wordsOf(i))) {
      const sum = sums.get(word) ?? { text: 0, other: 0 };
      if (isText) sum.text += weight;
      else sum.other += weight;
      sums.set(word, sum);
    }
  }
  if (text === 0 || other === 0) return;
  for (const [word, sum] of sums) {
    const share = shares.get(word) ?? { text: 0, other: 0 };
    shares.set(word, { text: share.text + sum.text / text, other: share.other + sum.other / other });
  }
}

/** Returns the shares of a site, which count as one page at most. */
function capped({ text, other }: Share): Share {
  const most = Math.max(1, text, other);
  return { text: text / most, other: other / most };
}
