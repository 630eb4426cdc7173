import type { DatabaseSync } from 'node:sqlite';
import type { CrawlTables } from '../sqlite-search-schema.ts';

/**
 * Places for words that are remembered as written, 4 bytes each: at first, and at most. A word takes the place of another, which is written
 * again, which costs space only. A large table at once would start a collection of garbage for each small index.
 */
const MIN_PLACES = 1 << 12;
const MAX_PLACES = 1 << 20;
/** Share of the places from which on the table grows. Words that share a place are written again and again. */
const MAX_LOAD = 1 / 16;

export type LexiconWriter = {
  /** Notes words for the next `write`. */
  add(words: readonly string[]): void;
  /** Writes the noted words that are new, inside a transaction of the caller. */
  write(): void;
  /** Forgets which words are written: a transaction has failed. */
  forget(): void;
};

/** Writes the words of a crawl that it did not have before. */
export function lexiconWriter(db: DatabaseSync, { lexicon }: CrawlTables): LexiconWriter {
  const insert = db.prepare(`INSERT INTO ${lexicon} (terms) VALUES (?)`);
  const readAll = db.prepare(`SELECT terms FROM ${lexicon}`);
  let known: Uint32Array | undefined;
  let count = 0;
  let fresh: string[] = [];

  /** Remembers a word. Returns whether it was not remembered. */
  function remember(seen: Uint32Array, word: string): boolean {
    let a = 0x811c9dc5;
    let b = 0;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b, 31) + unit;
    }
    // The places are the lower bits, so the higher ones are mixed into them.
    const place = (b ^ (b >>> 20) ^ Math.imul(b, 0x9e3779b1)) & (seen.length - 1);
    const mark = (a ^ b) >>> 0 || 1;
    if (seen[place] === mark) return false;
    seen[place] = mark;
    count++;
    return true;
  }

  const isFull = (seen: Uint32Array): boolean => seen.length < MAX_PLACES && count > seen.length * MAX_LOAD;

  /** Reads the words of the index, because another process may have written some, and the noted ones. @param places at least so many */
  function readKnown(places: number): Uint32Array {
    const seen = new Uint32Array(places);
    count = 0;
    for (const { terms } of readAll.iterate() as unknown as Iterable<{ terms: string }>) {
      for (const word of terms.split('\n')) remember(seen, word);
      if (isFull(seen)) break;
    }
    for (const word of fresh) remember(seen, word);
    return isFull(seen) ? readKnown(4 * places) : seen;
  }

  return {
    add(words) {
      known ??= readKnown(MIN_PLACES);
      for (const word of words) if (remember(known, word)) fresh.push(word);
      if (isFull(known)) known = readKnown(4 * known.length);
    },
    write() {
      if (fresh.length > 0) insert.run(fresh.join('\n'));
      fresh = [];
    },
    forget() {
      known = undefined;
      fresh = [];
    },
  };
}
