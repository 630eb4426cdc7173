import type { DatabaseSync } from 'node:sqlite';
import { type Condition, shownRecords } from '../sqlite-search-fields.ts';

/**
 * Returns a function that writes the numbers of the rows that pass filters to a temporary table, and returns a query for them. A search
 * counts and ranks them, twice with feedback, so the rows of the last filters are kept until the index changes.
 *
 * @param number that of the crawl
 */
export function passingRows(db: DatabaseSync, number: number, record: string): (filters: Condition) => Condition {
  const table = `temp.passing_${number}`;
  db.exec(`CREATE TABLE IF NOT EXISTS ${table} (n INTEGER PRIMARY KEY)`);
  const readVersion = db.prepare('SELECT version FROM crawl WHERE n = ?');
  let kept: string | undefined;
  return (filters) => {
    const wanted = JSON.stringify([readVersion.get(number), filters.sql, filters.values]);
    if (wanted !== kept) {
      kept = undefined;
      db.exec(`DELETE FROM ${table}`);
      const insert = `INSERT INTO ${table} SELECT r.n FROM ${shownRecords(record, filters)} ORDER BY r.n`;
      db.prepare(insert).run(...filters.values);
      kept = wanted;
    }
    return { sql: `SELECT n FROM ${table}`, values: [] };
  };
}
