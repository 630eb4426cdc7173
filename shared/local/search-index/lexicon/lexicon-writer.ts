import type { DatabaseSync } from 'node:sqlite';
import type { CrawlTables } from '../sqlite-search-schema.ts';

/** Words that are remembered as written, 4 bytes each. Forgotten ones are written again, which costs space only. */
const REMEMBERED_WORDS = 1 << 20;
const INDEX_BITS = 20;

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
    const place = (b ^ (b >>> INDEX_BITS) ^ Math.imul(b, 0x9e3779b1)) & (REMEMBERED_WORDS - 1);
    const mark = (a ^ b) >>> 0 || 1;
    if (seen[place] === mark) return false;
    seen[place] = mark;
    return true;
  }

  /** Another process may have written words, so they are read when this one begins to write. */
  function readKnown(): Uint32Array {
    const seen = new Uint32Array(REMEMBERED_WORDS);
    for (const { terms } of readAll.iterate() as unknown as Iterable<{ terms: string }>)
      for (const word of terms.split('\n')) remember(seen, word);
    return seen;
  }

  return {
    add(words) {
      known ??= readKnown();
      for (const word of words) if (remember(known, word)) fresh.push(word);
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
