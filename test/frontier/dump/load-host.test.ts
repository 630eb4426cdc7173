import { expect, test } from 'vitest';
import { HostDumpLineSchema } from '../../../shared/admin/dump-lines.ts';
import { dumpFrontier } from '../../../shared/frontier/dump/dump-frontier.ts';
import type { HostDumpLine } from '../../../shared/frontier/dump/dump-line.ts';
import { loadHost } from '../../../shared/frontier/dump/load-host.ts';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock } from '../../fake-clock.ts';

const KEY = { crawl: 'bog', host: 'bog.example' };
const urlOf = (path: string | number) => `http://bog.example/${path}` as Url;
const OPTIONS = { grouping: 'host' as const, maxPagesPerTemplate: null };

const page = (path: string | number, over: object = {}): HostDumpLine => ({
  ...{
    type: 'page',
    url: urlOf(path),
    at: 1_000,
    next: 9e12,
    class: 2,
    depth: 1,
    outcome: 'fetched',
    visits: 1,
    tries: 0,
  },
  ...{ etag: '"1"', digest: 'ab', record: 'r1', verdict: 'relevant', parent: null },
  ...over,
});
const queued = (path: string | number, over: object = {}): HostDumpLine => ({
  ...{ type: 'queued', url: urlOf(path), kind: 'page', class: 3, depth: 1, parent: urlOf('')!, score: 0.5, hops: 0 },
  ...over,
});
const host = (over: object = {}): HostDumpLine => ({
  ...{ type: 'host', host: KEY.host, group: KEY.host, state: 'ready', best: 2, due: 5e12 },
  ...over,
});

function emptyCrawl() {
  const ports = { frontier: sqliteFrontier(openDatabase(':memory:')), clock: fakeClock() };
  return {
    ports,
    load: (...lines: HostDumpLine[]) => loadHost(KEY, lines, ports, OPTIONS),
    head: () => ports.frontier.getHead(KEY),
    async dump() {
      const lines: HostDumpLine[] = [];
      for await (const { line } of dumpFrontier(KEY.crawl, ports.frontier)) lines.push(line);
      return lines;
    },
  };
}

/** Lines without the host line, sorted by URL. */
const urlsIn = (lines: HostDumpLine[]) =>
  lines
    .filter((line) => 'url' in line)
    .map((line) => JSON.stringify(line))
    .sort();

test('keeps every field of pages and queued URLs, state and counts', async () => {
  const { load, dump, head } = emptyCrawl();
  const lines = [
    page('a', { about: { name: 'Moss' }, extractRule: 'x', to: urlOf('b'), modified: 'Mon', history: 'afhtdb2' }),
    page('gone', { outcome: 'gone.not-found', record: null, tries: 2 }),
    page('app', { rendering: { result: 'rendered', why: 'empty', requests: 3, refused: { robots: 1, limit: 2 } } }),
    queued('q', { lastModified: 5, listed: true, about: { name: 'Peat' } }),
  ];
  expect(await load(host(), ...lines)).toEqual({ pages: 3, queued: 1, known: 0, inbox: 0 });
  const dumped = await dump();
  expect(dumped.map((line) => HostDumpLineSchema.parse(line))).toEqual(dumped);
  const sorted = (line: object) => Object.entries(line).sort();
  expect(dumped.filter((line) => 'url' in line).map(sorted)).toEqual(expect.arrayContaining(lines.map(sorted)));
  expect(await head()).toMatchObject({ state: 'ready', due: 5e12, counts: { fetched: 2, 'gone.not-found': 1 } });
});

test('changes nothing when lines are loaded again, in one call or in many', async () => {
  const { load, dump, head } = emptyCrawl();
  const partial = page('3', { partial: true, outcome: '', visits: 0, verdict: 'off-topic', record: null });
  const lines = [...Array.from({ length: 50 }, (_, n) => page(n)), partial, ...[50, 51].map((n) => queued(n))];
  await load(host(), ...lines);
  const once = urlsIn(await dump());
  expect(await load(host(), ...lines)).toEqual({ pages: 0, queued: 0, known: 52, inbox: 0 });
  for (const line of lines) await load(line);
  expect(urlsIn(await dump())).toEqual(once);
  expect((await head())!.counts).toEqual({ fetched: 50 });
});

test('keeps the later of two visits, and fetches no page that the dump has fetched', async () => {
  const { load, dump, head } = emptyCrawl();
  await load(host(), page('a', { at: 2_000, outcome: 'unchanged' }), page('b'), queued('c'), queued('d'));
  const result = await load(page('a'), page('b', { at: 3_000, outcome: 'gone.gone' }), page('c'), queued('b'));
  expect(result).toEqual({ pages: 2, queued: 0, known: 2, inbox: 0 });
  const states = (await dump()).flatMap((line) =>
    'url' in line ? [[line.url, 'at' in line ? line.at : line.type]] : [],
  );
  expect(new Map(states as [string, unknown][])).toEqual(
    new Map<string, unknown>([
      [urlOf('a'), 2_000],
      [urlOf('b'), 3_000],
      [urlOf('c'), 1_000],
      [urlOf('d'), 'queued'],
    ]),
  );
  expect(states).toHaveLength(4);
  expect((await head())!.counts).toEqual({ unchanged: 1, 'gone.gone': 1, fetched: 1 });
});

test('a known host keeps its due time and the links in its inbox', async () => {
  const { load, head, ports } = emptyCrawl();
  const link = { url: urlOf('seed'), kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: KEY.crawl, source: 'seed', links: [link], feedback: [] }, ports, 'host');
  const { due } = (await head())!;
  await load(host({ state: 'idle', due: undefined }), page('a'));
  expect(await head()).toMatchObject({ state: 'ready', due });
});

test.each([
  ['idle', undefined, { state: 'idle', due: 9e12 }],
  ['dead', 7e12, { state: 'dead', due: 7e12 }],
  ['ready', 7e12, { state: 'ready', due: 7e12 }],
])('a host that was %s stays so', async (state, due, expected) => {
  const { load, head } = emptyCrawl();
  await load(host({ state, due }), page('a'));
  expect(await head()).toMatchObject(expected);
});

test('restores cash, forced recrawls, removals and inboxes', async () => {
  const { load, dump } = emptyCrawl();
  const removals = { since: 1, requested: 4, gone: 2, removed: 1 };
  const cash: HostDumpLine = { type: 'cash', host: KEY.host, data: Buffer.alloc(32, 7).toString('base64') };
  const inbox: HostDumpLine = {
    ...{ type: 'inbox', host: KEY.host, id: 'i1', feedback: [] },
    links: [{ url: urlOf('n'), kind: 'page', class: 1, depth: 1, parent: urlOf('a'), score: 1 }],
    recrawl: { at: 2_000, outcomes: ['refused.robots'] },
  };
  const lines = [host({ removals, recrawls: [2] }), cash, page('a', { next: 1_500 }), inbox];
  await load(...lines);
  await load(...lines);
  const dumped = await dump();
  expect(dumped[0]).toMatchObject({ removals, recrawls: [2], state: 'ready', due: 5e12 });
  expect(dumped).toContainEqual(cash);
  expect(dumped).toContainEqual(inbox);
});

test('continues a dump at a position without repeating or losing a line', async () => {
  const { load, dump, ports } = emptyCrawl();
  await load(host(), ...Array.from({ length: 20 }, (_, n) => page(n)));
  await loadHost({ ...KEY, host: 'fen.example' }, [{ ...host(), host: 'fen.example' } as HostDumpLine], ports, OPTIONS);
  const parts: HostDumpLine[] = [];
  for (let from: { host: string; skip: number } | undefined; ; ) {
    let n = 0;
    let last: typeof from;
    for await (const { line, place } of dumpFrontier(KEY.crawl, ports.frontier, from)) {
      parts.push(line);
      last = place;
      if (++n === 7) break;
    }
    if (n < 7) break;
    from = last;
  }
  expect(parts).toEqual(await dump());
});
