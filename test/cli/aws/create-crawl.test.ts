import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCrawlWithSeeds } from '../../../cli/aws/create-crawl.ts';
import { openStack } from '../../../cli/aws/target.ts';
import { administer } from '../../../functions/admin/administer.ts';
import { loadSettings } from '../../../functions/crawl-cache.ts';
import { noIndex } from '../../../shared/aws/opensearch/no-index.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../../shared/local/system.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { classifyOptionsOf } from '../../../shared/settings/stages/classify-options.ts';
import { keySet } from '../../../shared/url/key-set.ts';
import type { Url } from '../../../shared/url/url.ts';
import { longTest } from '../../long-test.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { testTerminal, thresher } from '../test-terminal.ts';
import { fakeAws, REGION, withCredentials } from './aws-account.ts';

function storesOf() {
  const db = openDatabase(':memory:');
  return {
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    objects: memoryObjects(),
  };
}

/** A folder with a crawl.yaml, and a stack with the real admin handler. */
async function stackHere() {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-create-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  // Stores of the stack, empty as in a new one, and the requests that it received.
  const stackState = { stores: storesOf(), received: [] as { action: string; size: number }[] };
  const schedules = { put: async () => {}, remove: async () => {}, scheduleContinuation: async () => {} };
  const ask = (request: unknown) =>
    administer(request, { ...stackState.stores, schedules, index: noIndex, clock: systemClock }, 'host');
  const { url } = await fakeAws(({ body }) => {
    const request = JSON.parse(body);
    stackState.received.push({ action: request.action, size: body.length });
    return ask(request);
  });
  withCredentials();
  mkdirSync(join(dir, 'aws'));
  const noted = { stack: 'Thresher', region: REGION, outputs: { ApiUrl: `${url}/` } };
  writeFileSync(join(dir, 'aws', 'Thresher.json'), JSON.stringify(noted));
  writeFileSync(join(dir, 'seeds.txt'), 'http://b.example/\nhttp://c.example/ # with a note\n');
  writeFileSync(join(dir, 'plants.txt'), '10: moss=Mosses\n');
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    [
      'crawl: plants',
      'seeds: [http://a.example/, {file: seeds.txt}]',
      'scope: host',
      'topic: {filters: [{terms: plants.txt}]}',
      'aws: {region: eu-north-1}',
    ].join('\n'),
  );
  return {
    stackState,
    dir,
    ask,
    crawl: (...more: string[]) => thresher(['crawl', file, '--target', 'aws', '--no-wait', '--dir', dir, ...more]),
  };
}

test('accepts the same crawl.yaml twice, even if seeds were added in between', async () => {
  const { ask, crawl } = await stackHere();
  expect(await crawl()).toMatchObject({ code: 0, stderr: [] });
  expect(await crawl()).toMatchObject({ code: 0, stderr: [] });
  expect(await ask({ action: 'seed', crawl: 'plants', seeds: ['http://d.example/'] })).toMatchObject({ status: 200 });
  expect(await crawl()).toMatchObject({ code: 0, stderr: [] });
});

test('changes `notify` of a crawl, and refuses receivers in environment variables', async () => {
  const { stackState, dir, crawl } = await stackHere();
  await crawl();
  const storedNotify = async () => {
    const { control, objects } = stackState.stores;
    return (await loadSettings(objects, (await control.get('plants'))!.settingsKey)).notify;
  };
  expect(await storedNotify()).toBe(null);
  appendFileSync(join(dir, 'crawl.yaml'), '\nnotify: {webhook: secret:ops-hook, on: [limit]}\n');
  expect(await crawl()).toMatchObject({ code: 0, stderr: [] });
  expect(await storedNotify()).toMatchObject({ webhook: 'secret:ops-hook', on: ['limit'] });
  writeFileSync(
    join(dir, 'crawl.yaml'),
    readFileSync(join(dir, 'crawl.yaml'), 'utf8').replace('secret:ops-hook', 'env:OPS_HOOK'),
  );
  expect(await crawl()).toMatchObject({
    code: 2,
    stderr: [expect.stringContaining('notify: env:OPS_HOOK: a stack has no environment variables; use secret:NAME')],
  });
});

test('refuses a timeout that is longer than a call of the fetch function', async () => {
  const { stackState, dir, crawl } = await stackHere();
  appendFileSync(join(dir, 'crawl.yaml'), '\nlimits: {fetchTimeoutMs: 60001}\n');
  expect(await crawl()).toMatchObject({
    code: 2,
    stderr: [expect.stringContaining('limits.fetchTimeoutMs: must be at most 60000 in a stack')],
  });
  expect(stackState.received).toEqual([]);
});

test('refuses a paused crawl in a stack until --resume opens it', async () => {
  const { stackState, ask, crawl } = await stackHere();
  await crawl();
  const stateOf = async () => (await stackState.stores.control.get('plants'))!.state;
  for (const [action, state] of [
    ['pause', 'paused'],
    ['stop', 'stopped'],
  ]) {
    await ask({ action, crawl: 'plants' });
    expect(await crawl()).toMatchObject({
      code: 2,
      stderr: [
        `crawl plants in this stack is ${state} (by \`thresher ${action}\`), so nothing was changed`,
        expect.stringContaining('thresher resume --target aws --name plants'),
      ],
    });
    expect(await stateOf()).toBe(state);
    expect(await crawl('--resume')).toMatchObject({ code: 0, stderr: [] });
    expect(await stateOf()).toBe('open');
  }
});

/** A list that is too long to become part of the settings. */
const MANY = Array.from({ length: 300 }, (_, n) => `http://many${n}.example/\n`).join('') + '# \n'.repeat(30_000);

test('does not gather the seeds of a stopped crawl', async () => {
  const { stackState, dir, ask, crawl } = await stackHere();
  await crawl();
  await ask({ action: 'stop', crawl: 'plants' });
  stackState.received.length = 0;
  writeFileSync(join(dir, 'seeds.txt'), MANY);
  expect(await crawl()).toMatchObject({ code: 2, stderr: [expect.stringContaining('is stopped'), expect.anything()] });
  expect(stackState.received.map(({ action }) => action)).toEqual(['list']);
  // Gathered seeds that are too many for the settings are stored here.
  expect(existsSync(join(dir, 'seeds'))).toBe(false);
});

test('sends gathered seeds once, and again to a stack that was redeployed under the same name', async () => {
  const { stackState, dir, crawl } = await stackHere();
  writeFileSync(join(dir, 'seeds.txt'), MANY);
  const offers = () => stackState.received.splice(0).filter(({ action }) => action === 'offer').length;
  expect(await crawl()).toMatchObject({ code: 0 });
  expect(offers()).toBe(2);
  expect(await crawl()).toMatchObject({ code: 0 });
  expect(offers()).toBe(0);
  stackState.stores = storesOf();
  expect(await crawl()).toMatchObject({ code: 0 });
  expect(offers()).toBe(2);
  expect(await stackState.stores.frontier.getHead({ crawl: 'plants', host: 'many299.example' })).toMatchObject({
    inbox: 1,
  });
});

longTest('sends scope keys and listed seeds in parts', async () => {
  const { stackState, dir } = await stackHere();
  const keys = keySet();
  for (let n = 0; n < 400_000; n++) keys.add(`b${n}.example`);
  const listed = Array.from({ length: 1_100 }, (_, n) => `http://listed${n}.example/`);
  const seeds = [...listed, { gathered: 'a list', seeds: 1, keys: keys.pack() }];
  const given = readSettings({ crawl: 'bogs', seeds });
  const link = { url: 'http://b1.example/' as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  const done = new Set<string>();
  const spool = {
    seeds: 1,
    batches: async function* () {
      yield [link];
    },
    isOffered: (to: string) => done.has(to),
    markOffered: async (to: string) => void done.add(to),
  };
  const stack = await openStack({ dir, target: 'aws' }, testTerminal());
  const create = () => createCrawlWithSeeds(stack, { settings: given, spool }, testTerminal());
  await create();
  const actions = () =>
    stackState.received.splice(0).map(({ action, size }) => (size < 6_000_000 ? action : 'too large'));
  expect(actions()).toEqual(['create', 'seed', 'seed', 'seed', 'offer']);
  const settings = await loadSettings(
    stackState.stores.objects,
    (await stackState.stores.control.get('bogs'))!.settingsKey,
  );
  const { scope } = classifyOptionsOf(settings, 'host');
  const judged = ['b0', 'b399999', 'listed1099', 'c'].map((name) =>
    scope({ url: `http://${name}.example/` as Url, depth: 1, discovered: 'link' }),
  );
  expect(judged).toEqual([undefined, undefined, undefined, 'scope']);
  // A second run continues the same crawl and sends only what may be new.
  await create();
  expect(actions()).toEqual(['create', 'seed', 'seed']);
});

test('warns that a stack does not train models again', async () => {
  const { dir } = await stackHere();
  const filters = [{ model: 'plants.model', modelData: 'AA==', retrainPages: 50_000 }];
  const settings = readSettings({ crawl: 'bogs', seeds: ['http://a.example/'], topic: { filters } });
  const terminal = testTerminal();
  await createCrawlWithSeeds(await openStack({ dir, target: 'aws' }, testTerminal()), { settings }, terminal);
  expect(terminal.stderr.join('\n')).toContain('retrainPages has no effect in a stack');
});

test('warns that a stack has no annotations', async () => {
  const { dir } = await stackHere();
  const annotations = { users: [{ name: 'Ada', token: 'env:ADA_TOKEN' }] };
  const settings = readSettings({ crawl: 'bogs', seeds: ['http://a.example/'], annotations });
  const terminal = testTerminal();
  await createCrawlWithSeeds(await openStack({ dir, target: 'aws' }, testTerminal()), { settings }, terminal);
  expect(terminal.stderr.join('\n')).toContain('warning: annotations.users: only `thresher serve` knows them');
});
