/** A response that ends after any of its bytes is never taken as complete and never blocks. */
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { certificate } from '../../demo/certificates.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { fewOrMany, longTest } from '../long-test.ts';
import { atEnd, bareServer, listening } from './bare-server.ts';

const BODY = '<p>whole';
const LENGTH = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const CHUNKS = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\n<p>w\r\n4\r\nhole\r\n0\r\nX-Trailer: 1\r\n\r\n`;
const HINTED = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${LENGTH}`;

function fetcher(options = {}) {
  const made = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], firstByteMs: 60_000, ...options });
  atEnd(() => made.close());
  return made;
}

const request = { maxBytes: 10_000, timeoutMs: 60_000 };
const summaryOf = (answer: HttpResponse | HttpFailure) =>
  answer.kind === 'failure' ? answer.reason : `${Buffer.from(answer.body)}${answer.truncated ? ', cut' : ''}`;

/** Sends each response over a connection of its own, cut at a byte and ended or reset. */
async function cut(whole: string, ending: 'end' | 'reset'): Promise<string[]> {
  const port = await bareServer((socket, firstBytes) => {
    const at = Number(/\/(\d+) /.exec(firstBytes.toString())![1]);
    const end = () => (ending === 'end' ? socket.end() : socket.resetAndDestroy());
    if (at === 0) end();
    // Let the written bytes arrive before the reset.
    else socket.write(whole.slice(0, at), () => setTimeout(end, ending === 'end' ? 0 : 10));
  });
  const client = fetcher();
  return Promise.all(
    Array.from({ length: whole.length + 1 }, async (_, at) => {
      const own = at % 8 === 0 ? fetcher() : client;
      return summaryOf(await own.fetch(`http://127.0.0.1:${port}/${at}` as Url, request));
    }),
  );
}

test.each([
  ['a length', LENGTH],
  ['chunks', CHUNKS],
  ['a hint before it', HINTED],
])('handles %s, ended or reset after every byte', async (_what, whole) => {
  for (const ending of ['end', 'reset'] as const) {
    const outcomes = await cut(whole, ending);
    const early = outcomes.slice(0, -1);
    expect(early.filter((outcome) => !['connect', 'truncated', 'protocol'].includes(outcome))).toEqual([]);
    expect(early[0]).toBe('connect');
    expect(early.at(-1)).toBe('truncated');
    expect(outcomes.at(-1)).toBe(BODY);
  }
});

longTest('fails a TLS connection that ends after any number of bytes', async () => {
  const { key, cert } = certificate({ names: ['bog.test'] });
  const secure = createTlsServer({ key, cert }, (socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(LENGTH)),
  );
  const behind = await listening(secure);
  let most = Number.POSITIVE_INFINITY;
  let whole = 0;
  const port = await listeningRelay(
    behind,
    () => most,
    (bytes) => {
      whole = bytes;
    },
  );
  const once = async () => {
    const client = fetcher({ ca: [cert], resolve: { 'bog.test': `127.0.0.1:${port}` }, http2: false });
    return summaryOf(await client.fetch('https://bog.test/' as Url, request));
  };
  expect(await once()).toBe(BODY);
  const all = whole;
  expect(all).toBeGreaterThan(400);
  for (let at = 0; at < all - 100; at += fewOrMany(203, 41)) {
    most = at;
    expect(await once(), `after ${at} of ${all} bytes`).toMatch(/^(?:tls|connect|truncated)$/);
  }
});

/** A TCP proxy that forwards a limited number of bytes of each connection. */
function listeningRelay(behind: number, most: () => number, onForwarded: (bytes: number) => void): Promise<number> {
  return bareServer((socket, firstBytes) => {
    let left = most();
    let sum = 0;
    const other = connect(behind, '127.0.0.1', () => other.write(firstBytes));
    other.on('error', () => {}).on('close', () => socket.destroy());
    socket.on('data', (piece) => other.write(piece)).on('close', () => other.destroy());
    other.on('data', (piece: Buffer) => {
      sum += piece.length;
      onForwarded(sum);
      const part = piece.subarray(0, left);
      left -= part.length;
      if (left > 0) socket.write(part);
      else socket.end(part, () => other.destroy());
    });
  });
}
