import { expect, test } from 'vitest';
import { dataOffset, findDirectory, readDirectory } from '../../shared/clean/decode/zip-directory.ts';
import { cdxReader } from '../../shared/seeds/cdx.ts';
import { digestReader, filterByDigest, normalizeDigest } from '../../shared/seeds/digests.ts';
import { opmlReader } from '../../shared/seeds/opml.ts';
import { warcReader } from '../../shared/seeds/warc-headers.ts';
import { readAll } from './read-all.ts';
import { zip } from './zip.ts';

const record = (type: string, url: string, block: string, more = '') =>
  `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\n${more}Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`;

const WARC =
  record('warcinfo', 'x', 'software: a') +
  record(
    'response',
    '<http://a.example/>',
    'HTTP/1.1 200 OK\r\n\r\nWARC/1.0\r\n\r\nå',
    'WARC-Payload-Digest: sha1:ABC\r\n',
  ) +
  record('request', 'http://a.example/', 'GET / HTTP/1.1\r\n\r\n') +
  record('response', 'dns:a.example', 'a') +
  record('revisit', 'http://b.example/x y', '') +
  record('resource', 'http://c.example/', 'c') +
  record('response', 'http://a.example/moved', 'HTTP/1.1 301 Moved\r\n\r\n') +
  record('response', 'http://a.example/gone', 'HTTP/2 404\r\n\r\nHTTP/1.1 200') +
  record('response', 'http://a.example/short', 'HTTP/1.1 200') +
  record('response', 'http://a.example/other', '<html>');

test.each([1, 13, 65_536])(
  'reads the pages of an archive as seeds, without redirects and errors (chunks of %i)',
  (piece) => {
    expect(readAll(warcReader, WARC, piece)).toEqual({
      seeds: [
        { url: 'http://a.example/', digest: 'sha1:ABC', at: 2 },
        { url: 'http://b.example/x y', at: 5 },
        { url: 'http://c.example/', at: 6 },
        { url: 'http://a.example/short', at: 9 },
        { url: 'http://a.example/other', at: 10 },
      ],
      faults: [],
    });
  },
);

test.each<[what: string, warc: string, fault: string]>([
  ['a file that is no archive', 'hello\r\n\r\n', '1: not a WARC record; the rest of the file is skipped'],
  ['headers without end', 'WARC/1.0\r\n'.repeat(10_000), '1: not a WARC record; the rest of the file is skipped'],
  [
    'a record without a length',
    'WARC/1.0\r\nWARC-Type: response\r\n\r\n',
    '1: not a WARC record; the rest of the file is skipped',
  ],
  [
    'a truncated record',
    record('response', 'http://a.example/', 'x'.repeat(50)).slice(0, -40),
    '1: the archive ends inside a record',
  ],
])('reports %s', (_, warc, fault) => expect(readAll(warcReader, warc).faults).toEqual([fault]));

const CDX = ` CDX N b a m s k r M S V g
example,a)/ 20240203040506 http://a.example/ text/html 200 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 100 0 x.warc.gz
example,b)/ 20240203040506 http://b.example/ text/html 404 - - - 100 0 x.warc.gz
example,c)/ 20240203040506 http://c.example/ warc/revisit - BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB - - 100 0 x.warc.gz
rubbish
`;
const CDXJ = `!meta {"a": 1}
example,a)/ 20240203040506 {"url": "http://a.example/", "status": "200", "digest": "sha256:0f"}
example,m)/ 20240203040506 {"url": "http://m.example/", "status": 301}
example,b)/ 20240203040506 {broken`;

test('reads the pages of a CDX by the fields in its legend', () => {
  const { seeds, faults } = readAll(cdxReader, CDX);
  expect(seeds.map(({ url, at }) => [url, at])).toEqual([
    ['http://a.example/', 2],
    ['http://c.example/', 4],
  ]);
  expect(faults).toEqual(['5: not a CDX line']);
  const other = ' CDX a k s\nhttp://z.example/ Q 200\n';
  expect(readAll(cdxReader, other).seeds).toEqual([{ url: 'http://z.example/', digest: 'Q', at: 2 }]);
});

test('uses the default fields of a CDX without a legend', () => {
  const line = 'example,a)/ 20240203040506 http://a.example/ text/html 200 AAAA - 0 x.arc.gz';
  expect(readAll(cdxReader, line).seeds).toEqual([{ url: 'http://a.example/', digest: 'AAAA', at: 1 }]);
});

test('reads the pages of a CDXJ', () => {
  const { seeds, faults } = readAll(cdxReader, CDXJ);
  expect(seeds).toEqual([{ url: 'http://a.example/', digest: 'sha256:0f', at: 2 }]);
  expect(faults).toEqual(['4: not a CDX line']);
});

const SHA1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
test.each<[text: string, digest: string | undefined]>([
  [`sha1:${SHA1}`, SHA1],
  [SHA1.toUpperCase(), SHA1],
  ['sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ', SHA1],
  ['d41d8cd98f00b204e9800998ecf8427e', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['hello', undefined],
  ['', undefined],
])('normalizes the digest %s to %s', (text, digest) => expect(normalizeDigest(text)).toBe(digest));

test('filters an archive by a list of digests in any notation', () => {
  const wanted = new Set<string>();
  const faults: string[] = [];
  readAll(
    () =>
      digestReader(
        (digest) => wanted.add(digest),
        (at) => faults.push(String(at)),
      ),
    `# wanted\n${SHA1} # empty\nnonsense\n`,
  );
  expect(faults).toEqual(['3']);
  const cdx = ' CDX a k s\nhttp://a.example/ 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ 200\nhttp://b.example/ - 200\n';
  const { seeds } = readAll((sink) => cdxReader(filterByDigest(wanted, sink)), cdx);
  expect(seeds.map(({ url }) => url)).toEqual(['http://a.example/']);
});

test('reads feeds, their sites and included lists from OPML', () => {
  const opml = `<opml><body><outline text="Bogs"><outline text="Moss" title="On moss" xmlUrl="http://a.example/rss" htmlUrl="http://a.example/"/>
    <outline type="link" url="http://b.example/"/><outline type="include" url="http://c.example/more"/></outline></body></opml>`;
  expect(readAll(opmlReader, opml, 9).seeds).toEqual([
    { url: 'http://a.example/rss', kind: 'feed', about: { title: 'On moss' }, at: 2 },
    { url: 'http://a.example/', about: { title: 'On moss' }, at: 2 },
    { url: 'http://b.example/', at: 3 },
    { url: 'http://c.example/more', kind: 'feed', at: 4 },
  ]);
});

test('finds the entries of a ZIP file by its directory', () => {
  const file = zip('indexes/index.cdx', CDX);
  const directory = findDirectory(file, 0)!;
  const [entry] = readDirectory(file.subarray(directory.offset, directory.offset + directory.bytes));
  expect(entry).toMatchObject({ name: 'indexes/index.cdx', method: 8, headerOffset: 0 });
  expect(dataOffset(file)).toBe(30 + 17);
  expect(findDirectory(Buffer.from('no zip at all, but long enough'), 0)).toBeUndefined();
  expect(readDirectory(Buffer.from('rubbish'.repeat(20)))).toEqual([]);
});
