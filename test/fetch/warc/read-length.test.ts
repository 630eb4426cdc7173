/** Length of what the stages that read a capture unpack. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readLength } from '../../../shared/fetch/warc/read-length.ts';

const page = Buffer.from('<p>Sundews eat flies.</p>'.repeat(4_000));
const coded = (coding: string): [string, string][] => [['Content-Encoding', coding]];

test.each([
  ['a body without a coding', page, [], page.length],
  ['a body in gzip', gzipSync(page), coded('gzip'), page.length],
  ['a file that is gzip data', gzipSync(page), [], page.length],
  ['a cut body in gzip', gzipSync(page).subarray(0, 3), coded('gzip'), 24],
  ['a body whose coding does not tell', brotliCompressSync(page), coded('br'), 8 * brotliCompressSync(page).length],
  ['an empty body', Buffer.alloc(0), coded('br'), 0],
])('%s', (_, body, headers: [string, string][], length) => {
  expect(readLength({ body, headers })).toBe(length);
});

test('a rendered page counts too', () => {
  expect(readLength({ body: page, headers: [], rendered: page })).toBe(2 * page.length);
});
