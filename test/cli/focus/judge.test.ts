import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPageJudging } from '../../../cli/judge/page-judging.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { readTopicFilter } from '../../../cli/topic-file.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { lineOf } from '../../classify/documents.ts';
import { examplesOf } from '../../classify/models/examples.ts';
import { storeDocuments } from '../../classify/review/stored.ts';
import { thresher } from '../test-terminal.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
let dir: string;

const page = (host: string, sundews: number) =>
  lineOf(
    { url: `http://${host}.example/` as Url, title: host, text: `${host} ${'sundew '.repeat(sundews)}` },
    { fetchedAt: NOON },
  );

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-judge-'));
  const stores = openStores(dir);
  const filters = [{ terms: 'plants.txt', termsText: '10: sundew=P', cutOff: 25 }];
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'], topic: { filters } });
  await stores.control.create('plants', await storeSettings(settings, stores.objects), NOON);
  await storeDocuments(stores.objects, NOON, 'one', [page('near', 2), page('above', 3), page('far', 9)]);
  stores.close();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const judge = (input: string[], ...args: string[]) => thresher(['judge', '--dir', dir, ...args], input);
const verdicts = async () =>
  (await judge([], '--list', '--json')).answers().map(({ url, verdict }) => `${url as string} ${verdict as string}`);

test('asks page by page, the closest to the cut-off first, and stores each verdict', async () => {
  const { code, printed, stderr } = await judge(['y', 'what', 'n', 's']);
  expect(code).toBe(0);
  expect(printed.slice(0, 6)).toEqual([
    'plants: 3 pages to judge; read all 3 stored pages; 0 verdicts so far',
    '',
    '1 of 3  above',
    '  http://above.example/',
    '  relevant, score 30: plants.txt: score 30 above 25: sundew (3)',
    '  above sundew sundew sundew',
  ]);
  expect(printed[6]).toBe('On topic? [y/n/s/u/q]');
  expect(stderr).toEqual(['y: on topic, n: off-topic, s: skip, u: undo the last verdict, q: quit']);
  expect(printed.slice(-3)).toEqual([
    expect.stringMatching(
      /^1 accepted, 1 rejected; apply to these pages with: npx thresher reclassify --dir \S+ --name plants$/,
    ),
    expect.stringMatching(/with: npx thresher train --out plants-judged\.model --crawl plants --dir \S+$/),
    expect.stringMatching(
      /with: npx thresher reclassify --topic plants-judged\.model --dry-run --dir \S+ --name plants$/,
    ),
  ]);
  expect((await verdicts()).sort()).toEqual(['http://above.example/ relevant', 'http://near.example/ off-topic']);
});

test('does not ask about judged pages again', async () => {
  await judge(['y', 'q']);
  const { answers } = await judge([], '--json');
  const [{ crawl, judged, pages }] = answers() as [{ crawl: string; judged: number; pages: { title: string }[] }];
  expect({ crawl, judged, titles: pages.map(({ title }) => title) }).toEqual({
    crawl: 'plants',
    judged: 1,
    titles: ['near', 'far'],
  });
});

test('takes a verdict back, also the last one', async () => {
  const { stderr, printed } = await judge(['u', 'y', 'u', 'n', 'y', 'y', 'u']);
  expect(stderr).toEqual(['there is no verdict to undo']);
  expect(printed.filter((line) => line.startsWith('No more pages'))).toHaveLength(1);
  expect((await verdicts()).sort()).toEqual(['http://above.example/ off-topic', 'http://near.example/ relevant']);
});

test('reclassification follows the verdicts', async () => {
  await judge(['n', 'y']);
  const { code, printed } = await thresher(['reclassify', '--dir', dir, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(printed.at(-1)!)).toMatchObject({ crawl: 'plants' });
  const { answers } = await thresher(['export', '--dir', dir, '--format', 'jsonl']);
  const kept = answers().map(({ url, score }) => `${url as string} ${score as number}`);
  expect(kept.sort()).toEqual(['http://far.example/ 90', 'http://near.example/ 20']);
});

test('deleting pages deletes the verdicts on them', async () => {
  await judge(['y', 'n']);
  expect((await thresher(['delete', '--host', 'near.example', '--dir', dir])).code).toBe(0);
  expect(await verdicts()).toHaveLength(2);
  expect((await thresher(['delete', '--host', 'near.example', '--apply', '--dir', dir])).code).toBe(0);
  expect(await verdicts()).toEqual(['http://above.example/ relevant']);
});

test('prints the verdicts as text, and refuses arguments', async () => {
  await judge(['y']);
  expect((await judge([], '--list')).printed).toEqual([expect.stringMatching(/^\S+Z {2}relevant {3}http:\/\/above/)]);
  expect(await judge([], 'page')).toMatchObject({ code: 2, stderr: [expect.stringMatching(/takes no arguments/)] });
});

test('visitors of the crawl page judge the same pages', async () => {
  const stores = openStores(dir, 'read');
  const judging = createPageJudging(stores, 'secret');
  const shown = async () => {
    const { pages, judged, last } = await judging.pages('plants');
    return { titles: pages.map(({ title }) => title), judged, last: last?.verdict };
  };
  expect(await shown()).toEqual({ titles: ['above', 'near', 'far'], judged: 0, last: undefined });
  expect(await judging.judge('plants', 'http://above.example/', 'off-topic')).toBe(true);
  expect(await judging.judge('plants', 'http://near.example/', 'relevant')).toBe(true);
  expect(await judging.judge('plants', 'http://other.example/', 'relevant')).toBe(false);
  expect(await shown()).toEqual({ titles: ['far'], judged: 2, last: 'relevant' });
  expect(await verdicts()).toHaveLength(2);
  expect(await judging.judge('plants', 'http://above.example/', undefined)).toBe(false);
  expect(await judging.judge('plants', 'http://near.example/', undefined)).toBe(true);
  expect(await shown()).toEqual({ titles: ['near', 'far'], judged: 1, last: 'off-topic' });
  expect(await verdicts()).toEqual(['http://above.example/ off-topic']);
  stores.close();
});

test('a model decides which pages are doubtful, and reports say what it has learned', async () => {
  const model = join(dir, 'plants.model');
  await thresher(['train', '--out', model, '--topic', 'plants', '--jsonl'], examplesOf(15));
  const filter = await readTopicFilter(model);
  const stores = openStores(dir);
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'], topic: { filters: [filter] } });
  const control = await stores.control.get('plants');
  await stores.control.setSettingsKey('plants', control!.settingsKey, await storeSettings(settings, stores.objects));
  stores.close();
  const [{ pages }] = (await judge([], '--json')).answers() as [{ pages: { margin: number }[] }];
  const margins = pages.map(({ margin }) => margin);
  expect(margins).toHaveLength(3);
  expect(margins.every((margin) => margin >= 0 && margin <= 1)).toBe(true);
  const { printed } = await thresher(['borderline', '--dir', dir]);
  expect(printed).toContain(`Words learned for plants (${model}):`);
});
