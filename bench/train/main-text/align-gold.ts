/**
 * Labels the blocks of a page by aligning them with its gold text. A word that occurs in the text and again in a menu or a teaser
 * would label both by word overlap. The alignment gives each stretch of the gold text to one block: the chain of blocks, in the
 * order of the page, that covers most words. Blocks outside of the chain get stretches that are still free, because gold texts
 * may reorder the page.
 */
import { heaviestChain, type Link } from './heaviest-chain.ts';

const WORD = /[\p{L}\p{N}_]+/gu;
/** Number of words whose places in the gold text are looked up at once. */
const SEED_WORDS = 3;
/** Maximum number of places of one block that are compared. */
const MAX_PLACES = 24;
/** Minimum share of a block's words that a place must have. */
const MIN_MATCH = 0.75;

/** Splits a text into lower-case words of letters, digits and underscores. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/**
 * Returns the share of each block's words that the gold text contains at the place of the block: 0 if it has no place there, and
 * -1 if the block has no words.
 */
export function alignBlocks(blocks: readonly (readonly string[])[], gold: readonly string[]): Float32Array {
  const places = newPlaceFinder(gold);
  const links: Link[] = [];
  for (const [block, words] of blocks.entries())
    for (const { from, matched } of places(words))
      links.push({
        block,
        from,
        to: Math.min(gold.length, from + words.length),
        weight: (matched * matched) / words.length,
      });
  const covered = new Uint8Array(gold.length);
  const shares = Float32Array.from(blocks, (words) => (words.length === 0 ? -1 : 0));
  const take = ({ block, from, to, weight }: Link): void => {
    covered.fill(1, from, to);
    shares[block] = Math.sqrt(weight / (blocks[block] as readonly string[]).length);
  };
  for (const link of heaviestChain(links, gold.length)) take(link);
  for (const link of links) if (shares[link.block] === 0 && isFree(covered, link)) take(link);
  return shares;
}

/** Whether at most a fifth of a stretch is covered. */
function isFree(covered: Uint8Array, { from, to }: Link): boolean {
  let taken = 0;
  for (let i = from; i < to; i++) taken += covered[i] as number;
  return taken * 5 <= to - from;
}

/** Returns a function that finds where the gold text contains most of the words of a block, in the same order. */
function newPlaceFinder(gold: readonly string[]): (words: readonly string[]) => { from: number; matched: number }[] {
  const index = new Map<string, number[]>();
  for (let length = 1; length <= SEED_WORDS; length++)
    for (let i = 0; i + length <= gold.length; i++) {
      const key = gold.slice(i, i + length).join(' ');
      const found = index.get(key);
      if (found) found.push(i);
      else index.set(key, [i]);
    }
  return (words) => {
    const length = Math.min(SEED_WORDS, words.length);
    if (length === 0) return [];
    const starts = new Set<number>();
    const step = Math.max(1, Math.floor((words.length - length) / 4));
    for (let at = 0; at + length <= words.length && starts.size < MAX_PLACES; at += step)
      for (const i of index.get(words.slice(at, at + length).join(' ')) ?? []) {
        if (i - at >= 0) starts.add(i - at);
        if (starts.size >= MAX_PLACES) break;
      }
    const found = [];
    for (const from of starts) {
      const matched = matchedWords(words, gold, from);
      if (matched >= words.length * MIN_MATCH) found.push({ from, matched });
    }
    return found;
  };
}

/** Counts the words of a block that follow each other in the gold text from a place on; up to two words may be missing at once. */
function matchedWords(words: readonly string[], gold: readonly string[], from: number): number {
  let matched = 0;
  let at = from;
  for (const word of words) {
    for (let skip = 0; skip <= 2; skip++)
      if (gold[at + skip] === word) {
        matched++;
        at += skip + 1;
        break;
      }
  }
  return matched;
}
