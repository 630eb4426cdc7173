/** An index that was lost, cut short or replaced by an older copy: read commands refuse it, and the next crawl rebuilds it. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { startThresher, until } from '../../flow/child.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const PAGES = ['moss', 'fern', 'sundew', 'heath'];

let site: TestSite;
/** Answers nothing at first. */
let silent: Server;
let isSilent = true;
/** A finished crawl of four pages, with a copy of its index after the first two. */
let whole: string;
/** A crawl of the same pages that was killed: its index has a log. */
let killed: string;

beforeAll(async () => {
  const links = (names: string[]) => names.map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  const pages: Record<string, string> = { '/': prose('start') + links(PAGES) };
  for (const name of PAGES) pages[`/${name}`] = prose(name);
  site = await startSite(pages);
  silent = createServer((_, response) => !isSilent && response.writeHead(404).end()).listen(site.port, '127.0.0.2');
  whole = mkdtempSync(join(tmpdir(), 'thresher-whole-'));
  expect((await crawl(whole, '--limit', '2')).code).toBe(4);
  copyFileSync(index(whole), join(whole, 'older.sqlite'));
  expect((await crawl(whole)).code).toBe(0);
  killed = mkdtempSync(join(tmpdir(), 'thresher-killed-'));
  await killCrawl(killed);
  isSilent = false;
});
afterAll(() => {
  site.close();
  silent.close();
  silent.closeAllConnections();
  for (const dir of [whole, killed]) rmSync(dir, { recursive: true, force: true });
});

const index = (dir: string) => join(dir, 'index.sqlite');
const arguments_ = (dir: string) => [
  ...['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0'],
  ...['--dir', dir, '--name', 'bog'],
];
const crawl = (dir: string, ...more: string[]) => thresher([...arguments_(dir), ...more]);
/** Records without the times of their fetches, which differ if a killed crawl has to fetch a page again. */
const exported = async (dir: string) =>
  (await thresher(['export', '--dir', dir])).answers().map(({ fetchedAt: _, warc: _place, ...record }) => record);

/** Kills a crawl once its index has records, while it waits for a server that never answers. */
async function killCrawl(dir: string): Promise<void> {
  const child = startThresher([...arguments_(dir), `http://127.0.0.2:${site.port}/`]);
  const hasRecords = () => {
    if (!existsSync(join(dir, 'frontier.sqlite')) || !existsSync(index(dir))) return false;
    return marksOf(dir).length > 0;
  };
  await until(child, hasRecords);
  child.process.kill('SIGKILL');
  await child.ended;
}

function marksOf(dir: string) {
  const stores = openStores(dir, 'read');
  try {
    return stores.indexMarks.list();
  } finally {
    stores.close();
  }
}

function copyOf(dir: string): string {
  const copy = temporaryFolder();
  cpSync(dir, copy, { recursive: true });
  return copy;
}

const DAMAGE: Record<string, { of: () => string; damage(dir: string): void; says: RegExp }> = {
  removed: { of: () => whole, damage: (dir) => rmSync(index(dir)), says: /is missing or empty/ },
  'of length zero': { of: () => whole, damage: (dir) => truncateSync(index(dir)), says: /is missing or empty/ },
  'cut to half': {
    of: () => whole,
    damage: (dir) => truncateSync(index(dir), statSync(index(dir)).size / 2),
    says: /is damaged/,
  },
  'replaced by an older copy': {
    of: () => whole,
    damage: (dir) => copyFileSync(join(dir, 'older.sqlite'), index(dir)),
    says: /is older than the crawl/,
  },
  'without its log after a kill': {
    of: () => killed,
    damage: (dir) => rmSync(`${index(dir)}-wal`),
    says: /is older than the crawl, or its log index.sqlite-wal was lost/,
  },
  'cut to half after a kill': {
    of: () => killed,
    damage: (dir) => truncateSync(index(dir), 0.5 * statSync(index(dir)).size),
    says: /is (shorter than the crawl left it|damaged)/,
  },
};

describe.each(Object.entries(DAMAGE))('an index %s', (_name, { of, damage, says }) => {
  test('is refused by commands that read it, and rebuilt by the next crawl', async () => {
    const dir = copyOf(of());
    const undamaged = copyOf(dir);
    damage(dir);
    for (const args of [['search', 'sundew'], ['status'], ['export'], ['serve', '--port', '0'], ['mcp']]) {
      const { code, printed, stderr } = await thresher([...args, '--dir', dir], [], { interrupt: AbortSignal.abort() });
      expect({ args, code, printed }).toEqual({ args, code: 3, printed: [] });
      expect(stderr).toEqual([expect.stringMatching(says)]);
      expect(stderr[0]).toContain(`; rebuild it from the stored records: npx thresher reindex --dir ${dir}`);
    }
    const { code, messages } = await crawl(dir);
    expect(code).toBe(0);
    expect(messages).toEqual([expect.stringMatching(/it was rebuilt from the stored records, with [1-5] records?$/)]);
    expect(messages[0]).toMatch(says);
    // Pages that the killed crawl had fetched but not indexed are added by both.
    expect((await crawl(undamaged)).messages).toEqual([]);
    expect(await exported(dir)).toEqual(await exported(undamaged));
    expect((await crawl(dir)).messages).toEqual([]);
    expect(readdirSync(dir).filter((name) => name.startsWith('index.sqlite'))).toEqual(['index.sqlite']);
  });
});

test('a rebuilt index has what was deleted and judged again since the pages were fetched', async () => {
  const dir = copyOf(whole);
  const topic = join(dir, 'topic.txt');
  writeFileSync(topic, '50: sundew1=S\n50: fern1=F\n50: start1=T\n');
  expect((await crawl(dir, '--topic', topic)).code).toBe(0);
  expect((await thresher(['reclassify', '--dir', dir, '--name', 'bog'])).code).toBe(0);
  expect(
    (await thresher(['delete', '--path', `${site.origin}/fern`, '--apply', '--dir', dir, '--name', 'bog'])).code,
  ).toBe(0);
  const before = await exported(dir);
  expect(before.map(({ url }) => String(url).replace(site.origin, '')).sort()).toEqual(['/', '/sundew']);
  rmSync(index(dir));
  expect((await crawl(dir, '--topic', topic)).messages).toEqual([
    expect.stringMatching(/was rebuilt from the stored records, with 2 records$/),
  ]);
  expect(await exported(dir)).toEqual(before);
});

test('each run names an object that could not be read when the index was rebuilt, until it is mended', async () => {
  const dir = copyOf(whole);
  const before = await exported(dir);
  const folder = join(dir, 'objects', 'records');
  const [name] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.zst'));
  const file = join(folder, name!);
  const bytes = readFileSync(file);
  truncateSync(file, 20);
  rmSync(index(dir));
  const missing = expect.stringMatching(
    new RegExp(`objects/records/${name}: cannot be read; its records are missing in the index. Restore`),
  );
  expect(await crawl(dir)).toMatchObject({ code: 1, messages: [expect.stringMatching(/was rebuilt/), missing] });
  for (let i = 0; i < 2; i++) expect(await crawl(dir)).toMatchObject({ code: 1, messages: [missing] });
  expect((await exported(dir)).length).toBeLessThan(before.length);
  writeFileSync(file, bytes);
  const mended = expect.stringMatching(/lacked the records of stored objects .*: it was rebuilt .* with 5 records$/);
  expect(await crawl(dir)).toMatchObject({ code: 0, messages: [mended] });
  expect(await crawl(dir)).toMatchObject({ code: 0, messages: [] });
  expect(await exported(dir)).toEqual(before);
});

test('a folder of an earlier version has no marks, and gets them from its next writes', async () => {
  const dir = copyOf(whole);
  const db = openDatabase(join(dir, 'frontier.sqlite'));
  db.exec('DROP TABLE index_mark');
  db.close();
  expect(await crawl(dir)).toMatchObject({ code: 0, messages: [] });
  expect((await thresher(['search', 'sundew', '--dir', dir])).code).toBe(0);
  expect(marksOf(dir)).toEqual([]);
  expect((await thresher(['recrawl', '--dir', dir, '--name', 'bog'])).code).toBe(0);
  expect((await crawl(dir)).code).toBe(0);
  expect(
    (await thresher(['delete', '--path', `${site.origin}/fern`, '--apply', '--dir', dir, '--name', 'bog'])).code,
  ).toBe(0);
  expect(marksOf(dir)).toEqual([expect.objectContaining({ crawl: 'bog' })]);
  copyFileSync(join(dir, 'older.sqlite'), index(dir));
  expect(await thresher(['search', 'sundew', '--dir', dir])).toMatchObject({ code: 3 });
});
