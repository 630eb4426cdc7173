import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSite, startSite } from '../../../demo/server.ts';
import { thresher } from '../test-terminal.ts';

let site: RunningSite;
let folder: string;
const SEEDS = ['http://sundew.test/', 'http://broken.test/', 'http://moved.test/'];
const dir = (name: string) => join(folder, name);
const run = (name: string, ...args: string[]) => thresher([...args, '--dir', dir(name)]);
const crawl = (name: string, ...more: string[]) => {
  const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${site.port}`, '--delay', '0'];
  // The retries of a page that always fails take seconds.
  return run(name, 'crawl', ...SEEDS, ...network, '--exclude', 'URL error\\.html', ...more);
};

type Page = { type: string; url: string; outcome: string; class: number; record?: string | null; partial?: boolean };
const pagesOf = (printed: string[]): Page[] =>
  printed.map((line) => JSON.parse(line) as Page).filter(({ type, partial }) => type === 'page' && !partial);

/** Copies a folder without its databases. */
function loseFrontier(from: string, to: string): void {
  cpSync(dir(from), dir(to), { recursive: true });
  for (const file of globSync('*.sqlite*', { cwd: dir(to) })) rmSync(join(dir(to), file));
}

beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), 'thresher-dump-archive-'));
  await crawl('first', '--limit', '30');
  loseFrontier('first', 'lost');
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

test('has the pages that the frontier had, but for those that failed or were refused', async () => {
  const found = await run('lost', 'frontier', 'dump', '--from-archive');
  expect(found).toMatchObject({ code: 0, stderr: [] });
  const known = pagesOf((await run('first', 'frontier', 'dump')).printed).filter(
    ({ outcome }) => !/^(?:failed|refused)/.test(outcome),
  );
  const named = (pages: Page[]) => pages.map(({ url, outcome, class: at }) => `${url} ${outcome} ${at}`).sort();
  expect(named(known)).toContainEqual(expect.stringContaining('gone.'));
  expect(named(known)).toContainEqual(expect.stringContaining('redirected'));
  const pages = pagesOf(found.printed);
  expect(named(pages)).toEqual(expect.arrayContaining(named(known)));
  const records = new Set((await run('first', 'export')).answers().map((record) => (record as { id: string }).id));
  expect(new Set(pages.flatMap(({ record }) => record ?? []))).toEqual(records);
});

test('a crawl continues from it with the archive in another folder, and fetches no page again', async () => {
  const file = dir('archive.jsonl');
  writeFileSync(file, (await run('lost', 'frontier', 'dump', '--from-archive')).printed.join('\n'));
  const [loaded] = (await run('again', 'frontier', 'load', file, '--json')).answers();
  expect(loaded).toMatchObject({ hosts: 3, queued: 0, errors: 0 });
  cpSync(join(dir('lost'), 'objects'), join(dir('again'), 'objects'), { recursive: true });
  expect((await run('again', 'reindex')).code).toBe(0);
  expect(await run('again', 'sanity')).toMatchObject({ code: 0, stderr: [] });
  expect((await run('again', 'reclassify')).code).toBe(0);
  const before = site.log.requests.length;
  await crawl('again');
  const requested = site.log.requests.slice(before).map(({ host, path }) => `http://${host}${path}`);
  const pages = new Set(pagesOf(readFileSync(file, 'utf8').trim().split('\n')).map(({ url }) => url));
  expect(requested.length).toBeGreaterThan(0);
  expect(requested.filter((url) => pages.has(url))).toEqual([]);
  await crawl('whole');
  const urls = async (name: string) => (await run(name, 'export', '--format', 'urls')).printed.toSorted();
  expect(await urls('again')).toEqual(await urls('whole'));
});

test('reports objects that are damaged, and reads pages without documents from their WARC files', async () => {
  loseFrontier('first', 'damaged');
  const [first, ...others] = globSync('objects/clean/**/*.zst', { cwd: dir('damaged') }).sort();
  writeFileSync(join(dir('damaged'), first!), 'moss');
  for (const other of others) rmSync(join(dir('damaged'), other));
  const { code, stderr, printed } = await run('damaged', 'frontier', 'dump', '--from-archive');
  expect(code).toBe(1);
  expect(stderr).toEqual([expect.stringContaining(`${join(dir('damaged'), first!)}: `)]);
  expect(pagesOf(printed).length).toBeGreaterThan(5);
});

test.each([
  ['a folder without objects', ['frontier', 'dump', '--from-archive', '--dir', 'none'], 'no crawl in this folder'],
  ['another action', ['frontier', 'list', '--from-archive'], '--from-archive: only for `thresher frontier dump`'],
  ['a stack', ['frontier', 'dump', '--from-archive', '--target', 'aws'], 'not available with --target aws'],
])('refuses %s', async (_, args, message) => {
  expect(await thresher(args)).toMatchObject({ code: 2, stderr: [expect.stringContaining(message)] });
});

test('asks for the name of the crawl if the archive has several', async () => {
  loseFrontier('first', 'several');
  const settings = join(dir('several'), 'objects', 'settings');
  const [name] = globSync('*', { cwd: settings });
  cpSync(join(settings, name!), join(settings, 'moss'), { recursive: true });
  const dump = (...more: string[]) => run('several', 'frontier', 'dump', '--from-archive', ...more);
  expect(await dump()).toMatchObject({ code: 2, stderr: [expect.stringContaining('select one with --name')] });
  expect(await dump('--name', 'fen')).toMatchObject({ code: 2, stderr: [expect.stringContaining('has no crawl fen')] });
  expect((await dump('--name', name!)).code).toBe(0);
});

test('takes the newest of several versions of the settings, with a warning', async () => {
  loseFrontier('first', 'versions');
  const [current] = globSync('objects/settings/*/*.json', { cwd: dir('versions') });
  const settings = JSON.parse(readFileSync(join(dir('versions'), current!), 'utf8'));
  const older = join(dir('versions'), current!, '..', '0123456789abcdef.json');
  writeFileSync(older, JSON.stringify({ ...settings, userAgent: 'Oldbot/1.0' }));
  utimesSync(older, 1, 1);
  const { code, stderr, printed } = await run('versions', 'frontier', 'dump', '--from-archive');
  expect(code).toBe(0);
  expect(stderr).toEqual([expect.stringContaining('has 2 versions of the settings')]);
  expect(JSON.parse(printed[0]!)).toMatchObject({ type: 'crawl', settings: { userAgent: settings.userAgent } });
});
