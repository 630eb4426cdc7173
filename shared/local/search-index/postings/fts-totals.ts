import type { DatabaseSync } from 'node:sqlite';

/** Row of the FTS5 data that holds, as varints, the number of rows, then the number of words in each column. */
const TOTALS_ROW = 1;

/**
 * Returns a function that reads the number of rows that were written to an FTS5 table, and the number of words in each of its columns. None
 * becomes less when rows are removed. Empty if nothing was written.
 */
export function ftsTotals(db: DatabaseSync, table: string): () => number[] {
  const read = db.prepare(`SELECT block FROM ${table}_data WHERE id = ${TOTALS_ROW}`);
  return () => {
    const { block } = (read.get() ?? {}) as { block?: Uint8Array };
    return block ? varintsOf(block) : [];
  };
}

/** Decodes varints of SQLite: seven bits a byte, the highest first. Numbers of rows and words take less than nine bytes. */
function varintsOf(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    values.push(value);
    value = 0;
  }
  return values;
}
