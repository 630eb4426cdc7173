/** The library as programs use it: by the name of the package, which Node resolves to this clone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addSeeds,
  type CrawlStatus,
  changes,
  crawl,
  DataFolderError,
  FetchError,
  FolderInUseError,
  type GivenSettings,
  openCleaner,
  openFolder,
  records,
  SettingsError,
  search,
  setState,
  status,
  TopicFileError,
  UsageError,
} from 'thresher';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prose, startSite, type TestSite } from '../cli/site.ts';
import { thresher } from '../cli/test-terminal.ts';
import { longTest } from '../long-test.ts';

let site: TestSite;
let folder: string;
let settings: GivenSettings;
const dir = () => join(folder, 'data');

beforeAll(async () => {
  site = await startSite({ '/': `${prose('moss')}<a href=/fen>fen</a>`, '/fen': prose('fen') });
  folder = mkdtempSync(join(tmpdir(), 'thresher-library-'));
  settings = {
    crawl: 'bogs',
    seeds: [`${site.origin}/`, 'nonsense'],
    network: { allowPrivate: ['127.0.0.0/8'] },
    politeness: { hostPauseMs: 0 },
  };
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('crawls with events, and reads what was crawled', async () => {
  const statuses: CrawlStatus[] = [];
  const warnings: string[] = [];
  const { end, status } = await crawl(settings, {
    dir: dir(),
    statusEveryMs: 20,
    onStatus: (one) => statuses.push(one),
    onWarning: (message) => warnings.push(message),
  });
  expect([end, status.pages, status.records]).toEqual(['done', 2, 2]);
  expect(statuses.at(-1)).toMatchObject({ crawl: 'bogs' });
  expect(warnings).toEqual([expect.stringMatching(/^seed refused: nonsense: malformed/)]);

  const { hits, total } = await search({ q: 'fen17' }, { dir: dir() });
  expect([total, hits[0]?.url]).toEqual([1, `${site.origin}/fen`]);
  expect((await search({ q: 'fen17', type: 'text/html' }, { dir: dir() })).total).toBe(1);
  const urls = async (query?: string) => {
    const found: string[] = [];
    for await (const { url } of records({ dir: dir(), ...(query && { query }) })) found.push(url);
    return found.sort();
  };
  expect(await urls()).toEqual([`${site.origin}/`, `${site.origin}/fen`]);
  expect(await urls('title:moss')).toEqual([`${site.origin}/`]);
  await expect(urls('editor:Ada')).rejects.toThrow(UsageError);
  const ending = new AbortController();
  const read = records({ dir: dir(), signal: ending.signal });
  expect((await read.next()).value?.url).toMatch(site.origin);
  ending.abort(new Error('enough'));
  await expect(read.next()).rejects.toThrow(/^enough$/);
  await expect(records({ dir: dir(), signal: ending.signal }).next()).rejects.toThrow(/^enough$/);

  const stores = openFolder(dir());
  expect(await stores.index.count('bogs')).toBe(2);
  stores.close();
  expect((await thresher(['status', '--dir', dir(), '--json'])).answers()[0]).toMatchObject({ records: 2 });
});

test('lists changes for a copy', async () => {
  const first = await changes({ dir: dir() });
  expect([first.changes.map(({ record }) => record?.title).sort(), first.more]).toEqual([['fen', 'moss'], false]);
  expect(first.changes[0]?.record?.text).toMatch(/moss|fen/);
  expect((await changes({ dir: dir(), after: first.next })).changes).toEqual([]);
  await expect(changes({ dir: dir(), after: 'x' })).rejects.toThrow('after: must be next of an earlier call');
  for (const size of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(changes({ dir: dir(), size }), `${size}`).rejects.toThrow(UsageError);

  expect((await thresher(['reindex', '--dir', dir()])).code).toBe(0);
  await expect(changes({ dir: dir(), after: first.next })).rejects.toThrow('read all records, and delete the others');
});

test('lists all changes right after a crawl', async () => {
  const place = { dir: join(folder, 'copied') };
  await crawl(settings, place);
  const { changes: listed, next, more } = await changes(place);
  expect([listed.length, more]).toEqual([2, false]);
  expect((await changes({ ...place, after: next })).changes).toEqual([]);
});

test('a query finds the fields that a plug-in has set', async () => {
  const plugin = join(folder, 'licence.mjs');
  writeFileSync(
    plugin,
    'export const document = (d) => ({ ...d, fields: { ...d.fields, licence: [d.about.licence ?? "none"] } });',
  );
  const by = 'https://creativecommons.org/licenses/by/4.0/';
  const licensed = await startSite({
    '/': `${prose('moss')}<a rel=license href=${by}>BY</a><a href=/fen>fen</a>`,
    '/fen': prose('fen'),
  });
  const place = { dir: join(folder, 'licensed') };
  await crawl({ ...settings, seeds: [`${licensed.origin}/`], plugins: [plugin] }, place);
  const titles = async (query: string) => {
    const found: (string | null)[] = [];
    for await (const { title } of records({ ...place, query })) found.push(title);
    return found;
  };
  expect(await titles(`field:"licence=${by}"`)).toEqual(['moss']);
  expect(await titles('field:licence=none')).toEqual(['fen']);
  licensed.close();
});

test('a reader may stop early', async () => {
  for await (const { id } of records({ dir: dir() })) {
    expect(id).toHaveLength(64);
    break;
  }
});

longTest('reads a crawl.yaml', async () => {
  const file = join(folder, 'crawl.yaml');
  writeFileSync(file, JSON.stringify({ ...settings, crawl: 'file', limits: { pages: 1 } }));
  expect((await crawl(file, { dir: join(folder, 'file') })).end).toBe('budget');
});

longTest('a limit that nothing waits beyond does not end the crawl', async () => {
  const enough = { ...settings, crawl: 'enough', limits: { pages: 2 } };
  expect(await crawl(enough, { dir: join(folder, 'enough') })).toMatchObject({ end: 'done', status: { pages: 2 } });
});

test('ends when the signal aborts, and the same call resumes', async () => {
  const ending = new AbortController();
  const place = { dir: join(folder, 'slow') };
  const slow = { ...settings, politeness: { hostPauseMs: 1_000 } };
  const first = await crawl(slow, {
    ...place,
    signal: ending.signal,
    statusEveryMs: 20,
    onStatus: () => ending.abort(),
  });
  expect(first.end).toBe('interrupted');
  expect(first.status.pages).toBeLessThan(2);
  const second = await crawl(settings, place);
  expect([second.end, second.status.urls]).toEqual(['done', 2]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('from a hook');
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('from a hook');
    },
  ],
])('ends with the error of a hook that %s, and the same call resumes', async (how, onFetched) => {
  const place = { dir: join(folder, `hook-${how}`) };
  await expect(crawl(settings, { ...place, onFetched })).rejects.toThrow('from a hook');
  expect(await crawl(settings, place)).toMatchObject({ end: 'done', status: { records: 2 } });
});

test('reports the outcome of each fetched URL, and keeps the metadata of a seed', async () => {
  const told: unknown[] = [];
  const sent = await startSite({ '/': `${prose('moss')}<a href=/missing>missing</a>` });
  const place = { dir: join(folder, 'told') };
  const seeds = [{ url: `${sent.origin}/`, about: { id: '42' } }];
  await crawl({ ...settings, seeds, crawl: 'told' }, { ...place, onFetched: (url) => told.push(url) });
  expect(told).toEqual([
    { url: `${sent.origin}/`, outcome: 'fetched', reason: null },
    { url: `${sent.origin}/missing`, outcome: 'gone', reason: 'not-found' },
  ]);
  for await (const { listing } of records(place)) expect(listing).toEqual({ id: '42' });
  sent.close();
});

test('one crawl at a time writes to a folder', async () => {
  const place = { dir: join(folder, 'shared') };
  const both = await Promise.allSettled([crawl(settings, place), crawl(settings, place)]);
  const errors = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(errors).toEqual([expect.any(FolderInUseError)]);
  expect(errors[0]).toBeInstanceOf(DataFolderError);
  const terms = join(folder, 'faulty.txt');
  writeFileSync(terms, 'no term');
  const topic = { filters: [{ terms, cutOff: 1 }] };
  await expect(crawl({ ...settings, topic }, { dir: join(folder, 'faulty') })).rejects.toThrow(TopicFileError);
});

test('adds URLs to a running crawl', async () => {
  const place = { dir: join(folder, 'seeded') };
  const added: unknown[] = [];
  const seeds = [`${site.origin}/`];
  const onFetched = async ({ url }: { url: string }) => {
    if (url !== seeds[0]) return;
    const more = { url: `${site.origin}/fen?from=list`, about: { id: '7' } };
    added.push(await addSeeds([more, 'mailto:ada@bog.test', more.url], place));
  };
  const bounded = { ...settings, seeds, sitemaps: false, limits: { maxDepth: 0 } };
  const { status } = await crawl(bounded, { ...place, onFetched });
  expect(added).toMatchObject([
    { accepted: [`${site.origin}/fen?from=list`], refused: [{ url: 'mailto:ada@bog.test', reason: 'scheme' }] },
  ]);
  expect(status.pages).toBe(2);
  await expect(addSeeds([{ file: 'list.txt' } as never], place)).rejects.toThrow(
    'seeds.0: must be a URL or {url, priority, about}',
  );
  await expect(addSeeds([3 as never], place)).rejects.toThrow(SettingsError);
  expect(await addSeeds(['mailto:ada@bog.test'], place)).toMatchObject({
    accepted: [],
    refused: [{ reason: 'scheme' }],
  });
  await addSeeds(seeds, { ...place, force: true });
  expect((await crawl(bounded, place)).status.pages).toBe(3);
  await setState('stopped', place);
  await expect(addSeeds(seeds, place)).rejects.toThrow('crawl bogs is stopped');
});

test('waits for the promises of hooks before it ends', async () => {
  const waited: string[] = [];
  await crawl(
    { ...settings, crawl: 'waits' },
    {
      dir: join(folder, 'waits'),
      async onFetched() {
        await new Promise((resolve) => setTimeout(resolve, 50));
        waited.push('fetched');
      },
    },
  );
  expect(waited).toEqual(['fetched', 'fetched']);
});

test('refuses to search with an invalid filter or order', async () => {
  const place = { dir: dir() };
  await expect(search({ q: 'fen type:webpage' }, place)).rejects.toThrow(/^type:webpage: must be one of html, /);
  await expect(search({ q: 'fen', language: 'English' }, place)).rejects.toThrow(
    /^language: English: must be the code/,
  );
  await expect(search({ q: 'fen', sort: 'newest' as 'date' }, place)).rejects.toThrow(UsageError);
});

test('refuses options that it does not have, and values of another type', async () => {
  const readAll = async (options: object) => {
    for await (const _ of records(options)) return;
  };
  const place = { dir: dir() };
  const refusals: [() => Promise<unknown>, string][] = [
    [
      () => crawl(settings, { ...place, onstatus: () => 0, watch: 1 } as never),
      'onstatus: unknown; did you mean onStatus?',
    ],
    [() => crawl(settings, { ...place, onStatus: 3 } as never), 'onStatus: must be a function'],
    [() => crawl(settings, 'data' as never), 'options: must be an object'],
    [() => readAll({ ...place, queri: 'fen' }), 'queri: unknown; did you mean query?'],
    [() => readAll({ dir: 3 }), 'dir: must be a string'],
    [() => changes({ ...place, size: '3' } as never), 'size: must be a number'],
    [() => changes({ ...place, text: true } as never), 'text: unknown; the options are dir, name, after, size'],
    [() => search('fen' as never, place), 'request: must be an object'],
    [() => search({} as never, place), 'q: is missing'],
    [() => search({ q: 'fen', size: Number.NaN }, place), 'size: must be a number'],
    [() => search({ q: 'fen', facets: ['lang' as 'language'] }, place), 'facets: lang: must be one of class, '],
    [() => search({ q: 'fen', lang: 'en' } as never, place), 'lang: unknown; did you mean language?'],
    [() => status({ ...place, crawl: 'bogs' } as never), 'crawl: unknown; the options are dir, name'],
    [() => setState('open', null as never), 'options: must be an object'],
  ];
  for (const [refused, message] of refusals)
    await expect(refused()).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
    );
  // Undefined values are absent ones.
  expect((await search({ q: 'fen17', size: undefined } as never, { ...place, name: undefined })).total).toBe(1);
});

test('refuses invalid settings, crawls without seeds, and a paused crawl', async () => {
  await expect(crawl({ ...settings, limits: { page: 1 } } as GivenSettings)).rejects.toThrow(SettingsError);
  await expect(crawl({ ...settings, seeds: ['nonsense'] }, { dir: join(folder, 'none') })).rejects.toThrow(
    'no seed was accepted',
  );
  await expect(search({ q: 'fen' }, { dir: join(folder, 'nothing') })).rejects.toThrow('no crawl in this folder yet');
  expect(() => openFolder(join(folder, 'nothing'))).toThrow('no crawl in this folder yet');
  await expect(crawl(settings, { dir: dir(), signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  await thresher(['pause', '--dir', dir()]);
  await expect(crawl(settings, { dir: dir() })).rejects.toThrow('crawl bogs in');
  expect((await crawl(settings, { dir: dir(), resume: true })).end).toBe('done');
});

test('tells the status of a crawl, and pauses and reopens it', async () => {
  const place = { dir: dir() };
  expect(await status(place)).toMatchObject({ crawl: 'bogs', state: 'done', records: 2 });
  await setState('paused', place);
  expect((await status(place)).state).toBe('paused');
  await setState('open', place);
  expect((await crawl(settings, place)).end).toBe('done');
  await expect(setState('pause' as 'paused', place)).rejects.toThrow('state: pause: must be one of open, ');
  await expect(status({ ...place, name: 'none' })).rejects.toThrow(UsageError);
});

test('fetches pages as a crawl does, and cleans them', async () => {
  const shop = await startSite({
    '/robots.txt': '\nUser-agent: *\nDisallow: /private\n',
    '/moss': prose('moss'),
  });
  const { network, politeness } = settings;
  const cleaner = await openCleaner({ network: network!, politeness: politeness! });
  const [moss, missing, hidden] = await Promise.allSettled(
    [`${shop.origin}/moss`, new URL('/missing', shop.origin), `${shop.origin}/private`].map((url) =>
      cleaner.fetch(url),
    ),
  );
  expect(moss).toMatchObject({ value: { status: 200, url: `${shop.origin}/moss`, title: 'moss', reason: null } });
  expect(missing).toMatchObject({ value: { status: 404 } });
  expect(hidden).toMatchObject({ reason: { name: 'FetchError', url: `${shop.origin}/private`, reason: 'robots' } });
  await expect(cleaner.fetch('http://10.0.0.1/')).rejects.toThrow(FetchError);
  await expect(cleaner.fetch('http://10.0.0.1/')).rejects.toThrow(
    'http://10.0.0.1/: private-address: the setting network.allowPrivate allows such an address',
  );
  await cleaner.close();
  await expect(cleaner.fetch(`${shop.origin}/moss`)).rejects.toThrow('the cleaner was closed');
  shop.close();
});

test('cleans pages and documents without a crawl', async () => {
  const cleaner = await openCleaner();
  const url = 'https://bog.test/page';
  const html = `<title>T</title><main>${prose('moss')}<p>10<sup>6</sup> <a href="/a">leaves</a></main>`;
  const page = await cleaner.clean({ url, html });
  expect(page).toMatchObject({ url, title: 'T', reason: null });
  expect(page.markdown).toContain('10<sup>6</sup> [leaves](https://bog.test/a)');
  expect((await cleaner.clean({ url, html, headers: { 'X-Robots-Tag': 'noindex' } })).reason).toBe('noindex');
  const body = Buffer.from('<p>\xe5tta l\xf6v', 'latin1');
  expect((await cleaner.clean({ url, body, contentType: 'text/html; charset=latin1' })).text).toBe('åtta löv');
  const rtf = await cleaner.clean({ url, body: Buffer.from('{\\rtf1 Moss grows.}') });
  expect(rtf).toMatchObject({ mimeType: 'application/rtf', text: 'Moss grows.' });
  await expect(cleaner.clean({ url } as never)).rejects.toThrow(
    new TypeError('html or body: expected a string or bytes'),
  );
  await cleaner.close();
});

test('cleans pages by the rules of settings', async () => {
  const rules = [{ name: 'page', pages: ['*'], fields: { price: { select: 'b', type: 'number' as const } } }];
  const cleaner = await openCleaner({ extract: { rules } });
  expect(await cleaner.clean({ url: 'https://bog.test/', html: '<b>7 kr</b>' })).toMatchObject({
    rule: 'page',
    fields: { price: [7] },
  });
  await cleaner.close();
  await expect(openCleaner({ extract: { rule: [] } } as never)).rejects.toThrow(SettingsError);
});
