import type { RowBits } from './row-bits.ts';
import type { RowChange, RowChanges } from './row-changes.ts';

/** Values of all rows that are kept in memory: sets of bits, or one byte a row. */
export type RowValues = RowBits | Uint8Array;

type Update<T> = (values: T, change: RowChange) => void;

/** `applied`: number of changes of the log that the values have. */
type Kept<T> = { values: T; applied: number; update: Update<T> };

/** A word is kept if at least one row of so many has it. The list of a rarer word is read again in less than 2 ms a million records. */
const ROWS_PER_KEPT = 64;

/** Space for rows that are added, as a share of the last row. */
const SPARE = 1 / 16;

/**
 * Keeps the values of rows by words and changes them by the log of changed rows. The least recently used ones are dropped.
 *
 * @param rowsAnElement 32 for bits, 1 for bytes
 * @param create returns values with space for rows up to a number
 */
export function keptRows<T extends RowValues>(
  changes: RowChanges,
  maxBytes: number,
  rowsAnElement: number,
  create: (lastRow: number) => T,
) {
  const kept = new Map<string, Kept<T>>();
  let epoch = -1;
  const space = () => Math.ceil(changes.lastRow() * (1 + SPARE));

  function clearIfOld(): void {
    if (epoch !== changes.epoch()) kept.clear();
    epoch = changes.epoch();
  }

  function apply(one: Kept<T>): void {
    if (one.values.length * rowsAnElement <= changes.lastRow()) one.values = grown(one.values);
    const log = changes.log();
    for (; one.applied < log.length; one.applied++) one.update(one.values, log[one.applied]!);
  }

  function grown(values: T): T {
    const larger = create(space());
    larger.set(values);
    return larger;
  }

  return {
    /** Returns the values of a word if they are kept and have all changes. */
    find(key: string): T | undefined {
      clearIfOld();
      const found = kept.get(key);
      return found && found.applied === changes.log().length ? found.values : undefined;
    },

    /**
     * Returns kept values with all changes, or reads them.
     *
     * @param read fills empty values, and returns the number of rows that it has set
     */
    of(key: string, read: (values: T) => number, update: Update<T>): T {
      clearIfOld();
      let found = kept.get(key);
      if (found) kept.delete(key);
      else {
        const values = create(space());
        if (read(values) * ROWS_PER_KEPT < changes.lastRow()) return values;
        found = { values, applied: changes.log().length, update };
      }
      apply(found);
      kept.set(key, found);
      if (kept.size * found.values.byteLength > maxBytes) kept.delete(kept.keys().next().value!);
      return found.values;
    },
  };
}
