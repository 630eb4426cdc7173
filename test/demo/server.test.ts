import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../demo/build.ts';
import { demoSettings } from '../../demo/demo.ts';
import { HOSTS } from '../../demo/hosts.ts';
import type { SitePage } from '../../demo/page.ts';
import { reachable } from '../../demo/reachable.ts';
import { type RunningSite, startSite } from '../../demo/server.ts';

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

const SLOW = 'http://slow.test/slow-sundews.html';

let site: RunningSite;
let pages: SitePage[];
beforeAll(async () => {
  site = await startSite();
  pages = site.pages();
});
afterAll(() => site.close());

test('every page answers with the status that is said of it, and without a cookie', async () => {
  const wrong: string[] = [];
  // The slow page has a test of its own.
  const others = pages.filter(({ url }) => url !== SLOW);
  expect(others).toHaveLength(pages.length - 1);
  for (const page of others) {
    const answer = await ask(page.url).catch(() => undefined);
    if ((answer?.status ?? 0) !== page.status && !page.url.includes('cut.test/letter')) wrong.push(page.url);
    if (answer?.headers['set-cookie']) wrong.push(`${page.url} sets a cookie`);
  }
  expect(wrong).toEqual([]);
  expect(site.log.requests).toHaveLength(others.length);
});

test('`links` of a page lists its links without session ids and fragments', async () => {
  for (const page of pages) {
    if (page.status !== 200 || page.language === null || /\.pdf$|slow-sundews/.test(page.url)) continue;
    const answer = await ask(page.url).catch(() => undefined);
    if (!answer || answer.body.length === 0) continue;
    const { document } = parseHTML(decoded(answer));
    const followed = [...document.querySelectorAll('a[href]:not([rel=nofollow])')].map((a) => a.getAttribute('href')!);
    const nofollow = document.querySelector('meta[name=robots]')?.getAttribute('content')?.includes('nofollow');
    expect({ url: page.url, links: nofollow ? [] : plain(page.url, followed) }).toEqual({
      url: page.url,
      links: [...page.links].sort(),
    });
  }
});

test('two builds are identical byte for byte', () => {
  const [a, b] = [buildSite(HOSTS), buildSite(HOSTS)];
  expect(a.pages).toEqual(b.pages);
  for (const [name, built] of a.hosts) {
    for (const [path, resource] of built.resources) expect(b.hosts.get(name)!.resources.get(path)).toEqual(resource);
  }
});

test('the site has enough hosts, pages and variety', () => {
  const hosts = Map.groupBy(pages, (page) => page.host);
  expect(hosts.size).toBeGreaterThanOrEqual(40);
  expect(pages.length).toBeGreaterThan(300);
  expect(Math.max(...[...hosts.values()].map((of) => of.length))).toBeLessThanOrEqual(25);
  expect(hosts.get('slow-bog.test')!.length).toBeLessThanOrEqual(8);
  for (const language of ['en', 'de', 'sv', 'es']) {
    const of = pages.filter((page) => page.language === language);
    expect(of.filter((page) => page.onTopic).length, language).toBeGreaterThan(15);
    expect(of.filter((page) => page.onTopic === false).length, language).toBeGreaterThan(15);
  }
});

describe('from the seeds of the demo', () => {
  const seeds = [...demoSettings(1).matchAll(/^ {2}- (http\S+)/gm)].map((m) => m[1]!);

  test('every page is reached but those that are hidden on purpose', () => {
    const reached = new Set(reachable(pages, seeds, 'all'));
    const hidden = pages.filter((page) => !reached.has(page)).map((page) => page.url);
    expect(hidden).toEqual([
      'http://sundew.test/orphan.html',
      'http://pitcher-plants.test/only-from-the-draft.html',
      'http://pitcher-mirror.test/only-from-the-draft.html',
      // Its robots.txt cannot be read, so its home page leads nowhere.
      'http://closed.test/collection.html',
    ]);
  });

  test('a crawl that leaves pages off the topic alone still finds nearly all that is on it', () => {
    const reached = reachable(pages, seeds, 'on-topic');
    const onTopic = (list: SitePage[]) => list.filter((page) => page.onTopic).length;
    expect(onTopic(reached) / onTopic(pages)).toBeGreaterThan(0.9);
    expect(reached.length).toBeLessThan(pages.length * 0.8);
  });
});

test.each([
  ['gzip', 'http://pitcher-plants.test/'],
  ['br', 'http://nepenthes.test/'],
])('%s is sent to those who accept it, and only to them', async (coding, url) => {
  const plainly = await ask(url);
  const coded = await ask(url, { 'accept-encoding': `identity, ${coding}` });
  expect(plainly.headers['content-encoding']).toBeUndefined();
  expect(coded.headers['content-encoding']).toBe(coding);
  expect(coding === 'gzip' ? gunzipSync(coded.body) : brotliDecompressSync(coded.body)).toEqual(plainly.body);
});

test.each([
  ['etag', 'if-none-match', 'http://sundew.test/'],
  ['last-modified', 'if-modified-since', 'http://butterworts.test/'],
])('a known %s is answered with 304 and no body', async (validator, condition, url) => {
  const first = await ask(url);
  const again = await ask(url, { [condition]: String(first.headers[validator]) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect((await ask(url, { [condition]: 'something else' })).status).toBe(200);
});

test.each([
  ['http://bladderworts.test/', 'http://bladderworts.test/utricularia-gibba.html?sid=1f'],
  ['http://old-forum.test/', 'http://old-forum.test/drosera-capensis.html;jsessionid=2e'],
  ['http://seed-shop.test/', 'http://seed-shop.test/flytrap-cultivars.html?sort=price&PHPSESSID=3d'],
])('links of %s carry a session, which changes nothing of the answer', async (home, url) => {
  expect((await ask(home)).body.toString()).toMatch(/href="[^"]*(sid|jsessionid|PHPSESSID)=[0-9a-f]+"/);
  const bare = url.replace(/[;?&](sid|jsessionid|PHPSESSID)=.*$/, '');
  expect((await ask(url)).body).toEqual((await ask(bare)).body);
});

test('copies and the mirror send the same bytes as the page they copy', async () => {
  const copies = pages.filter((page) => page.sameAs);
  expect(copies.length).toBeGreaterThan(10);
  for (const copy of copies) expect((await ask(copy.url)).body).toEqual((await ask(copy.sameAs!)).body);
});

test('the calendar and the archive never end', async () => {
  for (const url of [
    'http://town-hall.test/calendar/9999/12',
    `http://bog-society.test/archive/${'older/'.repeat(30)}`,
  ]) {
    expect((await ask(url)).status).toBe(200);
  }
  expect((await ask('http://town-hall.test/calendar/2026/13')).status).toBe(404);
});

test('a reset connection and a cut body are what they say', async () => {
  await expect(ask('http://reset.test/thread-1.html')).rejects.toThrow();
  await expect(ask('http://cut.test/letter.html')).rejects.toThrow();
});

test('the slow page is slow, and others need not wait for it', async () => {
  const start = performance.now();
  const order: string[] = [];
  const slow = ask(SLOW).then((answer) => {
    order.push('slow');
    return answer;
  });
  await ask('http://slow.test/').then(() => order.push('other'));
  const { status, headers } = await slow;
  expect([status, headers['set-cookie']]).toEqual([pages.find(({ url }) => url === SLOW)!.status, undefined]);
  expect(order).toEqual(['other', 'slow']);
  // Timers may be a millisecond early.
  expect(performance.now() - start).toBeGreaterThan(1_990);
});

test.each([
  ['http://letters.test/utf-16.html', 'utf-16le', 'Sundews in sixteen bits'],
  ['http://letters.test/russian.html', 'windows-1251', 'Росянка круглолистная'],
  ['http://letters.test/japanese.html', 'shift_jis', 'モウセンゴケ'],
  ['http://letters.test/quotes.html', 'windows-1252', '“Ros solis”'],
  ['http://letters.test/lies.html', 'windows-1252', 'crème brûlée'],
  ['http://fleischfressende-pflanzen.test/', 'windows-1252', 'Gewächshäusern'],
])('%s is written in %s', async (url, charset, text) => {
  const { body } = await ask(url);
  expect(new TextDecoder(charset, { fatal: true }).decode(body)).toContain(text);
  if (charset !== 'utf-16le') expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow();
});

test('the cross-reference table of the PDF leads to its objects', async () => {
  const file = (await ask('http://papers.test/newsletter.pdf')).body.toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(file)![1]);
  expect(file.slice(start, start + 4)).toBe('xref');
  const places = [...file.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map((m) => Number(m[1]));
  expect(places.map((at, i) => file.startsWith(`${i + 1} 0 obj`, at))).toEqual(places.map(() => true));
  expect(places).toHaveLength(6);
});

test('the log has every request with its host, path, status and times', async () => {
  site.log.clear();
  await ask('http://busy.test/popular.html', { 'user-agent': 'Tester/1' });
  const [logged] = site.log.of('busy.test');
  expect(logged).toMatchObject({ path: '/popular.html', status: 503, retryAfterS: 2, userAgent: 'Tester/1' });
  expect(logged!.endedAt!).toBeGreaterThanOrEqual(logged!.startedAt);
});

function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { port: site.port, path: pathname + search, headers: { host, ...headers } };
    const pending = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
      );
      response.on('error', reject);
    });
    pending.on('error', reject).end();
  });
}

/** ASCII is enough to read the links; of UTF-16 every other byte is taken. */
function decoded({ body }: Answer): string {
  return body[0] === 0xff ? body.toString('utf16le') : body.toString('latin1');
}

function plain(base: string, hrefs: string[]): string[] {
  const urls = hrefs.map((href) => new URL(href, base)).filter((url) => url.protocol === 'http:');
  for (const url of urls) {
    url.hash = '';
    url.pathname = url.pathname.replace(/;jsessionid=.*$/, '');
    for (const name of ['sid', 'PHPSESSID']) url.searchParams.delete(name);
  }
  return [...new Set(urls.map((url) => url.href))].sort();
}
