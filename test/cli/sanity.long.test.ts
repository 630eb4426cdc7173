import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../cli/run/folder/folder-lock.ts';
import { prose, startSite, type TestSite } from './site.ts';
import { thresher } from './test-terminal.ts';

const PAGES: Record<string, string> = {
  '/': `${prose('heath')}<a href="/moss">moss</a> <a href="/fern">fern</a> <a href="/missing">gone</a>`,
  '/moss': prose('moss'),
  '/fern': prose('fern'),
};

let site: TestSite;
let healthy: string;
let dir: string;
beforeAll(async () => {
  site = await startSite(PAGES);
  healthy = mkdtempSync(join(tmpdir(), 'thresher-sanity-'));
  expect((await crawl(healthy)).code).toBe(0);
});
afterAll(() => {
  site.close();
  rmSync(healthy, { recursive: true });
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-sanity-'));
  cpSync(healthy, dir, { recursive: true });
  site.requests();
});
afterEach(() => rmSync(dir, { recursive: true }));

function crawl(where = dir) {
  const settings = ['--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', where, '--name', 'moss'];
  return thresher(['crawl', `${site.origin}/`, ...settings]);
}
type Problem = { kind: string; count: number; repaired: number; examples: string[] };
async function sanity(...args: string[]) {
  const { code, answers, stderr } = await thresher(['sanity', '--json', '--dir', dir, '--name', 'moss', ...args]);
  const problems = (answers()[0]?.['problems'] ?? []) as Problem[];
  return { code, stderr, problems, kinds: Object.fromEntries(problems.map(({ kind, count }) => [kind, count])) };
}
const exported = async () =>
  (await thresher(['export', '--dir', dir, '--name', 'moss']))
    .answers()
    .map(({ url }) => String(url).replace(site.origin, ''))
    .sort();

function change(file: 'frontier' | 'index', sql: string) {
  const db = new DatabaseSync(join(dir, `${file}.sqlite`));
  db.exec(sql);
  db.close();
}
const FORGET_RECORDS = 'DELETE FROM record_1; DELETE FROM url_1; DELETE FROM near_1; DELETE FROM words_1';
const objects = (folder: string) =>
  readdirSync(join(dir, 'objects', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const remove = (folder: string) => {
  for (const file of objects(folder)) rmSync(file);
};

/** Repairs, crawls, and expects no problem and all records. */
async function expectRepaired() {
  expect((await sanity('--repair')).code).toBe(0);
  expect((await crawl()).code).toBe(0);
  expect(await sanity()).toMatchObject({ code: 0, problems: [] });
  expect(await exported()).toEqual(['/', '/fern', '/moss']);
}

test('finds nothing after a crawl, and says so', async () => {
  expect(await sanity('--raw')).toMatchObject({ code: 0, problems: [] });
  const { printed } = await thresher(['sanity', '--dir', dir]);
  expect(printed).toEqual(['moss: no problems']);
});

test('finds nothing after pages have changed, moved and vanished, and after a deletion', async () => {
  const web = { ...PAGES };
  try {
    PAGES['/moss'] = prose('sphagnum');
    delete PAGES['/fern'];
    await thresher(['recrawl', '--dir', dir]);
    await crawl();
    expect((await sanity()).problems).toEqual([]);
    await thresher(['delete', '--path', `${site.origin}/moss`, '--apply', '--raw', '--dir', dir]);
    expect((await sanity('--raw')).problems).toEqual([]);
  } finally {
    Object.assign(PAGES, web);
  }
});

test('indexes records again from their objects if the index lacks them', async () => {
  change('index', FORGET_RECORDS);
  const found = await sanity();
  expect(found).toMatchObject({ code: 1, kinds: { 'missing-record': 3 } });
  await expectRepaired();
  expect(site.requests()).toEqual([]);
});

test('classifies documents again if the objects of records are lost too', async () => {
  change('index', FORGET_RECORDS);
  remove('records');
  await expectRepaired();
  expect(site.requests()).toEqual([]);
});

test('cleans WARC objects again whose documents are lost or damaged', async () => {
  remove('clean');
  expect((await sanity()).kinds).toEqual({ 'uncleaned-object': objects('raw').length });
  await expectRepaired();
  expect(site.requests()).toEqual([]);
  truncateSync(objects('clean')[0]!, 40);
  expect((await sanity()).kinds).toEqual({ 'unreadable-object': 1 });
  await expectRepaired();
  expect(site.requests()).toEqual([]);
});

test('fetches pages again that have no archive', async () => {
  for (const folder of ['raw', 'clean', 'records']) remove(folder);
  expect((await sanity()).kinds).toEqual({ 'missing-document': 3, 'missing-capture': 3 });
  await expectRepaired();
  expect(site.requests()).toEqual(['/', '/fern', '/moss']);
});

test('removes records whose pages the frontier does not know', async () => {
  change('frontier', 'DELETE FROM head; DELETE FROM bundle; DELETE FROM inbox');
  expect(await sanity()).toMatchObject({ code: 1, kinds: { 'orphaned-record': 3 } });
  expect((await sanity('--repair')).code).toBe(0);
  expect(await exported()).toEqual([]);
});

test('corrects counts, and removes messages without objects and what a killed process holds', async () => {
  change(
    'frontier',
    `UPDATE head SET counts = '{"fetched":7}', attempts = 2;
    INSERT INTO host_lock VALUES ('held', 't', 99999999999999, 0, 0, 0);
    INSERT INTO message (queue, body, visible_at, expires_at) VALUES ('captures', '{"crawl":"moss","key":"raw/moss/no"}', 0, 99999999999999),
      ('records', '{"crawl":"other","key":"records/other/no"}', 0, 99999999999999)`,
  );
  const { kinds } = await sanity();
  expect(kinds).toEqual({ 'wrong-count': 1, 'orphaned-message': 2, 'stale-lease': 2 });
  expect((await sanity('--repair')).code).toBe(0);
  expect(await sanity()).toMatchObject({ code: 0, problems: [] });
  expect(site.requests()).toEqual([]);
});

test('names what it cannot repair, and repairs the rest', async () => {
  change('frontier', "DELETE FROM bundle WHERE name LIKE 's%'; DELETE FROM bundle WHERE name LIKE 'p%'");
  writeFileSync(objects('records')[0]!, 'no');
  const { code, kinds } = await sanity('--repair');
  expect(code).toBe(1);
  expect(kinds).toEqual({ 'damaged-host': 1, 'unreadable-object': 1 });
  const { printed } = await thresher(['sanity', '--repair', '--dir', dir]);
  expect(printed.join('\n')).toMatch(/Not repaired: damaged-host: restore frontier.sqlite/);
});

test('reports a damaged WARC object with --raw', async () => {
  const [file] = objects('raw');
  truncateSync(file!, 1_500);
  expect(await sanity()).toMatchObject({ code: 0 });
  const { code, problems } = await sanity('--raw');
  expect(code).toBe(1);
  expect(problems).toMatchObject([
    { kind: 'unreadable-object', examples: [expect.stringMatching(/^raw\/moss.*byte/)] },
  ]);
});

test('needs the folder for itself', async () => {
  const unlock = lockFolder(dir);
  try {
    expect(await sanity()).toMatchObject({ code: 3, stderr: [expect.stringContaining('in use')] });
  } finally {
    unlock();
  }
});
