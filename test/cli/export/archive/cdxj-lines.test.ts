import { expect, test } from 'vitest';
import { cdxjLines } from '../../../../cli/export/archive/cdxj-lines.ts';
import type { Capture } from '../../../../shared/fetch/warc/capture.ts';
import { warcRecords } from '../../../../shared/fetch/warc/warc-write.ts';
import type { Url } from '../../../../shared/url/url.ts';

const AT = Date.UTC(2024, 1, 3, 4, 5, 6);
const DIGEST = '0'.repeat(64);

const capture = (record: Capture['record'], status: number, day: number): Capture => ({
  ...{ url: 'http://plants.example/moss' as Url, fetchedAt: AT + day * 86_400_000, status, statusText: '' },
  ...{ httpVersion: '1.1', requestHeaders: [], headers: [['Content-Type', 'text/html']], truncated: false },
  ...{ address: '', payloadDigest: DIGEST, note: { depth: 0, class: 0 }, record },
  body: record === 'response' ? Buffer.from('moss') : new Uint8Array(),
});

test('lists responses and revisits with the same body, but no answers with status 304', () => {
  let n = 0;
  const captures = [
    capture('response', 200, 0),
    capture('revisit-same-digest', 200, 1),
    capture('revisit-not-modified', 304, 2),
    capture('response', 404, 3),
  ];
  const bytes = Buffer.concat(captures.flatMap((one) => warcRecords(one, () => `id-${n++}`).bytes));
  const lines = [...cdxjLines({ key: 'raw/a', bytes }, 'data.warc.gz', 100)];
  expect(lines.map((line) => line.split(' ', 2).join(' '))).toEqual(
    ['20240203040506', '20240204040506', '20240206040506'].map((time) => `example,plants)/moss ${time}`),
  );
  const fields = lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Record<string, string>);
  expect(fields.map(({ mime, status }) => [mime, status])).toEqual([
    ['text/html', '200'],
    ['warc/revisit', '200'],
    ['text/html', '404'],
  ]);
});
