import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSite, startSite } from '../../../demo/server.ts';
import { thresher } from '../test-terminal.ts';

let site: RunningSite;
let folder: string;
const dir = (name: string) => join(folder, name);
const dumpFile = () => join(folder, 'dump.jsonl');
const run = (name: string, ...args: string[]) => thresher([...args, '--dir', dir(name)]);
const crawl = (name: string, ...more: string[]) => {
  const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${site.port}`, '--delay', '0'];
  return run(name, 'crawl', 'http://sundew.test/', ...network, ...more);
};
const dump = async (name: string) => (await run(name, 'frontier', 'dump')).printed;

beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), 'thresher-dump-'));
  await crawl('first', '--limit', '8');
  writeFileSync(dumpFile(), (await dump('first')).join('\n'));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

test('a crawl continues from a dump in another folder and fetches no page again', async () => {
  const loaded = await run('second', 'frontier', 'load', dumpFile());
  expect(loaded).toMatchObject({
    code: 0,
    stderr: [],
    printed: ['sundew.test: 8 pages and 13 queued URLs of 1 host loaded, 0 known already'],
  });
  const status = async () => (await run('second', 'status', '--json')).answers()[0];
  expect(await status()).toMatchObject({ state: 'running', pages: 8, urls: 8, waiting: 13, limit: 'pages' });
  expect((await crawl('second')).code).toBe(0);
  expect(await status()).toMatchObject({ state: 'done', pages: 21, urls: 21, waiting: 0 });
  const paths = site.log.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt');
  expect(paths).toHaveLength(new Set(paths).size);
});

test('loading a dump again, or into its own crawl, changes nothing', async () => {
  const lines = async (name: string) => (await dump(name)).filter((line) => !line.includes('"type":"crawl"'));
  await run('third', 'frontier', 'load', dumpFile());
  const once = await lines('third');
  const again = await run('third', 'frontier', 'load', dumpFile(), '--json');
  expect(again.answers()).toMatchObject([{ pages: 0, queued: 0, known: 21, errors: 0 }]);
  expect(await lines('third')).toEqual(once);
  const first = await lines('first');
  expect((await run('first', 'frontier', 'load', dumpFile())).code).toBe(0);
  const urls = (list: string[]) => list.map((line) => (JSON.parse(line) as { url?: string }).url).sort();
  expect(new Set(urls(await lines('first')))).toEqual(new Set(urls(first)));
});

test('reports bad lines with file and line, and loads the others', async () => {
  const good = (await dump('first')).slice(0, -1);
  const bad = [...good, 'moss', '{"type":"page","url":"http://sundew.test/x"}', '{"type":"tree"}'];
  const file = dir('bad.jsonl');
  writeFileSync(file, bad.join('\n'));
  const { code, stderr, answers } = await run('fourth', 'frontier', 'load', file, '--json');
  expect(code).toBe(1);
  const at = (n: number) => `${file}:${good.length + n}: `;
  expect(stderr).toEqual([
    expect.stringContaining(`${at(1)}not JSON: `),
    expect.stringContaining(`${at(2)}at: `),
    expect.stringContaining(`${at(3)}type: `),
    expect.stringContaining(`${at(3)}the dump ends here without its last line`),
  ]);
  expect(answers()).toMatchObject([{ crawl: 'sundew.test', pages: 8, queued: 13, errors: 4 }]);
});

test('loads lines without a first line only into a crawl that exists', async () => {
  const page = { type: 'queued', url: 'http://other.test/', kind: 'page', class: 2, depth: 0, parent: null };
  const lines = [{ ...page, score: 1, hops: 0 }];
  const load = (name: string) => thresher(['frontier', 'load', '-', '--dir', dir(name)], lines);
  expect(await load('fifth')).toMatchObject({ code: 2, stderr: [expect.stringContaining('no crawl in this folder')] });
  await run('sixth', 'frontier', 'load', dumpFile());
  expect((await load('sixth')).printed).toEqual([
    'sundew.test: 0 pages and 1 queued URL of 1 host loaded, 0 known already',
  ]);
  expect((await run('sixth', 'frontier', 'list', '--new')).printed).toContainEqual(
    expect.stringContaining('http://other.test/'),
  );
});

test('a missing file is an error that creates no folder', async () => {
  expect(await run('seventh', 'frontier', 'load', dir('none'))).toMatchObject({
    code: 2,
    stderr: [`${dir('none')}: no such file`],
  });
});

test.each<[what: string, lines: (dump: string[]) => string[]]>([
  ['no line', () => []],
  ['only bad lines', () => ['{"type":"x"}', 'no JSON']],
  ['no first line', (lines) => lines.slice(1)],
  ['settings that are not valid', ([first = '']) => [first.replace(/"scope":"\w+"/, '"scope":"moss"')]],
  [
    'no settings',
    ([first = '']) => {
      const { settings: _, ...line } = JSON.parse(first);
      return [JSON.stringify(line)];
    },
  ],
])('a dump with %s creates no folder', async (what, change) => {
  const file = join(folder, 'unusable.jsonl');
  writeFileSync(file, change(await dump('first')).join('\n'));
  const { code, stderr } = await run('unused', 'frontier', 'load', file);
  expect(code, what).toBe(2);
  expect(stderr).not.toEqual([]);
  expect(existsSync(dir('unused'))).toBe(false);
});
