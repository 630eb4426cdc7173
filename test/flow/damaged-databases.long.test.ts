/** Databases that are damaged while a crawl runs: the run ends, and its message names the file. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { startThresher, until } from './child.ts';
import { startThreeHosts, type ThreeHosts } from './three-hosts.ts';

let three: ThreeHosts;
beforeEach(async () => {
  three = await startThreeHosts();
});
afterEach(() => three.close());

/**
 * Copies the log into the database file, so that pages are read from it, and overwrites all pages from the given one on, or
 * the first page of the given table.
 */
function overwritePages(file: string, where: number | string): void {
  const db = openDatabase(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { page_size: pageBytes } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  const rootOf = db.prepare('SELECT rootpage - 1 AS page FROM sqlite_master WHERE name = ?');
  const page = typeof where === 'number' ? where : (rootOf.get(where) as { page: number }).page;
  db.close();
  const handle = openSync(file, 'r+');
  const from = page * pageBytes;
  const bytes = typeof where === 'number' ? Math.max(0, statSync(file).size - from) : pageBytes;
  const noise = Buffer.alloc(bytes, 0xa5);
  writeSync(handle, noise, 0, noise.length, from);
  closeSync(handle);
}

test.each<[string, number | string]>([
  ['frontier.sqlite', 0],
  ['frontier.sqlite', 1],
  ['frontier.sqlite', 'message'],
  ['frontier.sqlite', 'head'],
  ['frontier.sqlite', 'bundle'],
  ['index.sqlite', 0],
  ['index.sqlite', 1],
])('%s, overwritten at %s, ends the run with exit code 3', async (name, where) => {
  const running = startThresher(three.crawl(0.25));
  await until(running, () => three.pageRequests().length >= 12);
  overwritePages(join(three.dir, name), where);
  const { code, err } = await running.ended;
  expect([code, err]).toEqual([3, expect.stringMatching(new RegExp(`^\\S*/${name} is damaged \\(.*\\); .*\\n$`))]);
});

test('a message that is not JSON ends the run with exit code 3', async () => {
  const running = startThresher(three.crawl(0.25));
  await until(running, () => three.pageRequests().length >= 12);
  const db = openDatabase(join(three.dir, 'frontier.sqlite'));
  db.exec(`INSERT INTO message (queue, body, visible_at, expires_at) VALUES ('captures', '{"crawl":', 0, 9e15)`);
  db.close();
  const { code, err } = await running.ended;
  expect([code, err]).toEqual([3, expect.stringMatching(/^\S*\/frontier\.sqlite is damaged \(.*\); .*\n$/)]);
});
