import type { DatabaseSync } from 'node:sqlite';
import { SEARCH_FIELDS } from '../../../index/search-fields.ts';
import type { ChangedQuery, ChangedRecord } from '../../../ports/search-index.ts';
import type { SearchRecord } from '../../../ports/search-record.ts';
import { fieldSql } from '../../../query/compile/sql-fields.ts';
import { columnValues } from '../sqlite-search-fields.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';

type ChangedRow = { n: number; version: number };
type Row = ChangedRow & { id: string; shown: string | null; classes: string | null };

const CLASSES = SEARCH_FIELDS.find(({ property }) => property === 'classes')!;

/**
 * Lists the rows of a crawl by their latest transaction: each has a time of its own (`change-times.ts`), so the order of the
 * transactions is that of the times.
 *
 * @param recordOf returns the record of a row, without its text
 */
export function changedRecordReader(
  db: DatabaseSync,
  { record, times }: CrawlTables,
  recordOf: (n: number) => SearchRecord,
) {
  const timeOf = db.prepare(`SELECT at FROM ${times} WHERE version = ?`);
  // Without `min` and `max`, for which SQLite would read all transactions before or after that time.
  const firstFrom = db.prepare(`SELECT version FROM ${times} WHERE at >= ? ORDER BY at LIMIT 1`);
  const lastBefore = db.prepare(`SELECT version FROM ${times} WHERE at < ? ORDER BY at DESC LIMIT 1`);
  const rowOf = db.prepare(`SELECT n, version, id, shown, ${CLASSES.stored} AS classes FROM ${record} WHERE n = ?`);
  const rowOfId = db.prepare(`SELECT n, version, id, shown, ${CLASSES.stored} AS classes FROM ${record} WHERE id = ?`);

  /** Removed rows that were never shown have no transaction. */
  const statement = (isShown: boolean, inClass: string) =>
    db.prepare(`SELECT r.n, r.version FROM ${record} r INDEXED BY ${record}_${isShown ? 'facets' : 'hidden'}
      WHERE r.shown IS ${isShown ? 'NOT NULL' : 'NULL AND r.version > 0'} AND r.version BETWEEN :first AND :last
      AND (r.version > :first OR r.n > :after)${inClass} ORDER BY r.version, r.n LIMIT :size`);
  const inClass = fieldSql(CLASSES, '').sql.replace('?', ':exact').replace('?', ':below');
  const shown = { all: statement(true, ''), ofClass: statement(true, ` AND ${inClass}`) };
  const hidden = { all: statement(false, ''), ofClass: statement(false, ` AND ${inClass}`) };

  const versionOf = (row: unknown): number | undefined => (row as { version: number } | undefined)?.version;

  function changedOf(row: Row): ChangedRecord | undefined {
    const time = timeOf.get(row.version) as { at: number } | undefined;
    if (!time || (row.shown === null && row.version === 0)) return undefined;
    return {
      id: row.id,
      at: time.at,
      key: `${row.n}`,
      classes: row.classes === null ? [] : columnValues(CLASSES, row.classes),
      ...(row.shown !== null && { record: recordOf(row.n) }),
    };
  }

  return ({ after, from = 0, before, class: name, id, size }: ChangedQuery): ChangedRecord[] => {
    if (id !== undefined) return [changedOf((rowOfId.get(id) ?? NO_ROW) as Row)].filter((one) => one !== undefined);
    const first = versionOf(firstFrom.get(Math.max(from, after?.at ?? 0)));
    const last = versionOf(lastBefore.get(before));
    if (first === undefined || last === undefined) return [];
    // The rows of the first transaction are read up to there only if it is that of `after`.
    const isContinued = after !== undefined && (timeOf.get(first) as { at: number }).at === after.at;
    const [exact, below] = name === undefined ? [] : fieldSql(CLASSES, name).values;
    const values = {
      ...{ first, last, size, after: isContinued ? Number(after.key) : -1 },
      ...(name !== undefined && { exact: exact!, below: below! }),
    };
    const which = name === undefined ? 'all' : 'ofClass';
    const found = [...shown[which].all(values), ...hidden[which].all(values)] as ChangedRow[];
    found.sort((a, b) => a.version - b.version || a.n - b.n);
    return found.slice(0, size).flatMap(({ n }) => changedOf(rowOf.get(n) as Row) ?? []);
  };
}

/** What a row that does not exist is taken for: one that was never shown. */
const NO_ROW: Row = { n: 0, version: 0, id: '', shown: null, classes: null };
