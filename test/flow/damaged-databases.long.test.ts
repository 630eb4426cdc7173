/** Databases that are damaged while a crawl runs: the run ends, and its message names the file. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { type Child, startThresher, until } from './child.ts';
import { startThreeHosts, type ThreeHosts } from './three-hosts.ts';

let three: ThreeHosts;
beforeEach(async () => {
  three = await startThreeHosts();
});
afterEach(() => three.close());

/** Overwrites all pages of the file from the given one on, or the first page of the given table. */
async function overwritePages({ process: writer }: Child, file: string, where: number | string): Promise<void> {
  const db = openDatabase(file);
  db.exec('PRAGMA busy_timeout = 0');
  const { page_size: pageBytes } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  const rootOf = db.prepare('SELECT rootpage - 1 AS page FROM sqlite_master WHERE name = ?');
  const page = typeof where === 'number' ? where : (rootOf.get(where) as { page: number }).page;
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  // The crawl stands still between the checkpoint and the damage. It could read or write a page in between, and would go on
  // with its good copy, which the next checkpoint puts over the damaged one.
  for (;;) {
    writer.kill('SIGSTOP');
    if ((checkpoint.get() as { busy: number }).busy === 0) break;
    writer.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const handle = openSync(file, 'r+');
  const from = page * pageBytes;
  const bytes = typeof where === 'number' ? Math.max(0, statSync(file).size - from) : pageBytes;
  const noise = Buffer.alloc(bytes, 0xa5);
  writeSync(handle, noise, 0, noise.length, from);
  closeSync(handle);
  db.close();
  writer.kill('SIGCONT');
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
  await overwritePages(running, join(three.dir, name), where);
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
