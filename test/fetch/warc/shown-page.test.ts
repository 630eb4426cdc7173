import { expect, test } from 'vitest';
import type { Capture } from '../../../shared/fetch/warc/capture.ts';
import { shownPage } from '../../../shared/fetch/warc/shown-page.ts';
import { readCapture } from '../../../shared/fetch/warc/warc-read.ts';
import { warcRecords } from '../../../shared/fetch/warc/warc-write.ts';
import type { Url } from '../../../shared/url/url.ts';

const capture: Capture = {
  url: 'http://bog.example/app' as Url,
  fetchedAt: Date.UTC(2026, 1, 2),
  status: 200,
  statusText: 'OK',
  httpVersion: '1.1',
  requestHeaders: [],
  headers: [
    ['Content-Type', 'text/html; charset=windows-1252'],
    ['Content-Encoding', 'gzip'],
    ['X-Robots-Tag', 'noindex'],
  ],
  body: Buffer.from('as sent'),
  truncated: true,
  address: '',
  record: 'response',
  payloadDigest: '0'.repeat(64),
  note: { depth: 0, class: 0 },
};

const stored = (one: Capture): Capture => {
  const { bytes, response } = warcRecords(one, () => String(Math.random()));
  return readCapture(Buffer.concat(bytes).subarray(response.offset, response.offset + response.length));
};

test('a page that was not rendered is shown as it was sent', () => {
  const page = stored(capture);
  expect(shownPage(page)).toBe(page);
});

test('a rendered page is shown in UTF-8, with the headers that do not describe the body', () => {
  const shown = shownPage(stored({ ...capture, rendered: Buffer.from('Grönsaker') }));
  expect(shown.body).toEqual(Buffer.from('Grönsaker'));
  expect(shown.truncated).toBe(false);
  expect(shown.headers).toEqual([
    ['X-Robots-Tag', 'noindex'],
    ['content-type', 'text/html; charset=utf-8'],
  ]);
});
