/** Valid responses with mutated bytes. A seed determines each, so every finding can be reproduced. */
import { gzipSync } from 'node:zlib';
import { seeded } from '../../demo/seeded.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';

const PACKED = gzipSync('<p>some text that is long enough to be packed, some text that is long enough').toString(
  'latin1',
);
const GOOD = [
  'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 8\r\nETag: "a"\r\n\r\n<p>whole',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\n<p>w\r\n4\r\nhole\r\n0\r\nX-Trailer: 1\r\n\r\n',
  `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${PACKED.length}\r\n\r\n${PACKED}`,
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 301 Moved\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nKeep-Alive: timeout=5, max=100\r\n\r\n',
];
const ODD = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ': ',
  ' ',
  '\t',
  'HTTP/1.1 ',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
].concat([
  '99999999999999999999',
  '-1',
  '0x10',
  'ffffffff',
  '\r\n\r\n',
  '\xff\xfe',
  'Connection: close\r\n',
  'Upgrade: h2c\r\n',
  '100 ',
]);

export function mutated(seed: number): Buffer {
  const random = seeded(`${seed}`);
  const below = (n: number) => Math.floor(random() * n);
  let text = GOOD[below(GOOD.length)]!;
  for (let times = 1 + below(4); times > 0; times--) {
    const at = below(text.length + 1);
    const end = Math.min(text.length, at + 1 + below(12));
    const kinds = [
      () => text.slice(0, at) + ODD[below(ODD.length)] + text.slice(at),
      () => text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(end),
      () => text.slice(0, end) + text.slice(at, end).repeat(1 + below(300)) + text.slice(end),
      () => text.slice(0, at) + GOOD[below(GOOD.length)]!.slice(below(40)),
      () => text.slice(0, at),
    ];
    text = kinds[below(kinds.length)]!();
  }
  return Buffer.from(text, 'latin1');
}

const REASONS = new Set<string>(['connect', 'timeout', 'protocol', 'truncated', 'header-too-large']);

/** Returns what is wrong with a result, or undefined. */
export function objectionTo(outcome: HttpResponse | HttpFailure, maxBytes: number): string | undefined {
  if (outcome.kind === 'failure') return REASONS.has(outcome.reason) ? undefined : `a failure by ${outcome.reason}`;
  const { status, body, headers, httpVersion } = outcome;
  if (!Number.isInteger(status) || status < 200 || status > 999) return `status ${status}`;
  if (body.length > maxBytes) return `${body.length} bytes`;
  if (!['1.0', '1.1'].includes(httpVersion)) return `version ${httpVersion}`;
  const bad = headers.find(([name, value]) => name === '' || /[\r\n]/.test(name + value));
  return bad ? `header ${JSON.stringify(bad)}` : undefined;
}

/**
 * Fetches the answers of many seeds from a server that answers `/<seed>` with `mutated(seed)`; connections are kept where
 * the answers allow it, so that one may spoil the next.
 *
 * @returns what was wrong, with its seed.
 */
export async function fetchMutated(port: number, from: number, to: number): Promise<string[]> {
  const faults: string[] = [];
  const request = { maxBytes: 10_000, timeoutMs: 5_000 };
  const lane = async (first: number) => {
    const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], firstByteMs: 1_000 });
    for (let seed = first; seed < to; seed += LANES) {
      const outcome = await fetcher.fetch(`http://127.0.0.1:${port}/${seed}` as Url, request);
      const objection = objectionTo(outcome, request.maxBytes);
      if (objection) faults.push(`seed ${seed}: ${objection}`);
    }
    await fetcher.close();
  };
  await Promise.all(Array.from({ length: LANES }, (_, i) => lane(from + i)));
  return faults;
}

const LANES = 16;
