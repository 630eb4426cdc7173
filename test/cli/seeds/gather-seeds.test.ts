import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCrawlFile } from '../../../cli/load-crawl.ts';
import { gatherSeeds } from '../../../cli/seeds/gather-seeds.ts';
import type { OfferedLink } from '../../../shared/frontier/offer.ts';
import { seedsOf } from '../../../shared/settings/rules.ts';
import { classifyOptionsOf } from '../../../shared/settings/stages/classify-options.ts';
import type { Url } from '../../../shared/url/url.ts';
import { zip } from '../../seeds/zip.ts';

let dir: string;
const file = (name: string) => join(dir, name);
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-seeds-'));
  const cdx = ' CDX a k s\nhttp://wacz.example/ AAAA 200\n';
  writeFileSync(
    file('list.txt'),
    `# by hand\nhttp://list.example/ 2 title=L\nmailto:x@y\nhttp://10.0.0.1/\n${'# \n'.repeat(30_000)}`,
  );
  writeFileSync(
    file('content.rdf.u8.gz'),
    gzipSync('<RDF><Topic r:id="Top/A"><link r:resource="http://odp.example/"/></Topic></RDF>'),
  );
  writeFileSync(file('a.cdx'), cdx.replace('wacz', 'cdx'));
  writeFileSync(
    file('sitemap.xml'),
    '<sitemapindex><sitemap><loc>http://sub.example/s.xml</loc></sitemap></sitemapindex>',
  );
  writeFileSync(
    file('feed.json'),
    '{"items":[{"url":"http://feed.example/1","date_published":"2024-02-03T00:00:00Z"}]}',
  );
  const record =
    'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://warc.example/\r\nContent-Length: 1\r\n\r\nx\r\n\r\n';
  writeFileSync(file('a.warc.gz'), Buffer.concat([gzipSync(record), gzipSync(record.replace('warc.e', 'warc2.e'))]));
  writeFileSync(file('digests.txt'), 'd41d8cd98f00b204e9800998ecf8427e\n');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function gathered(seeds: unknown[], more: object = {}) {
  const yaml = file('crawl.yaml');
  writeFileSync(yaml, JSON.stringify({ crawl: 'try', seeds, ...more }));
  const settings = await loadCrawlFile(yaml);
  const logged: string[] = [];
  const requestedUrls: string[] = [];
  const get = async (url: string) => {
    requestedUrls.push(url);
    const body = JSON.stringify({
      results: requestedUrls.length > 1 ? [] : [{ url: 'http://found.example/' }, { url: 'http://x.example/a.pdf' }],
    });
    return { url, body: Buffer.from(body), contentType: 'application/json' };
  };
  const made = await gatherSeeds(settings, file('seeds'), { get, index: undefined, log: (line) => logged.push(line) });
  const links: OfferedLink[] = [];
  if (made.spool) for await (const batch of made.spool.batches()) links.push(...batch);
  return { ...made, logged, requestedUrls, links };
}

test.each<[what: string, seed: object, urls: string[]]>([
  ['a long list', { file: 'list.txt' }, ['http://list.example/']],
  ['a directory', { odp: 'content.rdf.u8.gz', categories: ['Top/A'] }, ['http://odp.example/']],
  ['an index of an archive', { cdx: 'a.cdx' }, ['http://cdx.example/']],
  ['archives', { warc: ['a.warc.gz'] }, ['http://warc.example/', 'http://warc2.example/']],
  ['a feed in a file', { feed: 'feed.json' }, ['http://feed.example/1']],
  ['a sitemap in a file names a list on the web', { sitemap: 'sitemap.xml' }, ['http://sub.example/s.xml']],
  ['questions', { queries: ['bogs'], providers: [{ searxng: 'http://s.example' }] }, ['http://found.example/']],
])('gathers %s', async (_, seed, urls) => {
  const { links, settings } = await gathered([{ ...seed, priority: 1 }]);
  expect(links.map(({ url }) => url)).toEqual(urls);
  expect(settings.seeds).toEqual([{ gathered: expect.any(String), seeds: urls.length, keys: expect.any(String) }]);
});

test('keeps the priority and the fields of each seed', async () => {
  const { links } = await gathered([{ file: file('list.txt') }, { feed: file('feed.json'), priority: 3 }]);
  expect(links).toMatchObject([
    // In order of their hosts.
    { class: 3, lastModified: Date.UTC(2024, 1, 3) },
    { class: 2, about: { title: 'L' }, depth: 0, parent: null },
  ]);
});

test('reports a refused seed with reason, file and line', async () => {
  const { logged } = await gathered([{ file: file('list.txt'), priority: 4 }]);
  expect(logged.slice(0, 2)).toEqual([
    `seed refused: ${file('list.txt')}:3: mailto:x@y: scheme (neither http, https nor ftp (fetch.ftp))`,
    expect.stringMatching(/list\.txt:4: http:\/\/10\.0\.0\.1\/: private-address/),
  ]);
  expect(logged[2]).toMatch(/^1 seed from .*list\.txt; refused: 1 scheme, 1 private-address$/);
});

test('the scope covers the hosts of gathered seeds and no others', async () => {
  const { settings } = await gathered([{ cdx: file('a.cdx') }]);
  const { scope } = classifyOptionsOf(settings, 'host');
  const judge = (url: string) => scope({ url: url as Url, depth: 1, discovered: 'link' });
  expect([judge('http://www.cdx.example/x'), judge('http://other.example/')]).toEqual([undefined, 'scope']);
});

test('does not read the same sources twice', async () => {
  const seeds = [{ queries: ['fens'], providers: [{ searxng: 'http://s.example' }] }];
  expect((await gathered(seeds)).requestedUrls).toHaveLength(2);
  const again = await gathered(seeds);
  expect(again.requestedUrls).toEqual([]);
  expect(again.links).toHaveLength(1);
});

test('gathers again if a seed file is missing', async () => {
  const seeds = [{ cdx: file('a.cdx'), priority: 6 }];
  const before = new Set(readdirSync(dir, { recursive: true, encoding: 'utf8' }));
  await gathered(seeds);
  const [spool, ...others] = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !before.has(name) && name.endsWith('.jsonl.gz'),
  );
  expect(others).toEqual([]);
  rmSync(file(spool!));
  const { links, logged } = await gathered(seeds);
  expect(links).toMatchObject([{ url: 'http://cdx.example/', class: 6 }]);
  expect(logged.join()).not.toContain('gathered before');
});

test.each(['', '{"gathered":"a', '{}', 'null'])('gathers again if the note of the seeds holds %j', async (text) => {
  const seeds = [{ cdx: file('a.cdx'), priority: 5 }];
  await gathered(seeds);
  const notes = readdirSync(file('seeds')).filter((name) => name.endsWith('.json'));
  for (const name of notes) writeFileSync(file(`seeds/${name}`), text);
  const { links, logged } = await gathered(seeds);
  expect(links).toMatchObject([{ url: 'http://cdx.example/', class: 5 }]);
  expect(logged).toEqual([
    expect.stringMatching(/seeds\/try-\w+\.json is empty or damaged: gathering the seeds again$/),
    expect.stringMatching(/^1 seed from /),
  ]);
  for (const name of notes) rmSync(file(`seeds/${name}`));
});

test.each<[rule: object]>([
  [{ sortParameters: true }],
  [{ dropIndexPages: true }],
  [{ fetch: { ftp: false } }],
  [{ limits: { maxPathDepth: 3 } }],
  [{ exclude: ['tail'] }],
])('gathers again under other rules: %j', async (rule) => {
  const seeds = [{ cdx: file('a.cdx') }];
  await gathered(seeds);
  expect((await gathered(seeds, rule)).logged.join()).not.toContain('gathered before');
  expect((await gathered(seeds, rule)).logged.join()).toContain('gathered before');
});

test('a list on the web becomes a URL of the crawl', async () => {
  const { settings, spool } = await gathered([
    { sitemap: 'http://a.example/s.xml' },
    { opml: 'http://a.example/o.opml', priority: 2 },
  ]);
  expect(spool).toBeUndefined();
  expect(seedsOf(settings).accepted).toMatchObject([
    { url: 'http://a.example/s.xml', kind: 'feed', class: 0, depth: 0 },
    { url: 'http://a.example/o.opml', kind: 'feed', class: 2 },
  ]);
});

test('names files that are missing or invalid', async () => {
  await expect(gathered([{ odp: 'none.rdf' }])).rejects.toThrow('seeds.0.odp: none.rdf: no such file');
  await expect(gathered([{ wacz: file('list.txt') }])).rejects.toThrow(
    'not a WACZ (it is not a ZIP file, or it is cut off)',
  );
  const { logged } = await gathered([{ digests: file('digests.txt') }]);
  expect(logged[0]).toContain('has no record d41d8cd98f00b204e9800998ecf8427e');
});

test('reads a WACZ through its index', async () => {
  writeFileSync(file('a.wacz'), zip('indexes/index.cdx', ' CDX a k s\nhttp://wacz.example/ AAAA 200\n'));
  expect((await gathered([{ wacz: file('a.wacz') }])).links.map(({ url }) => url)).toEqual(['http://wacz.example/']);
});
