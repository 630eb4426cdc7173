import type { DatabaseSync } from 'node:sqlite';
import type { TermPattern } from '../../../query/compile/fts5.ts';
import { globMatches } from '../../../text/glob-match.ts';
import { type CountedWord, nearestWords } from '../../../text/similar-words.ts';
import { wordDistance } from '../../../text/word-distance.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import type { CrawlStatistics } from '../sqlite-word-statistics.ts';

/** Words in memory: one text for each row of the lexicon, and for each word its letters as bits, its length, and its place. */
type Words = {
  texts: string[];
  /** Number of the first word of each text. */
  firsts: number[];
  letters: Uint32Array;
  lengths: Uint8Array;
  /** Where each word begins in its text. */
  starts: Uint32Array;
  count: number;
  /** Numbers of the first and last row that were read. */
  firstRow: number;
  lastRow: number;
};

const FIRST_CAPACITY = 1_024;
/** Longer words have no similar ones. */
const MAX_LENGTH = 255;

/** Similar words whose records are counted: the nearest, of equally near ones those that the crawl found first. Counting takes 20 µs a word. */
const MAX_COUNTED = 1_000;

/**
 * Finds words of the index by patterns. The words stay in memory, with about 20 bytes each; those that were written since are read with
 * each call.
 */
export function lexiconReader(
  db: DatabaseSync,
  { lexicon }: CrawlTables,
  statistics: Pick<CrawlStatistics, 'matching'>,
) {
  const readBounds = db.prepare(`SELECT ifnull(min(n), 0) AS first, ifnull(max(n), 0) AS last FROM ${lexicon}`);
  const readAfter = db.prepare(`SELECT n, terms FROM ${lexicon} WHERE n > ? ORDER BY n`);
  let words: Words | undefined;

  function current(): Words {
    const { first, last } = readBounds.get() as { first: number; last: number };
    // The rows are written anew to drop words of removed records.
    if (!words || words.firstRow !== first) words = emptyWords(first);
    if (words.lastRow < last)
      for (const { n, terms } of readAfter.iterate(words.lastRow) as unknown as Iterable<{
        n: number;
        terms: string;
      }>) {
        addText(words, terms);
        words.lastRow = n;
      }
    return words;
  }

  /** Returns the words that differ in at most so many letters, nearest first, then those of the most records. */
  function similar(word: string, maxEdits: number): CountedWord[] {
    const all = current();
    const { length } = Array.from(word);
    const letters = letterSet(word);
    const distanceTo = wordDistance(word, maxEdits);
    const found = new Map<string, number>();
    const { lengths, letters: sets, starts } = all;
    for (const [t, text] of all.texts.entries()) {
      const end = all.firsts[t + 1] ?? all.count;
      for (let i = all.firsts[t]!; i < end; i++) {
        // An edit changes two letters of the set at most: the removed one and the added one.
        if (countOnes(sets[i]! ^ letters) > 2 * maxEdits) continue;
        // A letter has one or two units.
        if (lengths[i]! < length - maxEdits || lengths[i]! > 2 * (length + maxEdits)) continue;
        const one = text.slice(starts[i]!, starts[i]! + lengths[i]!);
        const edits = distanceTo(one);
        if (edits <= maxEdits) found.set(one, edits);
      }
    }
    const nearest = [...found].sort((a, b) => a[1] - b[1]).slice(0, MAX_COUNTED);
    const counted = nearest.map(([one]) => ({ word: one, records: statistics.matching(one) }));
    // Words of removed records stay in the lexicon.
    return nearestWords(
      word,
      maxEdits,
      counted.filter(({ records }) => records > 0),
    );
  }

  /** Returns at most so many words that match a pattern, in the order in which the crawl found them. */
  function matchingGlob(pattern: string, limit: number): string[] {
    const all = current();
    // The longest piece of letters is found in a text much faster than a pattern is compared with each word.
    const piece = pattern.split(/[*?]/).reduce((a, b) => (b.length > a.length ? b : a), '');
    const found = new Set<string>();
    for (const text of all.texts)
      for (let at = text.indexOf(piece); at >= 0 && found.size < limit; ) {
        const end = endOfWord(text, at);
        const word = text.slice(text.lastIndexOf('\n', at) + 1, end);
        if (globMatches(pattern, word)) found.add(word);
        at = text.indexOf(piece, end + 1);
      }
    return [...found];
  }

  return {
    similar,
    matching(pattern: TermPattern, limit: number): string[] {
      if (pattern.match === 'wildcard') return matchingGlob(pattern.pattern, limit);
      const found = pattern.words.flatMap((word) => similar(word, pattern.maxEdits).map((one) => one.word));
      return [...new Set(found)].slice(0, limit);
    },
  };
}

function endOfWord(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const emptyWords = (firstRow: number): Words => ({
  ...{ texts: [], firsts: [], count: 0, firstRow, lastRow: 0 },
  letters: new Uint32Array(FIRST_CAPACITY),
  lengths: new Uint8Array(FIRST_CAPACITY),
  starts: new Uint32Array(FIRST_CAPACITY),
});

function addText(words: Words, text: string): void {
  words.firsts.push(words.count);
  words.texts.push(text);
  for (let start = 0; start < text.length; ) {
    const end = endOfWord(text, start);
    if (words.count === words.starts.length) grow(words);
    words.letters[words.count] = letterSet(text, start, end);
    words.lengths[words.count] = Math.min(MAX_LENGTH, end - start);
    words.starts[words.count] = start;
    words.count++;
    start = end + 1;
  }
}

function grow(words: Words): void {
  const size = 2 * words.starts.length;
  const [letters, lengths, starts] = [new Uint32Array(size), new Uint8Array(size), new Uint32Array(size)];
  letters.set(words.letters);
  lengths.set(words.lengths);
  starts.set(words.starts);
  Object.assign(words, { letters, lengths, starts });
}

/** Returns the letters of a word as bits, several letters to a bit. */
function letterSet(word: string, from = 0, to = word.length): number {
  let bits = 0;
  for (let i = from; i < to; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}

/** Counts the set bits of a 32-bit integer. */
function countOnes(given: number): number {
  let bits = given - ((given >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
