/** Backups of a data folder, also of one to which a crawl writes. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import { takeSnapshot } from '../../../shared/local/backup/database-snapshot.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const PAGES = 60;
let folder: string;
let dir: string;
let to: string;
let site: TestSite;
beforeEach(async () => {
  folder = temporaryFolder();
  [dir, to] = [join(folder, 'data'), join(folder, 'copy')];
  const pages = Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => [
      `/${n || ''}`,
      `${prose(`moss${n}`)}${n + 1 < PAGES ? `<a href="/${n + 1}">next</a>` : ''}`,
    ]),
  );
  site = await startSite(pages);
});
afterEach(() => site.close());

const crawl = (at: string, ...more: string[]) =>
  thresher(['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', at, ...more]);
const backUp = (...more: string[]) => thresher(['backup', to, '--dir', dir, ...more]);
const countRecords = async (at: string) => (await thresher(['status', '--json', '--dir', at])).answers()[0]!['records'];
const objectsIn = (at: string) =>
  readdirSync(join(at, 'objects'), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(at, 'objects', name)).isFile())
    .sort();

test('a copy that is made while a crawl writes is consistent, and a crawl in it fetches the rest', async () => {
  const running = crawl(dir);
  while (site.agents.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
  expect(await running).toMatchObject({ code: 0 });
  site.requests();
  expect((await crawl(to)).code).toBe(0);
  expect(site.requests().length).toBeLessThan(PAGES);
  expect(await countRecords(to)).toBe(PAGES);
  const sanity = await thresher(['sanity', '--dir', to]);
  // As after a kill, responses may be archived whose visit was not committed yet. Nothing that the databases name is missing.
  const faults = sanity.printed.filter((line) => /^\S+ +\d/.test(line) && !line.startsWith('uncleaned-object'));
  expect(faults).toEqual([]);
  await thresher(['sanity', '--repair', '--dir', to]);
  expect((await thresher(['sanity', '--dir', to])).code).toBe(0);
});

test('a second backup copies what is new, and removes what is gone', async () => {
  await crawl(dir, '--limit', '20');
  expect((await backUp()).printed[0]).toMatch(/^.*copy: backup of .*data; \d+ new files, .* and the databases$/);
  expect(await countRecords(to)).toBe(20);
  expect((await backUp('--json')).answers()[0]).toEqual({ files: 0, bytes: 0 });
  await crawl(dir);
  const [first] = readdirSync(join(dir, 'objects/settings'));
  writeFileSync(join(to, 'objects/settings', first!, 'gone.json'), '{}');
  expect((await backUp()).code).toBe(0);
  expect(objectsIn(to)).toEqual(objectsIn(dir));
  expect(await countRecords(to)).toBe(PAGES);
  expect(readdirSync(to).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('without its index a copy is complete after the next crawl', async () => {
  await crawl(dir, '--limit', '20');
  await backUp();
  expect((await backUp('--without-index')).code).toBe(0);
  expect(existsSync(join(to, 'index.sqlite'))).toBe(false);
  expect((await crawl(to)).code).toBe(0);
  expect(await countRecords(to)).toBe(PAGES);
});

test('refuses a folder with something else, one in the other, and one in use', async () => {
  await crawl(dir, '--limit', '2');
  const refusal = async (target: string) => {
    const { code, stderr } = await thresher(['backup', target, '--dir', dir]);
    return [code, stderr.join()];
  };
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other', 'thesis.txt'), '');
  expect(await refusal(join(folder, 'other'))).toEqual([
    2,
    expect.stringContaining('not empty, and no earlier backup'),
  ]);
  expect(await refusal(dir)).toEqual([2, expect.stringContaining('not empty')]);
  expect(await refusal(join(dir, 'copy'))).toEqual([2, expect.stringContaining('cannot be in each other')]);
  expect(existsSync(join(dir, 'copy'))).toBe(false);
  expect((await thresher(['backup', to, '--dir', join(folder, 'none')])).code).toBe(2);
  await backUp();
  const unlock = lockFolder(to);
  expect(await refusal(to)).toEqual([3, expect.stringContaining('in use')]);
  unlock();
});

test('an interrupted backup leaves the earlier one as it was, and can be repeated', async () => {
  await crawl(dir, '--limit', '20');
  await backUp();
  await crawl(dir);
  const interrupted = await thresher(['backup', to, '--dir', dir], [], { interrupt: AbortSignal.abort() });
  expect(interrupted.code).toBe(130);
  expect(await countRecords(to)).toBe(20);
  expect((await backUp()).code).toBe(0);
  expect(await countRecords(to)).toBe(PAGES);
});

test('a snapshot has the rows of its moment, whatever is written before it is copied', async () => {
  const db = openDatabase(join(folder, 'some.sqlite'));
  db.exec('CREATE TABLE page (n INTEGER); INSERT INTO page VALUES (1)');
  const snapshot = takeSnapshot(join(folder, 'some.sqlite'));
  db.exec('INSERT INTO page VALUES (2)');
  await snapshot.copyTo(join(folder, 'copy.sqlite'), new AbortController().signal);
  snapshot.close();
  db.close();
  const copy = openDatabase(join(folder, 'copy.sqlite'));
  expect(copy.prepare('SELECT n FROM page').all()).toEqual([{ n: 1 }]);
  copy.close();
});
