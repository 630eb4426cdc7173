import type { DatabaseSync } from 'node:sqlite';
import { phraseOf } from '../../../query/compile/fts5.ts';
import { numbersOf } from '../sqlite-matching-rows.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import {
  FREQUENCY_CLASSES,
  frequencyClass,
  frequencyTerm,
  LENGTH_CLASSES,
  lengthClass,
  lengthTerm,
} from './frequency-classes.ts';
import { ftsTotals } from './fts-totals.ts';
import { keptRows } from './kept-rows.ts';
import type { PostingLists } from './posting-lists.ts';
import { rowsOfBits } from './row-bits.ts';
import type { RowChange, RowChanges } from './row-changes.ts';
import { countOf, lengthOf, termHash } from './term-counts.ts';

/** How often rows have words, and how long they are, as classes, one byte a row. Do not change the arrays. */
export type RowFrequencies = {
  /** Whether the classes are those of the counts: all rows were written by this version. */
  isComplete(): boolean;
  /** Returns the class of the frequency of a word in each row that has it. */
  frequenciesOf(word: string): Uint8Array;
  /** Returns the class of the length of each row. @param usual in words, for rows whose length is not known */
  lengths(usual: number): Uint8Array;
};

/** Bytes of the arrays that are kept. At a million records an array takes 1 MB. */
const MAX_BYTES = 32 << 20;

/** Class of a word in a title of a record of an earlier version: that of two. */
const TITLE_FREQUENCY = 1;

/** Key of the lengths of rows. No word has a blank. */
const LENGTHS = 'lengths of rows';

/**
 * Reads the classes from the table `frequencies`, in 0.05 to 0.1 µs for each row that has the word more than once, and keeps those of frequent
 * words. An index with records of earlier versions lacks some: there a word in the title counts as two, and no length is known.
 */
export function rowFrequencies(
  db: DatabaseSync,
  { words, frequencies }: CrawlTables,
  postings: PostingLists,
  changes: RowChanges,
): RowFrequencies {
  const listed = db.prepare(`SELECT group_concat(rowid) AS list FROM ${frequencies} WHERE ${frequencies} MATCH ?`);
  const kept = keptRows(changes, MAX_BYTES, 1, (lastRow) => new Uint8Array(lastRow + 1));
  const readWritten = [words, frequencies].map((table) => ftsTotals(db, table));
  const isComplete = () => readWritten[0]!()[0] === readWritten[1]!()[0];

  /** Sets the class of the rows that have a term. Returns their number. */
  function setClass(classes: Uint8Array, term: string, value: number): number {
    const rows = numbersOf((listed.get(phraseOf([term])) as { list: string | null }).list ?? '');
    for (const row of rows) classes[row] = value;
    return rows.length;
  }

  function readFrequencies(word: string, classes: Uint8Array): number {
    let rows = 0;
    for (let i = 1; i < FREQUENCY_CLASSES; i++) rows += setClass(classes, frequencyTerm(word, i), i);
    return rows;
  }

  function readLengths(classes: Uint8Array): number {
    for (let i = 1; i < LENGTH_CLASSES; i++) setClass(classes, lengthTerm(i), i);
    return changes.lastRow();
  }

  function fromTitles(word: string): Uint8Array {
    const classes = new Uint8Array(changes.lastRow() + 1);
    for (const row of rowsOfBits(postings.rowsByTitle(word))) classes[row] = TITLE_FREQUENCY;
    return classes;
  }

  return {
    isComplete,
    frequenciesOf(word) {
      if (!isComplete()) return fromTitles(word);
      const hash = termHash(word);
      const update = (classes: Uint8Array, { row, counts }: RowChange) => {
        classes[row] = frequencyClass(counts ? countOf(counts, hash) : 0);
      };
      return kept.of(word, (classes) => readFrequencies(word, classes), update);
    },
    lengths(usual) {
      if (!isComplete()) return new Uint8Array(changes.lastRow() + 1).fill(lengthClass(usual));
      return kept.of(LENGTHS, readLengths, (classes, { row, counts }) => {
        classes[row] = counts ? lengthClass(lengthOf(counts)) : 0;
      });
    },
  };
}
