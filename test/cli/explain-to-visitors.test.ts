import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { explainToVisitors } from '../../cli/explain-stored-url.ts';
import { openStores, type Stores } from '../../cli/run/wiring.ts';
import { prose, startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

let dir: string;
let origin: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-explain-'));
  const site = await startSite({ '/': prose('moss') });
  origin = site.origin;
  mkdirSync(join(dir, 'private'));
  writeFileSync(join(dir, 'private', 'plants.txt'), '10: moss12=A\n');
  writeFileSync(
    join(dir, 'crawl.yaml'),
    JSON.stringify({
      ...{ crawl: 'bog', seeds: [`${origin}/`], network: { allowPrivate: ['127.0.0.0/8'] } },
      topic: { filters: [{ terms: join(dir, 'private', 'plants.txt'), cutOff: 1 }] },
    }),
  );
  const { code } = await thresher(['crawl', join(dir, 'crawl.yaml'), '--dir', dir]);
  site.close();
  expect(code).toBe(0);
});

afterAll(() => rmSync(dir, { recursive: true }));

function openReading(): Stores {
  const stores = openStores(dir, 'read');
  onTestFinished(stores.close);
  return stores;
}

test('names the file of a topic filter without its folder', async () => {
  const { steps } = await explainToVisitors(openReading())('bog', `${origin}/`);
  const details = steps.filter(({ step }) => step === 'topic' || step === 'filter').map(({ detail }) => detail);
  expect(details).toEqual([
    expect.stringMatching(/by the current topic: plants\.txt accepts it/),
    expect.stringMatching(/^plants\.txt: score /),
  ]);
  expect(JSON.stringify(steps)).not.toContain('private');
  // The command names the file as the settings do.
  const { printed } = await thresher(['explain', `${origin}/`, '--dir', dir, '--json']);
  expect(printed.join()).toContain(join(dir, 'private', 'plants.txt'));
});

test('reads no further stored pages when its time is over', async () => {
  const stores = openReading();
  const searched = async (given: Stores) => {
    const { steps } = await explainToVisitors(given)('bog', `${origin}/never`);
    return steps.find(({ step }) => step === 'links')!.detail;
  };
  expect(await searched(stores)).toContain('searched all 1 stored page');
  let now = stores.clock.now();
  const clock = { ...stores.clock, now: () => (now += 3_000) };
  expect(await searched({ ...stores, clock })).not.toContain('all 1 stored page');
});

test('explains the rest if a plug-in of the topic is missing', async () => {
  const site = await startSite({ '/': prose('fern') });
  onTestFinished(() => site.close());
  const plugin = join(dir, 'private', 'judge.mjs');
  writeFileSync(plugin, 'export const classify = () => true;\n');
  const settings = { seeds: [`${site.origin}/`], network: { allowPrivate: ['127.0.0.0/8'] } };
  const file = join(dir, 'fen.yaml');
  writeFileSync(file, JSON.stringify({ crawl: 'fen', ...settings, topic: { filters: [{ plugin }] } }));
  expect((await thresher(['crawl', file, '--dir', dir])).code).toBe(0);
  renameSync(plugin, `${plugin}.moved`);
  const stepOf = async (path: string, name: string) => {
    const { steps } = await explainToVisitors(openReading())('fen', `${site.origin}${path}`);
    return steps.find(({ step }) => step === name)!;
  };
  expect(await stepOf('/', 'record')).toMatchObject({ decision: 'kept' });
  const missing = 'judge.mjs: the topic plug-in is not loaded';
  expect((await stepOf('/', 'topic')).detail).toContain(`not judged now: ${missing}`);
  expect((await stepOf('/never', 'links')).detail).toContain(`stored pages are not searched: ${missing}`);
});
