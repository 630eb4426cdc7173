import type { DatabaseSync } from 'node:sqlite';
import { FIELD_COLUMNS } from './sqlite-search-fields.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';

/** A column in memory: each distinct value once, and for each row the position of its value in `values`. Position 0: no value. */
export type Column = {
  readonly values: readonly (string | null)[];
  /** Rows that were written later may be missing: they have no value. */
  readonly rows: Uint32Array;
};

type GrowingColumn = { values: (string | null)[]; positions: Map<string, number>; rows: Uint32Array };

/** Rows that a column has space for at first. It doubles when it is full. */
const FIRST_CAPACITY = 1_024;

/**
 * Keeps the columns of search fields in memory, 4 bytes a row each: counting and sorting there takes a tenth of the time of GROUP
 * BY and ORDER BY. The first call reads all rows; each later call reads those that were written since.
 *
 * @returns a function that returns a column of `FIELD_COLUMNS` as it is now
 */
export function fieldColumns(db: DatabaseSync, { record }: CrawlTables): (name: string) => Column {
  const columns = FIELD_COLUMNS.map(emptyColumn);
  let read = -1;

  /** The index `facets` of the table has all these columns. */
  function refresh(): void {
    const changed = db.prepare(
      `SELECT version, n, ${FIELD_COLUMNS.join(', ')} FROM ${record} WHERE shown IS NOT NULL AND version > ?`,
    );
    changed.setReturnArrays(true);
    for (const row of changed.iterate(read) as unknown as Iterable<[number, number, ...(string | null)[]]>) {
      read = Math.max(read, row[0]);
      for (let i = 0; i < columns.length; i++) setValue(columns[i]!, row[1], row[i + 2] as string | null);
    }
  }

  return (name) => {
    refresh();
    return columns[FIELD_COLUMNS.indexOf(name)]!;
  };
}

function emptyColumn(): GrowingColumn {
  return { values: [null], positions: new Map(), rows: new Uint32Array(FIRST_CAPACITY) };
}

function setValue(column: GrowingColumn, n: number, value: string | null): void {
  if (n >= column.rows.length) {
    const larger = new Uint32Array(Math.max(n + 1, 2 * column.rows.length));
    larger.set(column.rows);
    column.rows = larger;
  }
  column.rows[n] = value === null ? 0 : positionOf(column, value);
}

function positionOf({ values, positions }: GrowingColumn, value: string): number {
  const known = positions.get(value);
  if (known !== undefined) return known;
  positions.set(value, values.length);
  return values.push(value) - 1;
}
