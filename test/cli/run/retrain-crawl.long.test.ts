/** A crawl that trains the model of its topic again while it runs. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { createRetrainer } from '../../../cli/run/retrain-crawl.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import type { ModelSetting } from '../../../shared/settings/topic-models.ts';
import { thresher } from '../test-terminal.ts';

const PLANTS = 'sundew bog moss trap leaf peat carnivorous bloom nepenthes pitcher'.split(' ');
const TRAINS = 'engine track station signal tunnel wagon freight rail timetable platform'.split(' ');
const PAGES = 260;

let server: Server;
let folder: string;
const textOf = (words: readonly string[], n: number) =>
  Array.from({ length: 14 }, (_, i) => words[(i * 7 + n * 3 + ((i * n) % 5)) % words.length]).join(' ');
const isPlant = (n: number) => n % 2 === 0;

function pageOf(n: number): string {
  const links = n === 0 ? Array.from({ length: PAGES }, (_, i) => `<a href="/${i + 1}">${i + 1}</a>`) : [];
  return `<title>Page</title><p>${textOf(isPlant(n) ? PLANTS : TRAINS, n)}</p>${links.join(' ')}`;
}

const file = (name: string) => join(folder, name);
const crawl = () => thresher(['crawl', file('crawl.yaml'), '--dir', file('data')]);
const modelKeys = () => readdirSync(file('data/objects/models')).filter((name) => name.endsWith('.model'));

function writeSettings(retrainPages: number | undefined, pages: number) {
  const { port } = server.address() as AddressInfo;
  const filter = { model: 'plants.model', ...(retrainPages && { retrainPages }) };
  const settings = {
    ...{ crawl: 'bogs', seeds: ['http://bog.test/0'], sitemaps: false, limits: { pages } },
    topic: { filters: [filter] },
    politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.test': `127.0.0.1:${port}` } },
  };
  writeFileSync(file('crawl.yaml'), JSON.stringify(settings));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-retrain-'));
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(Number(request.url!.slice(1))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lines = Array.from({ length: 40 }, (_, n) => ({
    label: isPlant(n) ? 'plants' : 'trains',
    text: textOf((isPlant(n) ? PLANTS : TRAINS).slice(0, 6), n + 1_000),
  }));
  expect((await thresher(['train', '--out', file('plants.model'), '--topic', 'plants', '--jsonl'], lines)).code).toBe(
    0,
  );
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('trains after the given number of pages, judges the next pages by the new model, and keeps it in later runs', async () => {
  writeSettings(150, 220);
  const first = await crawl();
  expect(first.code).toBe(4);
  expect(first.messages.filter((line) => line.includes('again'))).toEqual([
    expect.stringMatching(
      /^plants\.model: trained again with \d+ pages of the crawl \(accuracy in cross-validation \d/,
    ),
  ]);
  expect(modelKeys()).toHaveLength(2);

  writeSettings(150, 250);
  const second = await crawl();
  expect(second.messages.join('\n')).toMatch(/topic.*reclassify/s);
  expect(modelKeys()).toHaveLength(2);
  const { printed } = await thresher([
    'explain',
    'http://bog.test/2',
    '--name',
    'bogs',
    '--dir',
    file('data'),
    '--json',
  ]);
  const { topic } = JSON.parse(printed.join('\n')) as { topic: { filters: { terms: { term: string }[] }[] } };
  expect(topic.filters[0]!.terms.map(({ term }) => term).join(' ')).toMatch(/pitcher|nepenth|carnivor/);
});

test('keeps the new model if a seed is added while it is trained', async () => {
  const stores = openStores(file('data'));
  const { key, settings } = await loadStoredSettings('bogs', stores);
  const [filter] = settings.topic.filters as ModelSetting[];
  const due = { ...filter!, retrainPages: 100, retrained: { ...filter!.retrained!, pages: 100 } };
  const eager = { ...settings, topic: { ...settings.topic, filters: [due] } };
  const eagerKey = await storeSettings(eager, stores.objects);
  await stores.control.setSettingsKey('bogs', key, eagerKey);
  const seeds = [...settings.seeds, 'http://bog.test/more'];
  const withSeed = await storeSettings({ ...eager, seeds }, stores.objects);
  const { get } = stores.objects;
  stores.objects.get = async (...given) => {
    if (given[0].startsWith('models/')) await stores.control.setSettingsKey('bogs', eagerKey, withSeed);
    return get(...given);
  };
  expect(await createRetrainer(stores).trainIfDue('bogs')).toContain('trained again');
  const after = (await loadStoredSettings('bogs', stores)).settings;
  stores.close();
  expect(after.seeds).toEqual(seeds);
  expect((after.topic.filters[0] as ModelSetting).modelKey).not.toBe(filter!.modelKey);
});

test('goes back to the given model without the setting', async () => {
  writeSettings(undefined, 251);
  await crawl();
  const { settings } = await storedSettings();
  expect(settings.topic.filters[0]).not.toHaveProperty('retrained');
});

async function storedSettings() {
  const stores = openStores(file('data'), 'read');
  try {
    return await loadStoredSettings('bogs', stores);
  } finally {
    stores.close();
  }
}
