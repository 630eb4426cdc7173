import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addSeedsToStack, type StackSeedResult } from '../../../cli/aws/seed-on-stack.ts';
import { openStack } from '../../../cli/aws/target.ts';
import { administer } from '../../../functions/admin/administer.ts';
import { loadSettings } from '../../../functions/crawl-cache.ts';
import { noIndex } from '../../../shared/aws/opensearch/no-index.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
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

/** A stack with a crawl, and the requests that it received. */
async function stackHere(settings: object = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-seed-on-stack-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const db = openDatabase(':memory:');
  const [control, frontier, objects] = [sqliteControl(db), sqliteFrontier(db), memoryObjects()];
  const ports = { control, frontier, objects, robots: sqliteRobotsStore(db), index: noIndex, clock: systemClock };
  const received: { action: string; seeds?: object[] }[] = [];
  const { url } = await fakeAws(({ body }) => {
    received.push(JSON.parse(body));
    return administer(received.at(-1), ports, 'host');
  });
  withCredentials();
  mkdirSync(join(dir, 'aws'));
  const noted = { stack: 'Thresher', region: REGION, outputs: { ApiUrl: `${url}/` } };
  writeFileSync(join(dir, 'aws', 'Thresher.json'), JSON.stringify(noted));
  const made = { crawl: 'bogs', seeds: ['http://a.example/'], scope: 'domain', exclude: ['/private/*'], ...settings };
  await administer({ action: 'create', settings: made }, ports, 'host');
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  return {
    ...{ received, dir, file, control },
    seed: (...args: string[]) => thresher(['seed', ...args, '--target', 'aws', '--name', 'bogs', '--dir', dir]),
    settings: async () => loadSettings(objects, (await control.get('bogs'))!.settingsKey),
    async inboxOf(host: string) {
      const { items } = await frontier.readInbox({ crawl: 'bogs', host }, 100);
      return items.flatMap(({ body }) => decodeOffer(body).links);
    },
  };
}

/** A list that is too long to become part of the settings. */
const long = (lines: readonly string[]) => `${lines.join('\n')}\n${'# \n'.repeat(30_000)}`;

test('many seeds change the settings once, by their scope keys, and are sent with all their fields', async () => {
  const { received, file, seed, settings, inboxOf } = await stackHere();
  const many = Array.from({ length: 600 }, (_, n) => `http://www.b${n}.example/ 2 title=T${n}`);
  const { code, printed } = await seed(
    file('more.txt', long([...many, 'http://b0.example/private/x'])),
    file('feeds.opml', '<opml><body><outline xmlUrl="http://f.example/rss"/></body></opml>'),
    file('sitemap.xml', '<sitemapindex><sitemap><loc>http://m.example/s.xml</loc></sitemap></sitemapindex>'),
    file('feed.json', '{"items":[{"url":"http://n.example/1","date_published":"2024-02-03T00:00:00Z"}]}'),
  );
  // The long list has a refused URL.
  expect([code, printed]).toEqual([1, ['bogs: 603 seeds were added']]);
  expect(received.map(({ action, seeds }) => [action, seeds?.length])).toEqual([
    ['settings', undefined],
    ['seed', 1],
    ...[250, 250, 103].map((length) => ['offer', length]),
  ]);
  expect(await inboxOf('www.b7.example')).toMatchObject([{ kind: 'page', class: 2, about: { title: 'T7' } }]);
  expect(await inboxOf('f.example')).toMatchObject([{ url: 'http://f.example/rss', kind: 'feed' }]);
  expect(await inboxOf('m.example')).toMatchObject([{ url: 'http://m.example/s.xml', kind: 'feed' }]);
  expect(await inboxOf('n.example')).toMatchObject([{ kind: 'page', lastModified: Date.UTC(2024, 1, 3) }]);
  const { scope } = classifyOptionsOf(await settings(), 'host');
  const judge = (url: string) => scope({ url: url as Url, depth: 1, discovered: 'link' });
  // The scope is the domain, as in the settings of the crawl, and not the default, the host.
  expect([judge('http://shop.b7.example/'), judge('http://z.example/')]).toEqual([undefined, 'scope']);
});

test('reports an error and sends nothing if no seed is accepted', async () => {
  const { received, file, seed } = await stackHere();
  const { code, stderr } = await seed(file('more.txt', long(['http://b.example/private/'])), 'mailto:a@b.example');
  expect(code).toBe(2);
  expect(stderr.at(-1)).toContain('no seed was accepted');
  expect(received.map(({ action }) => action)).toEqual(['settings']);
});

test('a stopped crawl accepts no seeds', async () => {
  const { control, seed, settings } = await stackHere();
  await control.setState('bogs', 'stopped');
  const { code, stderr } = await seed('http://b.example/');
  expect(code).toBe(2);
  expect(stderr.at(-1)).toContain('crawl bogs is stopped: resume it first');
  expect((await settings()).seeds).toEqual(['http://a.example/']);
});

longTest('sends scope keys that exceed the request size in parts', async () => {
  const { received, dir, settings } = await stackHere();
  const keys = keySet();
  for (let n = 0; n < 400_000; n++) keys.add(`b${n}.example`);
  const given = readSettings({ crawl: 'bogs', seeds: [{ gathered: 'a list', seeds: 400_000, keys: keys.pack() }] });
  const link = { url: 'http://b1.example/' as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  const spool = {
    seeds: 1,
    batches: async function* () {
      yield [link];
    },
    isOffered: () => true,
    markOffered: async () => {},
  };
  const stack = await openStack({ dir, target: 'aws' }, testTerminal());
  const seeded: StackSeedResult = await addSeedsToStack(stack, 'bogs', { settings: given, spool }, false, () => {});
  expect(seeded).toEqual({ accepted: 1, refused: [], dead: 0 });
  expect(received.map(({ action }) => action)).toEqual(['seed', 'seed', 'offer']);
  for (const one of received) expect(JSON.stringify(one).length).toBeLessThan(6_000_000);
  const { scope } = classifyOptionsOf(await settings(), 'host');
  const judged = ['b0', 'b199999', 'b399999', 'c'].map((name) =>
    scope({ url: `http://${name}.example/` as Url, depth: 1, discovered: 'link' }),
  );
  expect(judged).toEqual([undefined, undefined, undefined, 'scope']);
});
