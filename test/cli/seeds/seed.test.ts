import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { parseSeedOperand } from '../../../cli/seeds/seed-operand.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-seed-'));
  const stores = openStores(dir);
  const settings = readSettings({ crawl: 'bogs', seeds: ['http://a.example/'], exclude: ['/private/*'] });
  await stores.control.create('bogs', await storeSettings(settings, stores.objects), 1);
  stores.close();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('names a file that does not exist, and how a URL begins', async () => {
  const seed = (operand: string) => thresher(['seed', operand, '--dir', dir]);
  expect((await seed('none.txt')).stderr).toEqual([expect.stringContaining('none.txt: no such file')]);
  expect((await seed('./none')).stderr).toEqual([expect.stringContaining('./none: no such file')]);
  expect((await seed('b.example')).stderr[0]).toContain('a URL begins with https://');
});

test('says that a file has no URL, or why none of its URLs is accepted', async () => {
  const file = join(dir, 'list.txt');
  for (const [text, messages] of [
    ['', ['no seed was added: the sources have no URL']],
    [
      'mailto:a@b.test\n',
      [expect.stringContaining('list.txt:1: mailto:a@b.test: scheme'), expect.stringContaining('above')],
    ],
  ] as const) {
    writeFileSync(file, text);
    const { code, stderr } = await thresher(['seed', file, '--dir', dir]);
    expect([code, stderr]).toEqual([2, messages]);
  }
});

test('says that a source has no URL that the crawl accepts', async () => {
  const cdx = join(dir, 'list.cdx');
  for (const [text, count] of [
    ['', '0 seeds from '],
    [' CDX a k s\nmailto:a@b.test AAAA 200\n', 'refused: 1 scheme'],
  ] as const) {
    writeFileSync(cdx, text);
    const { code, stderr } = await thresher(['seed', cdx, '--dir', dir]);
    expect([code, stderr.join('\n'), stderr.at(-1)]).toEqual([
      2,
      expect.stringContaining(count),
      'no seed was added: the sources have no URL that the crawl accepts',
    ]);
  }
});

test('adds seeds to an existing crawl under its rules, and extends its scope', async () => {
  const cdx = join(dir, 'more.cdx');
  writeFileSync(cdx, ' CDX a k s\nhttp://c.example/ AAAA 200\nhttp://c.example/private/x AAAA 200\n');
  const { code, printed, stderr } = await thresher([
    'seed',
    'http://b.example/',
    'http://b.example/private/',
    cdx,
    '--dir',
    dir,
  ]);
  expect(code).toBe(1);
  expect(printed).toEqual(['bogs: 2 seeds were added']);
  expect(stderr).toEqual([
    expect.stringMatching(/more\.cdx:3: http:\/\/c\.example\/private\/x: excluded/),
    expect.stringMatching(/^1 seed from .*more\.cdx; refused: 1 excluded$/),
    expect.stringMatching(/^seed refused: http:\/\/b\.example\/private\/: excluded/),
    `1 seed is outside of the scope (host): to follow links from there, add the seeds to the crawl.yaml too. Links of stored pages to there were refused; npx thresher reclassify --dir ${dir} --name bogs offers them again`,
  ]);
  const same = await thresher(['seed', 'http://a.example/more', '--dir', dir]);
  expect(same).toMatchObject({ code: 0, stderr: [] });
  const stores = openStores(dir);
  for (const host of ['b.example', 'c.example']) {
    const { items } = await stores.frontier.readInbox({ crawl: 'bogs', host }, 5);
    expect(items.flatMap(({ body }) => decodeOffer(body).links)).toMatchObject([{ url: `http://${host}/`, class: 0 }]);
  }
  const { settings } = await loadStoredSettings('bogs', stores);
  expect(settings.seeds).toMatchObject([
    'http://a.example/',
    'http://b.example/',
    'http://b.example/private/',
    { seeds: 1 },
    'http://a.example/more',
  ]);
  stores.close();
});

test('the exit code tells of refused URLs that were given or listed, but not of those in other sources', async () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const codeOf = async (...sources: string[]) => (await thresher(['seed', ...sources, '--dir', dir])).code;
  const refused = 'http://b.example/private/';
  expect(await codeOf('http://b.example/', 'http://c.example/')).toBe(0);
  expect(await codeOf('http://b.example/', refused)).toBe(1);
  expect(await codeOf(refused)).toBe(2);
  expect(await codeOf(write('list.txt', `http://b.example/\n${refused}\n`))).toBe(1);
  const long = `${'# comment\n'.repeat(7_000)}http://b.example/\n`;
  expect(await codeOf(write('long.txt', long))).toBe(0);
  const withRefused = write('more.txt', `${long}${refused}\n`);
  // The second time the seeds were gathered before.
  expect([await codeOf(withRefused), await codeOf(withRefused)]).toEqual([1, 1]);
  expect(await codeOf(write('none.txt', `${long}{"url": 1}\n`))).toBe(1);
  expect(await codeOf(write('a.cdx', ` CDX a k s\nhttp://b.example/ A 200\n${refused} A 200\n`))).toBe(0);
});

test.each([
  [0, 'http://b.example/\n'],
  [1, 'http://b.example/\nhttp://b.example/private/\n'],
  [1, 'http://b.example/\n{"url": 1}\n'],
  [2, 'http://b.example/private/\n'],
])('ends with %i after the lines %j of standard input', async (expected, text) => {
  const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(text)]) as never);
  const { code } = await thresher(['seed', '-', '--dir', dir]);
  input.mockRestore();
  expect(code).toBe(expected);
});

test.each([
  ['https://x.example/a.opml', undefined, 'https://x.example/a.opml'],
  ['not-there', undefined, 'not-there'],
  ['-', undefined, { file: '-' }],
  ['https://x.example/rss', 'feed', { feed: 'https://x.example/rss' }],
])('parses %s with kind %j', (operand, kind, source) => expect(parseSeedOperand(operand, kind)).toEqual(source));

test('recognises the kind of a file by its extension', () => {
  const kinds = [
    'content.rdf.u8.gz',
    'a.warc.gz',
    'a.wacz',
    'a.cdxj',
    'a.opml',
    'feed.rss',
    'sitemap.xml',
    'seeds.txt',
  ].map((name) => {
    writeFileSync(join(dir, name), '');
    return Object.keys(parseSeedOperand(join(dir, name), undefined) as object)[0];
  });
  expect(kinds).toEqual(['odp', 'warc', 'wacz', 'cdx', 'opml', 'feed', 'sitemap', 'file']);
  expect(() => parseSeedOperand('x', 'films')).toThrow('--kind: films: must be one of file, sitemap');
});
