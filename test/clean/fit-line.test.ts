import { expect, test } from 'vitest';
import { cleanWholeObject } from '../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import type { DocumentLine } from '../../shared/clean/document.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { warcRecords } from '../../shared/fetch/warc/warc-write.ts';
import type { Counts } from '../../shared/ports/control.ts';
import type { Url } from '../../shared/url/url.ts';

const KEY = 'raw/bogs/2024/02/03/run1.warc.gz';
const SENTENCE = 'Sundews catch insects because the soil in which they grow holds hardly any nitrogen. ';

function captureOf(path: string, body: string, change: Partial<Capture> = {}): Capture {
  return {
    url: `http://bog.example/${path}` as Url,
    fetchedAt: Date.UTC(2024, 1, 3),
    status: 200,
    statusText: '',
    httpVersion: '1.1',
    requestHeaders: [],
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from(body),
    truncated: false,
    address: '127.0.0.1',
    record: 'response',
    payloadDigest: '0'.repeat(64),
    note: { depth: 1, class: 2 },
    ...change,
  };
}

const longPage = (path: string) => captureOf(path, `<title>${path}</title><p>${path} ${SENTENCE.repeat(4_000)}`);
const shortPage = (path: string) => captureOf(path, `<title>${path}</title><p>${path} ${SENTENCE}`);

async function clean(captures: Capture[], maxLinesBytes?: number) {
  let id = 0;
  const object = Buffer.concat(captures.flatMap((capture) => warcRecords(capture, () => `id${id++}`).bytes));
  const counts: Counts = {};
  const work = { options: DEFAULT_CLEAN_OPTIONS, ...(maxLinesBytes !== undefined && { maxLinesBytes }) };
  const { lines } = await cleanWholeObject(object, KEY, counts, work);
  return { counts, lines: [...lines.read<DocumentLine>()] };
}

test('leaves out long documents once those of the object are too long, and keeps short ones', async () => {
  const captures = [longPage('a'), shortPage('b'), longPage('c'), longPage('d'), shortPage('e')];
  const { lines, counts } = await clean(captures, 400_000);
  const found = lines.map((line) => line.kind === 'document' && [line.document.title, line.document.reason]);
  expect(found).toEqual([
    ['a', null],
    ['b', null],
    ['c', null],
    [null, 'too-large'],
    ['e', null],
  ]);
  expect(lines[3]).toMatchObject({
    url: 'http://bog.example/d',
    document: { text: '', links: [], mimeType: 'text/html', detail: 'its object has many large documents' },
  });
  expect(counts).toEqual({ 'clean.document': 4, 'clean.too-large': 1, 'type.text/html': 5 });
  expect((await clean(captures)).counts).toMatchObject({ 'clean.document': 5 });
});

test('leaves out the entries of long lists', async () => {
  const entries = Array.from({ length: 10_000 }, (_, i) => `<url><loc>http://bog.example/page/${i}</loc></url>`);
  const sitemap = (path: string) =>
    captureOf(path, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`, {
      headers: [['Content-Type', 'application/xml']],
      note: { depth: 1, class: 2, kind: 'sitemap' },
    });
  const { lines } = await clean([sitemap('1.xml'), sitemap('2.xml')], 100_000);
  expect(lines.map((line) => line.kind === 'list' && [line.urls.length, line.reason])).toEqual([
    [10_000, null],
    [0, 'too-large'],
  ]);
});

test('keeps the lines of the first pass if there is no room for others', async () => {
  const notice = 'All rights to the texts and pictures of this site are reserved by their authors.';
  const captures = ['a', 'b', 'c', 'd'].map((path) =>
    captureOf(path, `<title>${path}</title><p>${path} ${SENTENCE.repeat(5)}<p>${notice}`),
  );
  const withNotice = async (maxLinesBytes?: number) =>
    (await clean(captures, maxLinesBytes)).lines.filter(
      (line) => line.kind === 'document' && line.document.text.includes(notice),
    ).length;
  expect(await withNotice()).toBe(0);
  expect(await withNotice(1_000)).toBeGreaterThan(0);
});
