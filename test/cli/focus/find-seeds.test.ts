import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import { enqueueSeedLinks } from '../../../shared/frontier/enqueue-seed-links.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { seedsOf } from '../../../shared/settings/rules.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { prose } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
let server: Server;
let origin: string;
/** Queries and paths that the server was asked for. */
const asked: string[] = [];
const file = (name: string) => join(dir, name);

const PAGES: Record<string, string> = {
  '/sundews': `<title>All sundews</title>${prose('sundew')} a sundew`,
  '/shop': `<title>Shop</title>${prose('chairs')}`,
};

const page = (url: string, title: string, topic: string, description = '') =>
  `<ExternalPage about="${url}"><d:Title>${title}</d:Title><d:Description>${description}</d:Description><topic>${topic}</topic></ExternalPage>`;

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (pathname === '/robots.txt') return void response.writeHead(404).end();
    const query = searchParams.get('q');
    asked.push(query ?? pathname);
    if (query === 'broken') return void response.writeHead(500).end();
    if (query !== null) {
      const result = (path: string) => ({ url: `${origin}${path}`, title: `Sundew ${path}`, content: 'a result' });
      const results = searchParams.get('pageno') === '1' ? ['/sundews', '/shop', '/lost', '/a.pdf'].map(result) : [];
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
    }
    const body = PAGES[pathname];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dir = mkdtempSync(join(tmpdir(), 'thresher-find-'));
  writeFileSync(file('plants.txt'), '20: sundew=P\n10: peat bog=P\n-50: casino=P\n');
  writeFileSync(
    file('content.rdf.u8.gz'),
    gzipSync(
      `<RDF><Topic r:id="Top/Science/Plants"/>${[
        page('http://best.example/', 'Sundew society', 'Top/Science/Plants'),
        page('http://bog.example/', 'Bogs', 'Top/Science/Plants', 'Every peat bog of the north.'),
        page('http://cars.example/', 'Cars', 'Top/Shopping/Cars'),
        page('http://bet.example/', 'Casino', 'Top/Games', 'The sundew casino: casino games'),
        page('http://best.example/#top', 'Sundew society', 'Top/Regional/Plants'),
        page('http://garden.example/', 'Sundew garden', 'Top/Home/Gardening'),
        page('http://10.0.0.1/', 'Sundew intranet', 'Top/Science/Plants'),
      ].join('')}</RDF>`,
    ),
  );
});
beforeEach(() => void asked.splice(0));
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

const find = (...args: string[]) =>
  thresher(['find-seeds', '--topic', file('plants.txt'), '--dir', file('none'), ...args]);
const local = () => ['--provider', `searxng=${origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0'];

test('finds the best sites of a directory, and says why others are none', async () => {
  const { code, answers, stderr } = await find('--odp', file('content.rdf.u8.gz'), '--json');
  expect(code).toBe(0);
  expect(answers().map(({ url }) => url)).toEqual([
    'http://best.example/',
    'http://garden.example/',
    'http://bog.example/',
  ]);
  expect(answers()[0]).toEqual({
    url: 'http://best.example/',
    score: 0.909,
    source: 'Top/Science/Plants',
    title: 'Sundew society',
    why: 'sundew (1)',
  });
  expect(stderr).toEqual([
    expect.stringMatching(/^seed refused: .*content\.rdf\.u8\.gz:7: http:\/\/10\.0\.0\.1\/: private-address/),
    expect.stringMatching(/content\.rdf\.u8\.gz: 3 of 7 candidates on topic; refused: 1 private-address$/),
    '3 seeds of 7 candidates, 1 refused, 2 below the lowest score, 1 repeated',
  ]);
});

test('selects categories by path and by word, and prints a table', async () => {
  const odp = ['--odp', file('content.rdf.u8.gz'), '--limit', '1'];
  const byWord = await find(...odp, '--category', 'gardening');
  expect(byWord.printed).toEqual([
    '0.909  http://garden.example/',
    '       Sundew garden',
    '       Top/Home/Gardening',
    '       sundew (1)',
  ]);
  const byPath = await find(...odp, '--category', 'Top/Reg*', '--json');
  expect(byPath.answers()).toMatchObject([{ source: 'Top/Regional/Plants' }]);
});

test('points to --fetch if the titles show no sign of the topic', async () => {
  writeFileSync(file('plain.txt'), 'http://plain.example/\n');
  const { code, stderr } = await find(file('plain.txt'));
  expect(code).toBe(1);
  expect(stderr.slice(-2)).toEqual([
    '0 seeds of 1 candidate, 1 below the lowest score',
    'Titles and descriptions show no sign of the topic; judge the pages themselves with --fetch',
  ]);
});

test('writes a seed file that a crawl reads', async () => {
  const seeds = file('seeds.jsonl');
  const { code, printed } = await find(file('content.rdf.u8.gz'), '-o', seeds);
  expect([code, printed]).toEqual([0, []]);
  expect(readFileSync(seeds, 'utf8').trim().split('\n')).toHaveLength(3);
  writeFileSync(file('crawl.yaml'), JSON.stringify({ crawl: 'plants', seeds: [{ file: 'seeds.jsonl' }] }));
  const dry = await thresher(['crawl', file('crawl.yaml'), '--dry-run', '--dir', file('none')]);
  expect(dry.printed.join('\n')).toContain('3 accepted; 0 refused');
});

test('asks search engines, keeps what they know after an error, and skips documents', async () => {
  const { answers, stderr, code } = await find(...local(), '--query', 'broken', '--query', 'sundews', '--json');
  expect(code).toBe(1);
  expect(answers().map(({ url }) => url)).toEqual(['/sundews', '/shop', '/lost'].map((path) => origin + path));
  expect(answers()[0]).toMatchObject({ source: `${new URL(origin).host} "sundews"`, title: 'Sundew /sundews' });
  expect(stderr[0]).toMatch(/^no seed: .*"broken":1: .*status 500$/);
});

test('sends the terms of the topic in several forms if there are no queries', async () => {
  await find(...local(), '--template', '{subject}', '--template', '{subject} links');
  expect([...new Set(asked)]).toEqual(['sundew', 'peat bog', 'sundew links', 'peat bog links']);
});

test('fetches candidates and judges their pages', async () => {
  const { answers, stderr } = await find(...local(), '--query', 'sundews', '--fetch', '--json');
  expect(answers()).toMatchObject([{ url: `${origin}/sundews`, title: 'All sundews' }]);
  expect(stderr.filter((line) => line.startsWith('no seed'))).toEqual([
    expect.stringContaining('/shop: off-topic: '),
    expect.stringContaining('/lost: 127.0.0.1'),
  ]);
  expect(stderr.at(-1)).toBe('1 seed of 3 candidates, 2 without a page on topic');
});

test('judges the pages of a list without descriptions', async () => {
  const list = file('list.txt');
  writeFileSync(list, `${origin}/shop\n${origin}/sundews\n`);
  const web = ['--allow-private', '127.0.0.0/8', '--delay', '0', '--json'];
  expect((await find(list, ...web)).code).toBe(1);
  expect((await find(list, ...web, '--fetch')).answers()).toMatchObject([{ url: `${origin}/sundews` }]);
});

test('scores candidates by a trained model', async () => {
  const line = (label: string, text: string, i: number) => ({ label, text: `${text} number ${i}` });
  const lines = Array.from({ length: 20 }, (_, i) => [
    line('plants', 'sundew of the peat bog catches flies', i),
    line('cars', 'car with engine and wheels on the road', i),
  ]).flat();
  const model = file('plants.model');
  expect((await thresher(['train', '--out', model, '--topic', 'plants', '--jsonl'], lines)).code).toBe(0);
  const least = ['--min-score', '0.2'];
  const args = ['--topic', model, '--odp', file('content.rdf.u8.gz'), '--dir', file('none'), ...least, '--json'];
  const { answers } = await thresher(['find-seeds', ...args]);
  const urls = answers().map(({ url }) => url);
  expect(urls).toEqual(expect.arrayContaining(['http://best.example/', 'http://bog.example/']));
  expect(urls).not.toContain('http://cars.example/');
});

test('leaves out URLs that the crawl knows', async () => {
  const folder = file('data');
  const stores = openStores(folder);
  const settings = readSettings({ crawl: 'plants', seeds: ['http://best.example/'] });
  await stores.control.create('plants', await storeSettings(settings, stores.objects), 1);
  const links = seedsOf(settings).accepted;
  await enqueueSeedLinks({ crawl: 'plants', source: 'seeds', links, force: false }, stores, 'host');
  stores.close();
  const args = ['--odp', file('content.rdf.u8.gz'), '--dir', folder, '--json'];
  const { answers, stderr } = await find(...args, '--name', 'plants');
  expect(answers().map(({ url }) => url)).toEqual(['http://garden.example/', 'http://bog.example/']);
  expect(stderr.at(-1)).toMatch(/1 known$/);
  expect((await find(...args, '--name', 'trees')).stderr[0]).toMatch(/has no crawl trees/);
});

test('keeps the candidates before the damage of a file', async () => {
  const whole = readFileSync(file('content.rdf.u8.gz'));
  writeFileSync(file('cut.rdf.gz'), whole.subarray(0, whole.length - 60));
  const { code, stderr } = await find('--odp', file('cut.rdf.gz'), '--odp', file('content.rdf.u8.gz'), '--json');
  expect(code).toBe(1);
  expect(stderr[0]).toMatch(/^no seed: .*cut\.rdf\.gz: not read to its end: unexpected end of file$/);
  expect(stderr.at(-1)).toMatch(/^3 seeds of /);
});

test.each<[what: string, args: string[], message: RegExp]>([
  ['no source', [], /no source; give files, --odp FILE, or --provider/],
  ['a missing file', ['--odp', 'none.rdf'], /none\.rdf: no such file/],
  ['a URL as a source', ['http://a.example/'], /http:\/\/a\.example\/: no such file; a source is a file/],
  ['a query without an engine', ['--query', 'x'], /search engine .* with --provider/],
  ['an unknown engine', ['--provider', 'google'], /--provider: google: must be searxng=URL/],
  ['a folder', ['--odp', tmpdir()], /: is a folder; give a file/],
  [
    'an engine without an address',
    ['--provider', 'searxng=here'],
    /searxng=here: must be an address with http or https/,
  ],
  [
    'an engine in a private network',
    ['--provider', 'searxng=http://localhost:8080'],
    /localhost is a private address; allow it with --allow-private/,
  ],
  ['the index of a missing crawl', ['--provider', 'index=trees'], /the data folder has no crawl trees/],
  ['an unknown subject', ['--subject', 'cars'], /--subject: cars: must be one of computer-science/],
  ['a score that is no number', ['--min-score', 'x', '--odp', 'x'], /--min-score: x: must be a number/],
])('refuses %s', async (_what, args, message) => {
  const { code, stderr } = await find(...args);
  expect([code, stderr.join('\n')]).toEqual([2, expect.stringMatching(message)]);
});

test('needs a topic', async () => {
  expect((await thresher(['find-seeds', '--odp', 'x'])).stderr[0]).toMatch(/no topic; give one with --topic FILE/);
  const topic = file('sites.yaml');
  writeFileSync(topic, JSON.stringify({ crawl: 'x', seeds: ['http://a.example/'] }));
  expect((await thresher(['find-seeds', '--topic', topic, '--odp', 'x'])).stderr[0]).toMatch(/has no topic/);
});

test('needs the secrets of the crawl for searches and pages, but not for files', async () => {
  const yaml = file('secret.yaml');
  const topic = 'topic: {filters: [{terms: plants.txt}]}';
  const proxy = 'fetch: {proxy: {url: http://127.0.0.1:9, credentials: env:BOG_PROXY}}';
  writeFileSync(yaml, `crawl: plants\nseeds: [http://bog.example/]\n${topic}\n${proxy}\n`);
  const findBy = (...args: string[]) =>
    thresher(['find-seeds', '--topic', yaml, '--dir', file('none'), '--min-score', '0', ...args]);
  const missing = ['env:BOG_PROXY: the environment variable BOG_PROXY is not set'];
  expect(await findBy(...local(), '--query', 'sundew')).toMatchObject({ code: 2, stderr: missing });
  expect(await findBy('--odp', file('content.rdf.u8.gz'), '--fetch')).toMatchObject({ code: 2, stderr: missing });
  expect((await findBy('--odp', file('content.rdf.u8.gz'))).printed).toContain('0.909  http://best.example/');
});
