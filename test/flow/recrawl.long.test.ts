/** A crawl that runs again two days later with a shifted clock, with changed and unchanged pages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentLine } from '../../shared/clean/document.ts';
import type { PageEntry } from '../../shared/frontier/host/entry.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { readJsonLines } from '../../shared/text/json-lines.ts';
import { startThresher } from './child.ts';
import { objectsOf, pagesOf, recordsOf, withStores } from './remains.ts';
import { countByWarcio, countCaptures } from './warc-counts.ts';

const CRAWL = 'again';
const DAY_MS = 86_400_000;

type Answer = { status: number; headers?: Record<string, string>; body?: string };

const page = (text: string, links: string[] = []) =>
  `<html lang="en"><title>${text}</title><p>${text}: ${'a sentence that every page of the site says. '.repeat(4)}</p>
  ${links.map((link) => `<a href="${link}">more of ${text}</a>`).join('\n')}</html>`;

const ETAG = { etag: '"one"' };
const DATED = { 'last-modified': 'Wed, 03 Jan 2024 04:05:06 GMT' };
const PATHS = ['/dated', '/changed', '/same', '/gone', '/moved', '/members'];

/** Responses of each path in the two rounds. The server of the first two paths supports conditional requests. */
const SITE: Record<string, [first: Answer, second: Answer]> = {
  '/': twice({ status: 200, headers: ETAG, body: page('Home', PATHS) }),
  '/dated': twice({ status: 200, headers: DATED, body: page('Dated') }),
  '/same': twice({ status: 200, body: page('Same') }),
  '/changed': [
    { status: 200, body: page('Before') },
    { status: 200, body: page('Afterwards', ['/fresh']) },
  ],
  '/fresh': [{ status: 404 }, { status: 200, body: page('Fresh') }],
  '/gone': [{ status: 200, body: page('Here') }, { status: 410 }],
  '/moved': [
    { status: 200, body: page('Moving') },
    { status: 301, headers: { location: '/there' } },
  ],
  '/there': [{ status: 404 }, { status: 200, body: page('Moving') }],
  '/members': [{ status: 200, body: page('For all') }, { status: 403 }],
};

function twice(answer: Answer): [Answer, Answer] {
  return [answer, answer];
}

let dir: string;
let server: Server;
let round = 0;
let requests: { path: string; headers: IncomingMessage['headers']; round: number }[];
let url: (path: string) => string;
let before: SearchRecord[];
let after: SearchRecord[];
let pages: Map<string, PageEntry>;

beforeAll(async () => {
  requests = [];
  server = createServer(({ url: path = '/', headers }, response) => {
    requests.push({ path, headers, round });
    const { status, headers: own, body } = SITE[path]?.[Math.min(round, 1)] ?? { status: 404 };
    const known = own?.['etag'] === headers['if-none-match'] && own?.['last-modified'] === headers['if-modified-since'];
    const changed = !(known && (own?.['etag'] || own?.['last-modified']));
    response.writeHead(changed ? status : 304, { 'content-type': 'text/html', ...own }).end(changed ? body : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = (path) => origin + path;
  dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
  const crawlFile = join(dir, 'crawl.yaml');
  writeFileSync(
    crawlFile,
    `crawl: ${CRAWL}\nseeds: [${origin}/]\nnetwork: {allowPrivate: [127.0.0.0/8]}\npoliteness: {hostPauseMs: 10}\nrevisit: {days: 1}\n`,
  );
  const crawl = async (days: number) => {
    const node = {
      options: ['--import', './test/flow/preloads/shifted-clock.mjs'],
      env: { CLOCK_SHIFT_MS: String(days * DAY_MS) },
    };
    const run = await startThresher(['crawl', crawlFile, '--dir', dir, '--json'], node).ended;
    expect(run).toMatchObject({ code: 0, err: '' });
    return withStores(dir, (stores) => recordsOf(CRAWL, stores));
  };
  before = await crawl(0);
  round = 1;
  after = await crawl(2);
  round = 2;
  await crawl(2.5);
  pages = new Map((await withStores(dir, (stores) => pagesOf(CRAWL, stores))).map((entry) => [entry.url, entry]));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const pathsOf = (n: number) => requests.filter((request) => request.round === n && request.path !== '/robots.txt');
const recordAt = (records: SearchRecord[], path: string) => records.filter(({ urls }) => url(path) in urls);

test('requests each page again when it is due, and not before', () => {
  expect(
    pathsOf(0)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/', ...PATHS].sort());
  expect(
    pathsOf(1)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/', ...PATHS, '/fresh', '/there'].sort());
  expect(pathsOf(2)).toEqual([]);
});

test('sends the validators of the last version in conditional requests', () => {
  const headersByPath = Object.fromEntries(pathsOf(1).map(({ path, headers }) => [path, headers]));
  expect(headersByPath['/']).toMatchObject({ 'if-none-match': '"one"' });
  expect(headersByPath['/dated']).toMatchObject({ 'if-modified-since': DATED['last-modified'] });
  for (const path of ['/changed', '/same', '/fresh'])
    expect(Object.keys(headersByPath[path]!).filter((name) => name.startsWith('if-'))).toEqual([]);
});

test.each([
  ['/', 'unchanged', 2],
  ['/dated', 'unchanged', 2],
  ['/same', 'unchanged', 2],
  ['/changed', 'fetched', 2],
  ['/fresh', 'fetched', 1],
  ['/gone', 'gone.gone', 2],
  ['/moved', 'redirected', 2],
  ['/there', 'fetched', 1],
  ['/members', 'refused.client-error', 2],
])('%s is %s after %i visits', (path, outcome, visits) => {
  expect(pages.get(url(path))).toMatchObject({ outcome, visits });
});

test('an unchanged page makes no new document', async () => {
  const objects = await withStores(dir, (stores) => objectsOf('clean', CRAWL, stores));
  const lines = objects.flatMap(([, bytes]) => [...readJsonLines<DocumentLine>(bytes)]);
  const kinds = (path: string) => lines.filter((line) => line.url === url(path)).map(({ kind }) => kind);
  for (const path of ['/', '/dated', '/same']) expect(kinds(path).sort()).toEqual(['document', 'unchanged']);
  expect(kinds('/changed')).toEqual(['document', 'document']);
});

test('records of unchanged pages stay, with a new fetch time', () => {
  for (const path of ['/', '/dated', '/same']) {
    const [[was], [is]] = [recordAt(before, path), recordAt(after, path)];
    expect(is!.id).toBe(was!.id);
    expect(is!.urls[url(path)]! - was!.urls[url(path)]!).toBeGreaterThan(DAY_MS);
  }
});

test('a changed page replaces its record; a gone or permanently moved page has none', () => {
  expect(before.map(({ title }) => title).sort()).toEqual(
    ['Before', 'Dated', 'For all', 'Here', 'Home', 'Moving', 'Same'].sort(),
  );
  expect(after.map(({ title }) => title).sort()).toEqual(
    ['Afterwards', 'Dated', 'For all', 'Fresh', 'Home', 'Moving', 'Same'].sort(),
  );
  expect(recordAt(after, '/changed').map(({ title }) => title)).toEqual(['Afterwards']);
  expect(recordAt(after, '/moved')).toEqual([]);
  expect(recordAt(after, '/there').map(({ id }) => id)).toEqual(recordAt(before, '/moved').map(({ id }) => id));
});

test('refusals and server errors remove no record', () => {
  expect(recordAt(after, '/members')).toEqual(recordAt(before, '/members'));
});

test('the archive marks revisits and stores no body for them', async () => {
  const objects = await withStores(dir, (stores) => objectsOf('raw', CRAWL, stores));
  const own = countCaptures(objects);
  const { length } = [...pathsOf(0), ...pathsOf(1)];
  expect(own).toEqual({ response: length - 3, revisit: 3, withoutRequest: 0, broken: 0 });
  const read = await countByWarcio(objects.map(([, bytes]) => bytes));
  expect(read).toEqual({ warcinfo: objects.length, request: length, response: length - 3, revisit: 3 });
});
