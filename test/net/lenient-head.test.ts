import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { lenientHead } from '../../shared/net/lenient-head.ts';
import type { Url } from '../../shared/url/url.ts';
import { listening } from './bare-server.ts';

const PLAIN = 'HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 8\r\n\r\n';
const BODY = 'x\n y\r\n\n';

/** What the parser gets of a response that arrives in parts of `step` bytes. */
function filtered(response: string, step: number): string {
  const filter = lenientHead();
  const parts: Buffer[] = [];
  for (let at = 0; at < response.length; at += step)
    parts.push(filter(Buffer.from(response.slice(at, at + step), 'latin1')));
  return Buffer.concat(parts).toString('latin1');
}

test.each([
  ['a plain head', PLAIN, PLAIN],
  ['bare line feeds', 'HTTP/1.1 200 OK\nA: 1\nContent-Length: 8\n\n', PLAIN],
  ['a bare line feed among others', 'HTTP/1.1 200 OK\r\nA: 1\nContent-Length: 8\r\n\r\n', PLAIN],
  [
    'folded lines',
    'HTTP/1.1 200 OK\r\nA: 1\r\n  2\r\n\t3 \r\nB: b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: 1 2 3\r\nB: b\r\n\r\n',
  ],
  ['100 Continue', `HTTP/1.1 100 Continue\r\nX: y\r\n\r\n${PLAIN}`, PLAIN],
  ['100 Continue twice', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100\n\n${PLAIN}`, PLAIN],
  [
    'Early Hints',
    `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${PLAIN}`,
    `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${PLAIN}`,
  ],
  ['no fields', 'HTTP/1.0 200 OK\n\n', 'HTTP/1.0 200 OK\r\n\r\n'],
  ['the same length twice', `HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 8\r\ncontent-length:8\r\n\r\n`, PLAIN],
  ['the same length in a list', `HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 8, 8\r\n\r\n`, PLAIN],
  ['the same length in a list and a line', `${PLAIN.slice(0, -2)}Content-Length: 8,8\r\n\r\n`, PLAIN],
  [
    'lengths that differ',
    'HTTP/1.1 200 OK\r\nContent-Length: 8\r\nContent-Length: 9\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 8\r\nContent-Length: 9\r\n\r\n',
  ],
  [
    'a length before the chunked coding',
    'HTTP/1.1 200 OK\r\nContent-Length: 8\r\nA: 1\r\nTransfer-Encoding: Chunked\r\nB: 2\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: 1\r\nTransfer-Encoding: Chunked\r\nB: 2\r\n\r\n',
  ],
  [
    'a length behind the chunked coding',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 8\r\nB: 2\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nB: 2\r\n\r\n',
  ],
  ['the coding identity', `HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n${PLAIN.slice(17)}`, PLAIN],
  ['white space before the colon', 'HTTP/1.1 200 OK\r\nA : 1\r\nContent-Length\t : 8\r\n\r\n', PLAIN],
  [
    'lines that are no fields',
    'HTTP/1.1 200 OK\r\nA: 1\r\nno field\r\nX y: 2\r\n: 3\r\n\xe5: 4\r\nContent-Length: 8\r\n\r\n',
    PLAIN,
  ],
  ['a folded line before the first field', 'HTTP/1.1 200 OK\r\n x\r\nA: 1\r\nContent-Length: 8\r\n\r\n', PLAIN],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\n\n', 'SSH-2.0-OpenSSH_9.6\n\n'],
  ['bytes of no protocol', '\0\n\x01\xff', '\0\n\x01\xff'],
])('%s, in parts of any size', (_what, head, mended) => {
  for (const step of [1, 2, 3, 7, 20, 1000]) expect(filtered(head + BODY, step)).toBe(mended + BODY);
});

test('folding keeps UTF-8 characters with the byte of a no-break space', () => {
  const filter = lenientHead();
  const mended = filter(Buffer.from('HTTP/1.1 200 OK\r\nA: et\r\n voilà\r\n\r\n'));
  expect(mended.toString()).toBe('HTTP/1.1 200 OK\r\nA: et voilà\r\n\r\n');
});

test('joins a line that arrives in many parts', () => {
  const head = `HTTP/1.1 200 ${'OK'.repeat(300)}\nA: ${'1'.repeat(500)}\n\n`;
  for (const step of [1, 3]) expect(filtered(head + BODY, step)).toBe(head.replaceAll('\n', '\r\n') + BODY);
});

test.each([
  ['a line of folds', 'HTTP/1.1 200 OK\r\nA: 1', '\n x', 40_000],
  ['a line of single bytes', 'HTTP/1.1 200 OK\r\nA: ', 'a', 1],
  ['a status line of single bytes', 'HTTP/1.1 200 ', 'a', 1],
])('copies few bytes of %s', (_what, start, part, repeats) => {
  const copied: number[] = [];
  const concat = vi.spyOn(Buffer, 'concat').mockImplementation((list) => {
    copied.push(list.reduce((sum, { length }) => sum + length, 0));
    return Buffer.from(list.map((one) => Buffer.from(one).toString('latin1')).join(''), 'latin1');
  });
  onTestFinished(() => concat.mockRestore());
  const filter = lenientHead();
  filter(Buffer.from(start));
  const bytes = Buffer.from(part.repeat(repeats));
  for (let n = 0; n < 4000; n += repeats) filter(bytes);
  expect(copied.reduce((sum, length) => sum + length, 0)).toBeLessThan(300_000);
});

test('passes on the complete lines of a head that breaks off', () => {
  expect(filtered('HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nC', 1000)).toBe('HTTP/1.1 200 OK\r\nA: 1\r\n');
});

test.each([
  ['bare line feeds', 'HTTP/1.1 200 OK\nX-A: one\nContent-Length: 5\n\nhello', 'one'],
  ['folded lines', 'HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\nContent-Length: 5\r\n\r\nhello', 'one two'],
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-A: one\r\nContent-Length: 5\r\n\r\nhello', 'one'],
  [
    'the same length twice',
    'HTTP/1.1 200 OK\r\nX-A: one\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello',
    'one',
  ],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\nX-A: one\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    'one',
  ],
  ['a line that is no field', 'HTTP/1.1 200 OK\r\nX-A : one\r\nno field\r\nContent-Length: 5\r\n\r\nhello', 'one'],
])('the fetcher reads a response with %s, and the next one on the connection', async (_what, response, value) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('data', () => socket.write(response)).on('error', () => {});
  });
  const port = await listening(server);
  const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'] });
  onTestFinished(async () => {
    await fetcher.close();
    server.close();
  });
  for (let n = 0; n < 2; n++) {
    const got = await fetcher.fetch(`http://127.0.0.1:${port}/` as Url, { maxBytes: 1000, timeoutMs: 60_000 });
    expect(got).toMatchObject({ kind: 'response', status: 200, httpVersion: '1.1' });
    expect(got.kind === 'response' && [got.headers[0], Buffer.from(got.body).toString()]).toEqual([
      ['X-A', value],
      'hello',
    ]);
  }
  expect(connections).toBe(1);
});

test('a head without end after a length is too large', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n');
    const more = (): void => {
      while (!socket.destroyed && socket.write(`X-A: ${'a'.repeat(1000)}\r\n`));
    };
    socket.on('drain', more);
    more();
  });
  const port = await listening(server);
  const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'] });
  onTestFinished(async () => {
    await fetcher.close();
    server.close();
  });
  const got = await fetcher.fetch(`http://127.0.0.1:${port}/` as Url, { maxBytes: 1000, timeoutMs: 60_000 });
  expect(got).toMatchObject({ kind: 'failure', reason: 'header-too-large' });
});
