import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { lineOf } from '../../classify/documents.ts';
import { examplesOf } from '../../classify/models/examples.ts';
import { storeDocuments } from '../../classify/review/stored.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { thresher } from '../test-terminal.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const dir = mkdtempSync(join(tmpdir(), 'thresher-train-crawl-'));
const model = join(dir, 'plants.model');

beforeAll(() =>
  // The topic knows two words of plants; pages without them are off-topic.
  storeCrawl(dir, [{ terms: 'plants.txt', termsText: '40: sundew=P\n40: bog=P\n', cutOff: 20 }]),
);

async function storeCrawl(folder: string, filters: unknown[]): Promise<void> {
  const stores = openStores(folder);
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'], topic: { filters } });
  await stores.control.create('plants', await storeSettings(settings, stores.objects), NOON);
  const pages = examplesOf(20).map(({ text }, i) =>
    lineOf({ url: `http://h${i}.example/` as Url, title: `Page ${i}`, text }, { fetchedAt: NOON }),
  );
  await storeDocuments(stores.objects, NOON, 'one', pages);
  stores.close();
}

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const train = (...args: string[]) => thresher(['train', '--out', model, '--dir', dir, ...args]);

test('learns the topic of a crawl from its verdicts', async () => {
  const { code, answers, stderr } = await train('--crawl', 'plants');
  expect(code).toBe(0);
  expect(answers()).toMatchObject([{ documents: expect.any(Number), classes: 2, model }]);
  expect(stderr[0]).toMatch(
    /^plants: \d+ examples \(\d+ relevant, \d+ off-topic, 0 by your verdict\); \d+ in doubt left out; read all 60 stored pages$/,
  );
  const texts = ['a carnivorous moss with a trap leaf', 'the locomotive left the station on the track'];
  const judged = await thresher(
    ['classify', '--topic', model, '--jsonl'],
    texts.map((text, id) => ({ id, text })),
  );
  expect(judged.answers().map(({ verdict }) => verdict)).toEqual(['relevant', 'off-topic']);
});

test('counts the verdicts of a person', async () => {
  await thresher(['judge', '--dir', dir, '--limit', '2'], ['y', 'n']);
  const { stderr } = await train('--crawl', 'plants');
  expect(stderr[0]).toContain(', 2 by your verdict)');
});

test('asks for verdicts if neither a person nor a topic judges a page as relevant', async () => {
  const folder = temporaryFolder();
  await storeCrawl(folder, []);
  const train = () => thresher(['train', '--out', model, '--dir', folder, '--crawl', 'plants']);
  const { code, stderr } = await train();
  expect([code, stderr[1]]).toEqual([
    2,
    '--crawl plants: no page to learn from is on topic; judge some with `thresher judge`',
  ]);
  await thresher(['judge', '--dir', folder, '--limit', '1'], ['y']);
  expect((await train()).code).toBe(0);
});

test.each<[what: string, args: string[], message: RegExp]>([
  ['a crawl that does not exist', ['--crawl', 'trees'], /--name: .* has no crawl trees; it has plants/],
  ['labels', ['--crawl', 'plants', '--topic', 'plants'], /--topic: with --crawl, relevant is on topic/],
  ['two sources', ['--crawl', 'plants', '--jsonl'], /give one of: .*--jsonl .*, or --crawl NAME/],
])('refuses %s', async (_what, args, message) => {
  const { code, stderr } = await train(...args);
  expect([code, stderr.join('\n')]).toEqual([2, expect.stringMatching(message)]);
});
