import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanCaptures } from '../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../shared/clean/clean-options.ts';
import type { DocumentLine } from '../../shared/clean/document.ts';
import { documentsKey } from '../../shared/clean/documents-key.ts';
import type { Plugin } from '../../shared/clean/plugin.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { readCapture } from '../../shared/fetch/warc/warc-read.ts';
import { warcInfo, warcRecords } from '../../shared/fetch/warc/warc-write.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { folderObjects } from '../../shared/local/folder-objects.ts';
import { sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import { readJsonLines } from '../../shared/text/json-lines.ts';
import { compileDeleted } from '../../shared/url/deleted.ts';
import type { Url } from '../../shared/url/url.ts';

const KEY = 'raw/bogs/2024/02/03/run1.warc.gz';
const CLEAN_KEY = 'clean/bogs/2024/02/03/run1.jsonl.zst';
const AT = Date.UTC(2024, 1, 3);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-clean-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function ports() {
  const clock = { now: () => AT, sleep: async () => {} };
  const rules = { retentionMs: 1e9, maxReceives: 3, hasDeadLetters: true };
  return {
    objects: folderObjects(folder),
    documents: sqliteQueue<ObjectMessage>(openDatabase(':memory:'), 'documents', clock, rules),
  };
}

function capture(path: string, change: Partial<Capture>): Capture {
  return {
    url: `http://bog.example${path}` as Url,
    fetchedAt: AT,
    status: 200,
    statusText: '',
    httpVersion: '1.1',
    requestHeaders: [],
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from(`<title>${path}</title><p>text`),
    truncated: false,
    address: '127.0.0.1',
    record: 'response',
    payloadDigest: '0'.repeat(64),
    note: { depth: 1, class: 2 },
    ...change,
  };
}

function objectOf(captures: readonly Capture[]): Buffer {
  let n = 0;
  const ids = () => `id${n++}`;
  return Buffer.concat([warcInfo({}, ids(), AT), ...captures.flatMap((one) => warcRecords(one, ids).bytes)]);
}

async function cleaned(captures: readonly Capture[], change = (object: Buffer) => object, options = OPTIONS) {
  const { objects, documents } = ports();
  await objects.put(KEY, change(objectOf(captures)));
  const result = await cleanCaptures({ crawl: 'bogs', key: KEY }, { objects, documents }, options);
  const bytes = (await objects.get(CLEAN_KEY)) as Uint8Array;
  return { objects, documents, result, bytes, lines: [...readJsonLines<DocumentLine>(bytes)] };
}

describe('the line of a capture', () => {
  const cases: [rule: string, change: Partial<Capture>, line: object | undefined, count: string][] = [
    ['a page gives a document', {}, { kind: 'document', document: { title: '/x' } }, 'clean.document'],
    [
      'a document of a truncated capture says so',
      { truncated: true },
      { kind: 'document', document: { title: '/x', truncated: 'body' } },
      'clean.document',
    ],
    [
      'a rendered page gives the document that its reader sees',
      { truncated: true, rendered: Buffer.from('<title>shown</title><p>text after scripts') },
      { kind: 'document', document: { title: 'shown', text: 'text after scripts' } },
      'clean.document',
    ],
    [
      'a page that scripts would fill is counted',
      {
        headers: [
          ['Content-Type', 'text/html'],
          ['Content-Encoding', 'gzip'],
        ],
        body: gzipSync('<title>a</title><script src=/a.js></script>'),
      },
      { kind: 'document', document: { title: 'a', text: '' } },
      'clean.shell',
    ],
    ['any 2xx status gives a document', { status: 203 }, { kind: 'document' }, 'clean.document'],
    [
      'an unreadable body gives a document with a reason',
      { headers: [['Content-Type', 'text/css']], body: Buffer.from('p{}') },
      { kind: 'document', document: { reason: 'unwanted-type' } },
      'clean.unwanted-type',
    ],
    [
      'an empty body gives a document with a reason',
      { status: 204, body: Buffer.alloc(0) },
      { kind: 'document', document: { reason: 'no-content' } },
      'clean.no-content',
    ],
    [
      '301 is a permanent move',
      { status: 301, headers: [['location', '../a/./b?utm_source=x']] },
      { kind: 'moved', to: 'http://bog.example/a/b', permanent: true },
      'clean.moved',
    ],
    [
      '302 is a temporary move',
      { status: 302, headers: [['Location', 'http://b.example/']] },
      { kind: 'moved', to: 'http://b.example/', permanent: false },
      'clean.moved',
    ],
    [
      'a redirect without a location moves to null',
      { status: 308, headers: [] },
      { kind: 'moved', to: null, permanent: true },
      'clean.moved',
    ],
    ['404 is gone', { status: 404 }, { kind: 'gone' }, 'clean.gone'],
    ['410 is gone', { status: 410 }, { kind: 'gone' }, 'clean.gone'],
    ['403 has no line', { status: 403, note: { depth: 1, class: 0, was: 'old' } }, undefined, 'clean.none'],
    [
      '403 of a page that is closed is gone',
      { status: 403, note: { depth: 1, class: 0, was: 'old', closed: true } },
      { kind: 'gone' },
      'clean.gone',
    ],
    ['304 is unchanged', { status: 304, record: 'revisit-not-modified' }, { kind: 'unchanged' }, 'clean.unchanged'],
    [
      'a revisit with the same digest is unchanged',
      { record: 'revisit-same-digest' },
      { kind: 'unchanged' },
      'clean.unchanged',
    ],
    ['403 has no line', { status: 403 }, undefined, 'clean.none'],
    ['503 has no line', { status: 503 }, undefined, 'clean.none'],
    [
      'a check for browsers has no line',
      { status: 202, headers: [['X-Amzn-Waf-Action', 'challenge']] },
      undefined,
      'clean.none',
    ],
    [
      '300 with a location is a move, and a location in raw UTF-8 is decoded',
      { status: 300, headers: [['Location', '/caf\u00c3\u00a9']] },
      { kind: 'moved', to: 'http://bog.example/caf%C3%A9', permanent: false },
      'clean.moved',
    ],
    ['300 without a location has no line', { status: 300 }, undefined, 'clean.none'],
  ];
  test.each(cases)('%s', async (_, change, line, count) => {
    const one = capture('/x', change);
    const { lines, result } = await cleaned([one]);
    const head = { url: one.url, fetchedAt: AT, status: one.status, note: one.note };
    expect(lines).toMatchObject(line ? [{ ...head, ...line }] : []);
    expect(result.counts[count]).toBe(1);
  });
});

test('stores documents under the key of their captures, each with its place', async () => {
  const captures = ['/a', '/b', '/c'].map((path) => capture(path, {}));
  const { lines, objects, documents, result } = await cleaned(captures);
  expect(result).toEqual({ key: CLEAN_KEY, counts: { 'clean.document': 3, 'type.text/html': 3 } });
  expect((await documents.receive(9, 1000)).map(({ message }) => message)).toEqual([{ crawl: 'bogs', key: CLEAN_KEY }]);
  for (const [i, { capture: place }] of lines.entries()) {
    expect(place.key).toBe(KEY);
    expect(readCapture((await objects.get(KEY, place)) as Uint8Array).url).toBe(captures[i]?.url);
  }
});

test('writes the same bytes under the same key when repeated', async () => {
  const captures = ['/a', '/b'].map((path) => capture(path, {}));
  const [one, two] = [await cleaned(captures), await cleaned(captures)];
  expect(two.bytes).toEqual(one.bytes);
  await cleanCaptures({ crawl: 'bogs', key: KEY }, one, OPTIONS);
  expect(await one.objects.get(CLEAN_KEY)).toEqual(one.bytes);
});

describe('boilerplate on most pages of a host in one object', () => {
  const notice = 'The friends of the bog run this site in their spare time, and are glad of every letter of theirs.';
  const text = (name: string) =>
    `${name} catches insects with the sticky drops on its leaves, and ${name} digests them for days, in the bog.`;
  const names = ['Sundew', 'Pitcher', 'Flytrap', 'Butterwort'];
  const captures = names.map((name) =>
    capture(`/${name}`, {
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from(`<title>${name}</title><p>${text(name)} ${text(name)}</p><p>${notice}</p>`),
    }),
  );
  const textsOf = (lines: DocumentLine[]) => lines.map((line) => (line.kind === 'document' ? line.document.text : ''));

  test('is removed from all pages, including the first ones, and lines keep their order', async () => {
    const { lines, result } = await cleaned(captures);
    expect(textsOf(lines)).toEqual(names.map((name) => `${text(name)} ${text(name)}`));
    expect(lines.map(({ url }) => url)).toEqual(captures.map(({ url }) => url));
    expect(result.counts['clean.document']).toBe(names.length);
  });

  test.each<[what: string, plugins: Plugin[]]>([
    ['no plug-in', []],
    [
      'a plug-in that changes the text',
      [{ name: 'x', document: (d) => ({ ...d, text: d.text.replace('friends', 'few') }) }],
    ],
  ])('does not change the digests of a page, with %s', async (_, plugins) => {
    const digestsOf = ({ lines }: { lines: DocumentLine[] }) =>
      lines.map((line) =>
        line.kind === 'document' ? [line.document.digest, line.document.md5, line.document.simhash] : [],
      );
    const options = { ...OPTIONS, plugins };
    const together = await cleaned(captures, undefined, options);
    expect(textsOf(together.lines).join()).not.toContain('run this site');
    const expected: unknown[] = [];
    for (const one of captures) expected.push(...digestsOf(await cleaned([one], undefined, options)));
    expect(digestsOf(together)).toEqual(expected);
  });

  test('is kept if siteTemplates is off', async () => {
    const { lines } = await cleaned(captures, undefined, { ...OPTIONS, siteTemplates: false });
    for (const found of textsOf(lines)) expect(found).toContain(notice);
  });
});

test('counts a damaged record and cleans the others', async () => {
  const { lines, result } = await cleaned(
    ['/a', '/b', '/c'].map((path) => capture(path, {})),
    (object) => {
      const at = object.indexOf('Content-Type: text/html', object.length / 2, 'latin1');
      object.writeUInt8(0, at);
      return object;
    },
  );
  expect(lines).toHaveLength(2);
  expect(result.counts).toMatchObject({ 'clean.document': 2, 'clean.broken': 1 });
});

describe('the damage of an object', () => {
  const captures = ['/a', '/b', '/c'].map((path) => capture(path, {}));
  const whole = objectOf(captures);
  /** Length of the object without its last capture. */
  const shorter = objectOf(captures.slice(0, 2)).length;
  const clean = async (bytes: Uint8Array, expected?: number) => {
    const { objects, documents } = ports();
    await objects.put(KEY, bytes);
    const message = { crawl: 'bogs', key: KEY, ...(expected !== undefined && { bytes: expected }) };
    return cleanCaptures(message, { objects, documents }, OPTIONS);
  };

  test.each<[what: string, bytes: Uint8Array, expected: number | undefined, damage: string | undefined]>([
    ['none', whole, whole.length, undefined],
    ['none, of unknown length', whole, undefined, undefined],
    ['a cut within a record', whole.subarray(0, -50), undefined, '1 capture cannot be read'],
    [
      'a cut between two records',
      whole.subarray(0, shorter),
      whole.length,
      `it has ${shorter} of ${whole.length} bytes`,
    ],
    ['a cut at the first record', whole.subarray(0, warcInfo({}, 'id0', AT).length), whole.length, 'it has '],
    [
      'both',
      whole.subarray(0, -50),
      whole.length,
      `it has ${whole.length - 50} of ${whole.length} bytes, 1 capture cannot be read`,
    ],
  ])('is named: %s', async (_, bytes, expected, damage) => {
    const found = (await clean(bytes, expected)).damage;
    if (damage === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(`object ${KEY} is damaged: ${damage}`);
  });
});

test('queues the documents of an object without captures', async () => {
  const { documents, lines } = await cleaned([]);
  expect(lines).toEqual([]);
  expect((await documents.depth()).waiting).toBe(1);
});

test('throws and queues nothing if the object does not exist', async () => {
  const { objects, documents } = ports();
  await expect(cleanCaptures({ crawl: 'bogs', key: KEY }, { objects, documents }, OPTIONS)).rejects.toThrow(KEY);
  expect((await documents.depth()).waiting).toBe(0);
});

test.each([
  [KEY, CLEAN_KEY],
  ['raw/a/x.warc', 'clean/a/x.jsonl.zst'],
  ['elsewhere/x.warc.gz', 'clean/elsewhere/x.jsonl.zst'],
])('stores the documents of %s in %s', (key, expected) => {
  expect(documentsKey(key)).toBe(expected);
});

test('stores no text of deleted URLs and of deleted texts', async () => {
  const captures = [capture('/a', {}), capture('/staff/ann', {}), capture('/staff/gone', { status: 404 })];
  const before = await cleaned(captures);
  const digest = before.lines[0]!.kind === 'document' ? before.lines[0]!.document.digest : '';
  const rules = { hosts: [], prefixes: ['http://bog.example/staff/'], urls: [], records: [digest] };
  const { lines, result } = await cleaned(captures, undefined, { ...OPTIONS, deleted: compileDeleted(rules) });
  expect(result.counts).toMatchObject({ 'clean.deleted': 2, 'clean.gone': 1 });
  expect(lines.map((line) => line.kind === 'document' && [line.document.reason, line.document.text])).toEqual([
    ['deleted', ''],
    ['deleted', ''],
    false,
  ]);
});
