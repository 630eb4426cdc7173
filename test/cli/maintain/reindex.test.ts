import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newIndexFile } from '../../../cli/run/folder/data-folder.ts';
import { disks } from '../../../cli/run/folder/disk-size.ts';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { indexRecords } from '../../../shared/index/index-records.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { writeJsonLines } from '../../../shared/text/json-lines.ts';
import { seen } from '../../contracts/search-index.contract.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { thresher } from '../test-terminal.ts';

const KEYS = ['a', 'b', 'c'].map((name) => `records/bogs/2026/01/01/${name}.jsonl.zst`);

const { read } = disks;
const { exec } = DatabaseSync.prototype;

let dir: string;
beforeEach(async () => {
  dir = temporaryFolder();
  const stores = openStores(dir);
  const settings = readSettings({ crawl: 'bogs', seeds: ['http://a.example/'] });
  await stores.control.create('bogs', await storeSettings(settings, stores.objects), 1);
  for (const [i, key] of KEYS.entries()) {
    const change = seen(`id${i}`, `http://a.example/${i}`, { text: `Sundew number ${i}`, language: 'en' });
    await stores.objects.put(key, writeJsonLines([change]));
    await indexRecords({ crawl: 'bogs', key }, stores);
  }
  stores.close();
});

const search = async () => (await thresher(['search', 'sundew', '--json', '--dir', dir])).answers()[0];

test('rebuilds a lost or damaged index from the stored records', async () => {
  const before = await search();
  expect(before).toMatchObject({ total: 3 });
  rmSync(join(dir, 'index.sqlite'));
  expect(await thresher(['reindex', '--dir', dir])).toMatchObject({
    code: 0,
    printed: ['bogs: 3 records'],
    stderr: [],
  });
  expect(await search()).toEqual(before);
  writeFileSync(join(dir, 'index.sqlite'), 'no database\n');
  expect((await thresher(['reindex', '--dir', dir, '--json'])).answers()[0]).toEqual([
    { crawl: 'bogs', records: 3, damaged: [] },
  ]);
  expect(await search()).toEqual(before);
});

test('gives all records a time after that of the rebuild, as the old index was harvested until then', async () => {
  expect((await thresher(['reindex', '--dir', dir])).code).toBe(0);
  const stores = openStores(dir);
  const changes = { from: Date.now() + 10_000, before: Date.now() + 60_000, size: 9 };
  expect(await stores.index.changedRecords('bogs', changes)).toHaveLength(3);
  stores.close();
});

test('ignores the log of the old index', async () => {
  const before = await search();
  rmSync(join(dir, 'index.sqlite'));
  for (const ending of ['-wal', '-shm']) writeFileSync(join(dir, `index.sqlite${ending}`), 'of another file');
  expect((await thresher(['reindex', '--dir', dir])).code).toBe(0);
  expect(await search()).toEqual(before);
  expect(readdirSync(dir).filter((name) => name.startsWith('index.sqlite'))).toEqual(['index.sqlite']);
});

test('skips a damaged object, names it, and ends with exit code 1', async () => {
  writeFileSync(join(dir, 'objects', KEYS[1]!), 'no Zstandard');
  rmSync(join(dir, 'index.sqlite'));
  expect(await thresher(['reindex', '--dir', dir])).toMatchObject({
    code: 1,
    printed: ['bogs: 2 records'],
    stderr: [`${dir}/objects/${KEYS[1]}: cannot be read; its records are missing in the index`],
  });
  expect(await search()).toMatchObject({ total: 2 });
});

test('ends in order when the disk becomes full, and keeps the old index', async () => {
  const before = await search();
  // The first transaction creates the tables, and the next ones write an object each.
  const countTransactions = fillDiskAt(2);
  const { code, printed, messages } = await thresher(['reindex', '--dir', dir]);
  expect([code, printed]).toEqual([3, []]);
  expect(messages.at(-1)).toContain('the rebuild of the index ends in order before it is full');
  expect(countTransactions()).toBe(2);
  expect(existsSync(newIndexFile(dir))).toBe(false);
  expect(await search()).toEqual(before);
});

test('replaces the old index by a complete one although the disk becomes full, as that frees space', async () => {
  const complete = { code: 0, printed: ['bogs: 3 records'] };
  const countTransactions = fillDiskAt(Number.POSITIVE_INFINITY);
  expect(await thresher(['reindex', '--dir', dir])).toMatchObject(complete);
  const all = countTransactions();
  const old = statSync(join(dir, 'index.sqlite'), { bigint: true }).mtimeNs;
  fillDiskAt(all);
  expect(await thresher(['reindex', '--dir', dir])).toMatchObject(complete);
  expect(statSync(join(dir, 'index.sqlite'), { bigint: true }).mtimeNs).not.toBe(old);
  expect(await search()).toMatchObject({ total: 3 });
});

test('keeps the old index when it is interrupted', async () => {
  const before = await search();
  const interrupt = AbortSignal.abort();
  expect((await thresher(['reindex', '--dir', dir], [], { interrupt })).code).toBe(130);
  expect(existsSync(join(dir, 'index.sqlite.new'))).toBe(false);
  expect(await search()).toEqual(before);
});

test('refuses while a crawl runs, and refuses a name, as a folder has one index', async () => {
  const unlock = lockFolder(dir);
  expect((await thresher(['reindex', '--dir', dir])).code).toBe(3);
  unlock();
  expect((await thresher(['reindex', '--dir', dir, '--name', 'bogs'])).code).toBe(2);
  expect((await thresher(['reindex', '--dir', join(dir, 'nothing')])).code).toBe(2);
});

test('a read command creates no databases in an empty folder', async () => {
  const empty = temporaryFolder();
  expect((await thresher(['search', 'sundew', '--dir', empty])).code).toBe(2);
  expect(readdirSync(empty)).toEqual([]);
});

test('export writes to a device directly instead of replacing it', async () => {
  const full = '/dev/full';
  if (!existsSync(full)) return;
  const { code } = await thresher(['export', '--dir', dir, '-o', full]);
  expect([code, statSync(full).isCharacterDevice()]).toEqual([1, true]);
});

/** Fills the disk, which the watch notices, at the n-th transaction of a new index. @returns a function that counts these transactions */
function fillDiskAt(n: number): () => number {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let free = 5e9;
  disks.read = () => ({ size: 2e11, free });
  let transactions = 0;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    exec.call(this, sql);
    if (sql !== 'COMMIT' || this.location() !== newIndexFile(dir)) return;
    if (++transactions !== n) return;
    free = 5e7;
    vi.advanceTimersByTime(1_000);
  });
  onTestFinished(() => {
    spy.mockRestore();
    disks.read = read;
    vi.useRealTimers();
  });
  return () => transactions;
}
