import type { DatabaseSync } from 'node:sqlite';
import { phraseOf } from '../../query/compile/fts5.ts';
import { numbersOf } from '../sqlite-matching-rows.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import { addRow, bitsOf, countRows, type RowBits, removeRow } from './row-bits.ts';
import { countOf, fromBlob, isInTitle, type TermCounts, termHash } from './term-counts.ts';

/** The rows that have a word, as sets of bits. */
export type PostingLists = {
  /** Brings the lists to the state of the index. Call it before the others, in the same transaction. */
  refresh(): void;
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
  /** Returns the number of rows that have a word, or undefined if its set is not kept. */
  countKept(word: string): number | undefined;
  /** Returns the counts of the words of a row; undefined if an earlier version wrote it. */
  countsOf(row: number): TermCounts | undefined;
};

/** A row that was shown, shown anew or hidden. */
type Change = { row: number; isShown: boolean; counts: TermCounts | undefined };

/** `applied`: number of changes of the log that the set has. */
type Kept = {
  bits: RowBits;
  /** Number of rows. Absent: not counted since the last change. */
  size?: number | undefined;
  applied: number;
  update: (bits: RowBits, change: Change) => void;
};

/** Bytes of the sets that are kept. At a million records a set takes 125 KB. */
const MAX_BYTES = 48 << 20;

/** A set is kept if at least one row of so many is in it. The list of a rarer word is read again in less than 2 ms a million records. */
const ROWS_PER_KEPT = 64;

/** Changed rows that are applied to the sets. After more the sets are read anew. */
const MAX_CHANGES = 5_000;

/** Space for rows that are added, as a share of the last row. */
const SPARE = 1 / 16;

/**
 * Reads and keeps the lists of rows of FTS5. Reading one costs 0.05 to 0.1 µs a row, so those of frequent words are kept, and rows
 * that were written since are changed in them by their counts of words.
 *
 * @param number that of the crawl
 */
export function postingLists(db: DatabaseSync, tables: CrawlTables, number: number): PostingLists {
  const { record, words, counts } = tables;
  const readState = db.prepare('SELECT version, removed FROM crawl WHERE n = ?');
  const readLast = db.prepare(`SELECT ifnull(max(n), 0) AS n FROM ${record}`);
  const changedSince = db.prepare(`SELECT n, 1 AS shown FROM ${record} WHERE shown IS NOT NULL AND version > :v
    UNION ALL SELECT n, 0 AS shown FROM ${record} WHERE shown IS NULL AND version > :v LIMIT ${MAX_CHANGES + 1}`);
  const listed = db.prepare(`SELECT group_concat(rowid) AS list FROM ${words} WHERE ${words} MATCH ?`);
  const listAll = db.prepare(`SELECT group_concat(n) AS list FROM ${record} WHERE shown IS NOT NULL`);
  const readCounts = db.prepare(`SELECT terms FROM ${counts} WHERE n = ?`);

  const kept = new Map<string, Kept>();
  let log: Change[] = [];
  let state = { version: -1, removed: -1 };
  let last = 0;

  function clear(): void {
    kept.clear();
    log = [];
  }

  function countsOf(row: number): TermCounts | undefined {
    const found = readCounts.get(row) as { terms: Uint8Array } | undefined;
    return found && fromBlob(found.terms);
  }

  function refresh(): void {
    const now = readState.get(number) as typeof state;
    if (now.version === state.version) return;
    last = (readLast.get() as { n: number }).n;
    const changed = kept.size === 0 ? [] : (changedSince.all({ v: state.version }) as { n: number; shown: number }[]);
    if (now.removed > state.version || log.length + changed.length > MAX_CHANGES) clear();
    else for (const { n, shown } of changed) log.push({ row: n, isShown: shown === 1, counts: countsOf(n) });
    state = now;
  }

  /** Returns a kept set with all changes, or reads it. */
  function bitsBy(key: string, read: () => Uint32Array, update: Kept['update']): RowBits {
    let found = kept.get(key);
    if (found) kept.delete(key);
    else {
      const rows = read();
      const bits = bitsOf(rows, Math.ceil(last * (1 + SPARE)));
      if (rows.length * ROWS_PER_KEPT < last) return bits;
      found = { bits, applied: log.length, update };
    }
    if (found.bits.length <= last >>> 5) found.bits = grown(found.bits, Math.ceil(last * (1 + SPARE)));
    for (; found.applied < log.length; found.applied++) {
      found.update(found.bits, log[found.applied]!);
      found.size = undefined;
    }
    kept.set(key, found);
    if (kept.size * found.bits.byteLength > MAX_BYTES) kept.delete(kept.keys().next().value!);
    return found.bits;
  }

  const rowsMatching = (match: string) => numbersOf((listed.get(match) as { list: string | null }).list ?? '');

  return {
    refresh,
    countsOf,
    countKept(word) {
      const found = kept.get(word);
      if (!found || found.applied < log.length) return undefined;
      found.size ??= countRows(found.bits);
      return found.size;
    },
    version: () => state.version,
    lastRow: () => last,
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
      const found = kept.get(inTitle ? `title ${word}` : word);
      if (found && found.applied === log.length) for (let i = 0; i < bits.length; i++) bits[i]! |= found.bits[i] ?? 0;
      else for (const row of rowsMatching(`${inTitle ? 'title : ' : ''}${phraseOf([word])}`)) addRow(bits, row);
    },
    allRows: () =>
      bitsBy(
        '',
        () => numbersOf((listAll.get() as { list: string | null }).list ?? ''),
        (bits, { row, isShown }) => (isShown ? addRow(bits, row) : removeRow(bits, row)),
      ),
  };
}

/** The words of a shown row without counts were written by an earlier version, and have not changed since. */
const setIf =
  (test: (counts: TermCounts) => boolean): Kept['update'] =>
  (bits, { row, isShown, counts }) => {
    if (isShown && !counts) return;
    if (counts && test(counts)) addRow(bits, row);
    else removeRow(bits, row);
  };

function grown(bits: RowBits, lastRow: number): RowBits {
  const larger = bitsOf([], lastRow);
  larger.set(bits);
  return larger;
}
