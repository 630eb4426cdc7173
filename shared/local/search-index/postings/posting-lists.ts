import type { DatabaseSync } from 'node:sqlite';
import { phraseOf } from '../../../query/compile/fts5.ts';
import { numbersOf } from '../sqlite-matching-rows.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import { keptRows } from './kept-rows.ts';
import { addRow, countRows, emptyBits, type RowBits, removeRow } from './row-bits.ts';
import type { RowChange, RowChanges } from './row-changes.ts';
import { countOf, isInTitle, type TermCounts, termHash } from './term-counts.ts';

/** The rows that have a word, as sets of bits. Refresh the changes before, in the same transaction. */
export type PostingLists = {
  /** Number of the transaction that the lists have. */
  version(): number;
  /** Number of the last row. */
  lastRow(): number;
  /** Returns the rows that have a word. Do not change the set. */
  rowsOf(word: string): RowBits;
  /** Returns the rows that have a word in their title. Do not change the set. */
  rowsByTitle(word: string): RowBits;
  /** Adds the rows that have a word, in their title or anywhere, to a set. */
  addTo(bits: RowBits, word: string, inTitle: boolean): void;
  /** Returns the rows of all shown records. Do not change the set. */
  allRows(): RowBits;
  /** Returns the number of rows that have a word after the last refresh, or undefined if its set is not kept. */
  countKept(word: string): number | undefined;
};

/** Bytes of the sets that are kept. At a million records a set takes 125 KB. */
const MAX_BYTES = 48 << 20;

/** Key of the rows of all records. No word has a blank. */
const ALL_ROWS = 'all rows';

/**
 * Reads and keeps the lists of rows of FTS5. Reading one costs 0.05 to 0.1 µs a row, so those of frequent words are kept, and rows
 * that were written since are changed in them by their counts of words.
 */
export function postingLists(
  db: DatabaseSync,
  { record, words }: Pick<CrawlTables, 'record' | 'words'>,
  changes: RowChanges,
): PostingLists {
  const listed = db.prepare(`SELECT group_concat(rowid) AS list FROM ${words} WHERE ${words} MATCH ?`);
  const listAll = db.prepare(`SELECT group_concat(n) AS list FROM ${record} WHERE shown IS NOT NULL`);
  const kept = keptRows(changes, MAX_BYTES, 32, emptyBits);
  /** Number of rows of a set after so many changes. */
  const sizes = new WeakMap<RowBits, { size: number; applied: number }>();

  const rowsMatching = (match: string) => numbersOf((listed.get(match) as { list: string | null }).list ?? '');

  const bitsBy = (key: string, read: () => Uint32Array, update: (bits: RowBits, change: RowChange) => void) =>
    kept.of(key, (bits) => addRows(bits, read()), update);

  return {
    countKept(word) {
      const bits = kept.find(word);
      if (!bits) return undefined;
      const applied = changes.log().length;
      const known = sizes.get(bits);
      if (known?.applied === applied) return known.size;
      const size = countRows(bits);
      sizes.set(bits, { size, applied });
      return size;
    },
    version: changes.version,
    lastRow: changes.lastRow,
    rowsOf: (word) =>
      bitsBy(
        word,
        () => rowsMatching(phraseOf([word])),
        setIf((counts) => countOf(counts, termHash(word)) > 0),
      ),
    rowsByTitle: (word) =>
      bitsBy(
        `title ${word}`,
        () => rowsMatching(`title : ${phraseOf([word])}`),
        setIf((counts) => isInTitle(counts, termHash(word))),
      ),
    addTo(bits, word, inTitle) {
      const found = kept.find(inTitle ? `title ${word}` : word);
      if (found) for (let i = 0; i < bits.length; i++) bits[i]! |= found[i] ?? 0;
      else addRows(bits, rowsMatching(`${inTitle ? 'title : ' : ''}${phraseOf([word])}`));
    },
    allRows: () =>
      bitsBy(
        ALL_ROWS,
        () => numbersOf((listAll.get() as { list: string | null }).list ?? ''),
        (bits, { row, isShown }) => (isShown ? addRow(bits, row) : removeRow(bits, row)),
      ),
  };
}

/** Returns the number of rows that it has added. */
function addRows(bits: RowBits, rows: Uint32Array): number {
  for (const row of rows) addRow(bits, row);
  return rows.length;
}

/** The words of a shown row without counts were written by an earlier version, and have not changed since. */
const setIf =
  (test: (counts: TermCounts) => boolean) =>
  (bits: RowBits, { row, isShown, counts }: RowChange): void => {
    if (isShown && !counts) return;
    if (counts && test(counts)) addRow(bits, row);
    else removeRow(bits, row);
  };
