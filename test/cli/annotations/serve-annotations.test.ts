/** Annotations from the form on a page to the search, over changes of the page and of the index. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { judgeDocument } from '../../../cli/annotations/judge-document.ts';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import type { SearchAnswer } from '../../../shared/search/answer.ts';
import type { NotKept } from '../../../web/annotations/web-annotations.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { whileServing } from '../serve/while-serving.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const TOKEN = 'token-of-ada-0123456789';

const PAGES = { '/': `${prose('moss')}<a href="/fern">fern</a>`, '/fern': prose('fern') };

let dir: string;
/** What the site shows. A test may change it. */
const pages: Record<string, string> = { ...PAGES };
let site: TestSite;
/** The folder after a crawl, which each test gets a copy of. */
let crawled: string;
beforeAll(async () => {
  site = await startSite(pages);
  crawled = mkdtempSync(join(tmpdir(), 'thresher-annotations-'));
  dir = crawled;
  await crawl();
});
beforeEach(() => {
  dir = temporaryFolder();
  cpSync(crawled, dir, { recursive: true });
  Object.assign(pages, PAGES);
});
afterAll(() => {
  site.close();
  rmSync(crawled, { recursive: true });
});

async function crawl(users = '[{name: Ada, token: env:ADA_TOKEN}, {name: Bo, token: env:BO_TOKEN}]', more = '') {
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `crawl: bog\nseeds: ['${site.origin}/']\npoliteness: {hostPauseMs: 0}\nnetwork: {allowPrivate: [127.0.0.0/8]}\nannotations: {users: ${users}}\n${more}`,
  );
  expect(await thresher(['crawl', file, '--dir', dir])).toMatchObject({ code: 0 });
}

const serving = (work: (url: URL) => Promise<void>) =>
  whileServing(['--dir', dir], work, { ADA_TOKEN: TOKEN, BO_TOKEN: 'short' });

const find = async (q: string): Promise<SearchAnswer> => {
  const { printed } = await thresher(['search', q, '--dir', dir, '--json']);
  return JSON.parse(printed.join('\n')) as SearchAnswer;
};
const pathsOf = ({ hits }: SearchAnswer) => hits.map(({ url }) => new URL(url).pathname);

/** Annotates the page that a query finds, as a browser does. */
async function annotate(url: URL, q: string, text: string): Promise<Response> {
  const json = await fetch(new URL(`/search?${new URLSearchParams({ q, format: 'json' })}`, url));
  const [{ id: record } = { id: '' }] = ((await json.json()) as SearchAnswer).hits;
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(new URL(path, url), {
      method: 'POST',
      body: new URLSearchParams({ record, ...fields }),
      headers: { origin: url.origin, cookie },
      redirect: 'manual',
    });
  const signedIn = await post('/sign-in?crawl=bog', { name: 'Ada', token: TOKEN });
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const added = await post('/annotations?crawl=bog', { text }, cookie);
  expect(added.status).toBe(303);
  return fetch(new URL(added.headers.get('location')!, url), { headers: { accept: 'text/html' } });
}

test('a comment on a page is found, and stays when the page and the index change', async () => {
  await serving(async (url) => {
    const page = await (await annotate(url, 'fern1', 'Compare the herbarium sheets of Uppsala.')).text();
    expect(page).toContain('<p class="text" dir="auto">Compare the herbarium sheets of Uppsala.</p>');
    const search = async (q: string) => fetch(new URL(`/search?${new URLSearchParams({ q })}`, url));
    const found = await (await search('annotation:"herbarium sheet"')).text();
    expect(found).toContain(`${site.origin}/fern`);
    expect(found).toMatch(/#annotations">1 annotation<\/a>/);
  });
  const one = await find('annotation:sheets');
  expect([pathsOf(one), one.hits[0]?.annotations]).toEqual([['/fern'], 1]);
  expect(pathsOf(await find('annotation:herbarium moss1'))).toEqual(['/fern']);
  expect(pathsOf(await find('herbarium'))).toEqual([]);

  pages['/fern'] = prose('bracken');
  await thresher(['recrawl', '--dir', dir]);
  await crawl();
  expect(pathsOf(await find('bracken1 annotation:herbarium'))).toEqual(['/fern']);
  expect((await find('annotation:herbarium')).hits).toHaveLength(1);
  await serving(async (url) => {
    const { hits } = await find('bracken1');
    const page = await (await fetch(new URL(`/record/${hits[0]!.id}`, url))).text();
    expect(page).toContain('on an earlier text of the page');
  });

  for (const command of ['reclean', 'reindex']) {
    expect(await thresher([command, '--dir', dir])).toMatchObject({ code: 0 });
    expect(pathsOf(await find('annotation:"herbarium sheets"'))).toEqual(['/fern']);
  }
  const exported = await thresher(['export', '--format', 'jsonl', '--query', 'annotation:herbarium', '--dir', dir]);
  expect(exported.answers()).toMatchObject([{ url: `${site.origin}/fern` }]);
});

test('a damaged file of annotations stops only what asks for annotations', async () => {
  const file = join(dir, 'annotations.sqlite');
  writeFileSync(file, 'damaged'.repeat(1_000));
  const { stderr } = await serving(async (url) => {
    const statusOf = async (path: string) => (await fetch(new URL(path, url))).status;
    expect(await Promise.all(['/', '/search?q=fern1', '/search?q=moss1'].map(statusOf))).toEqual([200, 200, 200]);
    expect(await statusOf('/search?q=annotation:map')).toBe(500);
  });
  const fault = `${file} is damaged (file is not a database); restore it from a backup`;
  expect(stderr.filter((line) => line.includes(file))).toEqual([
    `hits are shown without their annotations: ${fault}`,
    `/search: ${fault}`,
  ]);
});

test('serve names the people who cannot sign in, and notices new settings', async () => {
  const first = await serving(async (url) => {
    const people = async () => {
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
      return (await fetch(new URL('/annotations', url), { method: 'POST', headers, body: '{}' })).status;
    };
    expect(await people()).toBe(400);
    await crawl('[{name: Carl, token: env:CARL_TOKEN}]');
    expect(await people()).toBe(401);
  });
  expect(first.stderr).toContain(
    'warning: crawl bog: annotations: Bo cannot sign in: the environment variable BO_TOKEN must have 16 to 256 characters; openssl rand -hex 16 makes them',
  );
  const { stderr } = await whileServing(['--dir', dir], async () => {}, {});
  expect(stderr).toContain(
    'warning: crawl bog: annotations: Carl cannot sign in: the environment variable CARL_TOKEN is not set',
  );
});

const html = (topic: string) => `<html><body>${prose(topic)}</body></html>`;

async function handInTo(url: URL, address: string, body: string): Promise<Response> {
  const to = new URL(`/documents?${new URLSearchParams({ url: address })}`, url);
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/html' };
  return fetch(to, { method: 'POST', headers, body });
}

/**
 * Judges a document as the thread of a request does, which takes half a second of CPU to start. `test/web/annotations/documents.test.ts`
 * has the answers of the server.
 */
async function judge(url: string, body: string, contentType = 'text/html'): Promise<NotKept | undefined> {
  const stores = openStores(dir, 'read');
  try {
    return await judgeDocument(stores)({ crawl: 'bog', url, body: Buffer.from(body), contentType, at: Date.now() });
  } finally {
    stores.close();
  }
}

test('a contributor hands in a document, unless a crawl is running', async () => {
  await crawl('[{name: Ada, token: env:ADA_TOKEN, contributor: true}]');
  expect(await judge('http://other.example/', html('sedge'))).toEqual({ reason: 'outside the scope of the crawl' });
  await serving(async (url) => {
    const handIn = (address: string, body: string) => handInTo(url, address, body);
    const unlock = lockFolder(dir);
    expect((await handIn(`${site.origin}/reed`, html('reed'))).status).toBe(409);
    unlock();
    const [first, second] = await Promise.all([
      handIn(`${site.origin}/reed?utm_source=mail#top`, html('reed')),
      handIn(`${site.origin}/rush`, html('rush')),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await first.json()).toMatchObject({ url: `${site.origin}/reed` });
    const record = await fetch(new URL(first.headers.get('location')!, url), {
      headers: { accept: 'application/json' },
    });
    expect(await record.json()).toMatchObject({ url: `${site.origin}/reed` });
  });
  expect(pathsOf(await find('reed1 OR rush1')).sort()).toEqual(['/reed', '/rush']);
});

test('a refused document leaves the page at its address as it is', async () => {
  writeFileSync(join(dir, 'plants.txt'), '100: fern1=Plants\n100: bracken1=Plants\n');
  await crawl('[{name: Ada, token: env:ADA_TOKEN, contributor: true}]', 'topic: {filters: [{terms: plants.txt}]}\n');
  const state = async () => (await thresher(['explain', `${site.origin}/fern`, '--dir', dir, '--json'])).printed;
  const before = await state();
  const fateOf = (body: string, contentType = 'text/html') => judge(`${site.origin}/fern`, body, contentType);
  const noindex = `<html><head><meta name="robots" content="noindex"></head><body>${prose('fern')}</body></html>`;
  expect(await fateOf(html('bracken'))).toBeUndefined();
  expect(await fateOf(html('bread'))).toMatchObject({ offTopic: expect.anything() });
  expect(await fateOf('<html></html>')).toEqual({ reason: expect.stringMatching(/./) });
  expect(await fateOf('%PDF-1.4 damaged', 'application/pdf')).toEqual({ reason: expect.stringMatching(/./) });
  expect(await fateOf(noindex)).toEqual({ reason: expect.stringContaining('noindex') });
  expect(await fateOf('a,b\n', 'image/svg+xml')).toEqual({ reason: expect.stringMatching(/./) });
  await serving(async (url) => {
    const refused = await handInTo(url, `${site.origin}/fern`, html('bread'));
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      {
        detail: expect.stringMatching(
          /^It is off topic \(.*\), so the crawl does not keep it\. Nothing was changed\.$/,
        ),
      },
    ]);
    expect(await state()).toEqual(before);
    expect(pathsOf(await find('fern1'))).toEqual(['/fern']);
    expect((await handInTo(url, `${site.origin}/fern`, html('bracken'))).status).toBe(201);
    expect(pathsOf(await find('bracken1'))).toEqual(['/fern']);
    expect(pathsOf(await find('fern1'))).toEqual([]);
  });
});
