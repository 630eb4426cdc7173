import type { DatabaseSync } from 'node:sqlite';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import { fromBlob, type TermCounts } from './term-counts.ts';

/** A row that was shown, shown anew or hidden. `counts` is undefined if it is hidden, or if an earlier version wrote it. */
export type RowChange = { row: number; isShown: boolean; counts: TermCounts | undefined };

/** The rows that have changed since a process began to read. */
export type RowChanges = {
  /** Brings the log to the state of the index, in the transaction of the reads. */
  refresh(): void;
  /** Number of the transaction that the log has. */
  version(): number;
  /** Number of the last row. */
  lastRow(): number;
  log(): readonly RowChange[];
  /** Number of the log. Another one begins if too much has changed: what was read before is read anew. */
  epoch(): number;
  /** Returns the counts of the words of a row; undefined if an earlier version wrote it. */
  countsOf(row: number): TermCounts | undefined;
};

/** Changed rows that are applied to what is in memory. After more it is read anew. */
const MAX_CHANGES = 5_000;

/** @param number that of the crawl */
export function rowChanges(db: DatabaseSync, { record, counts }: CrawlTables, number: number): RowChanges {
  const readState = db.prepare('SELECT version, removed FROM crawl WHERE n = ?');
  const readLast = db.prepare(`SELECT ifnull(max(n), 0) AS n FROM ${record}`);
  const changedSince = db.prepare(`SELECT n, 1 AS shown FROM ${record} WHERE shown IS NOT NULL AND version > :v
    UNION ALL SELECT n, 0 AS shown FROM ${record} WHERE shown IS NULL AND version > :v LIMIT ${MAX_CHANGES + 1}`);
  const readCounts = db.prepare(`SELECT terms FROM ${counts} WHERE n = ?`);
  let log: RowChange[] = [];
  let epoch = 0;
  let state = { version: -1, removed: -1 };
  let last = 0;

  function countsOf(row: number): TermCounts | undefined {
    const found = readCounts.get(row) as { terms: Uint8Array } | undefined;
    return found && fromBlob(found.terms);
  }

  return {
    refresh() {
      const now = readState.get(number) as typeof state;
      if (now.version === state.version) return;
      last = (readLast.get() as { n: number }).n;
      const isRead = state.version >= 0 && now.removed <= state.version;
      const changed = isRead ? (changedSince.all({ v: state.version }) as { n: number; shown: number }[]) : [];
      if (!isRead || log.length + changed.length > MAX_CHANGES) {
        log = [];
        epoch++;
      } else for (const { n, shown } of changed) log.push({ row: n, isShown: shown === 1, counts: countsOf(n) });
      state = now;
    },
    version: () => state.version,
    lastRow: () => last,
    log: () => log,
    epoch: () => epoch,
    countsOf,
  };
}
