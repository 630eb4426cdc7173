/** Simulations over the stored pages of a crawl. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import type { DocumentLine } from '../../../shared/clean/document.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { headOf, lineOf, link } from '../../classify/documents.ts';
import { storeDocuments } from '../../classify/review/stored.ts';
import { thresher } from '../test-terminal.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const dir = mkdtempSync(join(tmpdir(), 'thresher-simulate-crawl-'));
const url = (path: string) => `http://a.example/${path}` as Url;

const page = (path: string, text: string, links: [to: string, rel?: string][], depth = 1): DocumentLine =>
  lineOf(
    { url: url(path), title: 'Page', text, links: links.map(([to, rel]) => link(url(to), to, rel)) },
    { fetchedAt: NOON, note: { depth, class: 1 } },
  );
const moved = (path: string, to: string): DocumentLine => ({
  ...headOf(url(path), { fetchedAt: NOON }),
  ...{ kind: 'moved', to: url(to), permanent: true },
});

beforeAll(async () => {
  const stores = openStores(dir);
  const filters = [{ terms: 'plants.txt', termsText: '40: sundew=P\n10: moss=P\n', cutOff: 20 }];
  const settings = readSettings({
    crawl: 'plants',
    seeds: ['http://a.example/'],
    ...{ topic: { filters }, cindi: { anchorLists: false, tunnelling: 'off', contextGraph: false } },
  });
  await stores.control.create('plants', await storeSettings(settings, stores.objects), NOON);
  await storeDocuments(stores.objects, NOON, 'one', [
    page('', 'a list', [['old'], ['dull'], ['secret', 'nofollow'], ['gone']], 0),
    page('dull', 'rain', [['moss']]),
    page('secret', 'sundew', []),
  ]);
  await storeDocuments(stores.objects, NOON + 1_000, 'two', [
    moved('old', 'sundew'),
    page('sundew', 'sundew', [['dull']]),
    page('moss', 'moss', []),
  ]);
  await stores.objects.put('clean/plants/2026/05/03/120002-bad.jsonl.zst', new Uint8Array([1, 2, 3]));
  const others = readSettings({ crawl: 'all', seeds: ['http://a.example/'] });
  await stores.control.create('all', await storeSettings(others, stores.objects), NOON);
  stores.close();
  writeFileSync(join(dir, 'moss.txt'), '40: moss=M\n');
  writeFileSync(join(dir, 'seeds.txt'), `${url('dull')}\n`);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const simulate = (...args: string[]) => thresher(['simulate', '--dir', dir, '--name', 'plants', ...args]);
type Answer = { strategy: string; fetched: number; points: { relevant: number; recall: number }[] };
async function lastPoints(...args: string[]) {
  const { answers } = await simulate('--json', '--strategy', 'breadth-first', ...args);
  const [{ fetched, points }] = answers() as [Answer];
  return { fetched, ...points.at(-1)! };
}

test('crawls the stored pages from the seeds, over redirects and without links that the crawl ignores', async () => {
  expect(await lastPoints()).toMatchObject({ fetched: 4, relevant: 1, recall: 1 });
});

test('names unreadable objects, and ends with exit code 1', async () => {
  const { code, stderr } = await simulate();
  expect(code).toBe(1);
  expect(stderr).toEqual([
    expect.stringMatching(/^warning: clean\/plants\/.*bad\.jsonl\.zst.* its pages are left out$/),
  ]);
});

test("applies the crawl's own rules of CINDI", async () => {
  const { answers } = await simulate('--json', '--strategy', 'cindi');
  // Without Layer 2, `moss` is behind an off-topic page.
  expect(answers()).toMatchObject([{ strategy: 'cindi', fetched: 3 }]);
});

test('tries another threshold, topic and seeds, and changes nothing', async () => {
  expect(await lastPoints('--cut-off', '5')).toMatchObject({ relevant: 2 });
  expect(await lastPoints('--topic', join(dir, 'moss.txt'))).toMatchObject({ relevant: 1 });
  expect(await lastPoints('--seeds', join(dir, 'seeds.txt'))).toMatchObject({ fetched: 2, relevant: 0 });
  expect(await lastPoints()).toMatchObject({ relevant: 1 });
});

test('counts the verdicts of a person', async () => {
  await thresher(['judge', '--dir', dir, '--name', 'plants', '--limit', '3'], ['y', 'y', 'y']);
  expect((await lastPoints()).relevant).toBeGreaterThan(1);
});

test.each<[what: string, args: string[], message: string]>([
  ['a crawl without a topic', ['--name', 'all'], 'all has no topic, so every page counts; give one with --topic FILE'],
  ['a crawl without pages', ['--name', 'all', '--topic', 'TOPIC'], 'all has no stored pages'],
  ['an unknown crawl', ['--name', 'none'], 'has no crawl none'],
  ['training pages', ['--train', 'x.jsonl'], '--train: is for a graph'],
  ['a model', ['--model', 'x.model'], '--model: is for a graph; give the topic with --topic FILE'],
  ['a graph as well', ['--graph', 'x.jsonl', '--topic', 'x'], '--dir: is for a crawl'],
  ['a wrong cut-off', ['--cut-off', 'high'], '--cut-off: high'],
])('refuses %s', async (_what, args, message) => {
  const given = args.map((arg) => (arg === 'TOPIC' ? join(dir, 'moss.txt') : arg));
  const { code, stderr } = await thresher([
    'simulate',
    '--dir',
    dir,
    ...(args.includes('--name') ? [] : ['--name', 'plants']),
    ...given,
  ]);
  expect(code).toBe(2);
  expect(stderr.join('\n')).toContain(message);
});
