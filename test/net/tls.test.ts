import { createServer } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { expect, test } from 'vitest';
import { certificate } from '../../demo/certificates.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { atEnd, bareServer, listening } from './bare-server.ts';

const DAY_MS = 86_400_000;
const good = certificate({ names: ['bog.test'] });

async function outcomeAt(port: number, ca: string[] = [good.cert], connectMs = 60_000) {
  const resolve = { 'bog.test': `127.0.0.1:${port}` };
  const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], resolve, ca, connectMs });
  atEnd(() => fetcher.close());
  return fetcher.fetch('https://bog.test/' as Url, { maxBytes: 1_000, timeoutMs: 60_000 });
}

const secure = (options: TlsOptions) =>
  listening(
    createTlsServer(options, (socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    }).on('tlsClientError', () => {}),
  );

test('accepts a trusted certificate of the host', async () => {
  expect(await outcomeAt(await secure(good))).toMatchObject({
    kind: 'response',
    body: Buffer.from('ok'),
    httpVersion: '1.1',
  });
});

const expired = certificate({ names: ['bog.test'], from: Date.now() - 2 * DAY_MS, until: Date.now() - DAY_MS });
const early = certificate({ names: ['bog.test'], from: Date.now() + DAY_MS });
const other = certificate({ names: ['fen.test'] });

test.each<[string, TlsOptions & { cert: string }, trusted: boolean]>([
  ['is self-signed', good, false],
  ['has expired', expired, true],
  ['is not valid yet', early, true],
  ['names another host', other, true],
])('refuses a certificate that %s', async (_what, options, trusted) => {
  const outcome = await outcomeAt(await secure(options), trusted ? [options.cert] : []);
  expect(outcome).toMatchObject({ kind: 'failure', reason: 'tls' });
});

test('refuses obsolete TLS versions and ciphers', async () => {
  const old = { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
  expect(await outcomeAt(await secure(old))).toMatchObject({ reason: 'tls' });
});

test.each<[string, string | Buffer | undefined]>([
  ['a response without TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['zeros', Buffer.alloc(1_000)],
  ['an alert', Buffer.from([0x15, 3, 3, 0, 2, 2, 40])],
  ['a record without end', Buffer.concat([Buffer.from([0x16, 3, 3, 0x40, 0]), Buffer.alloc(100)])],
  ['an end', undefined],
])('%s instead of a TLS handshake fails with tls', async (_what, answer) => {
  const port = await bareServer((socket) => void (answer === undefined ? socket.end() : socket.end(answer)));
  expect(await outcomeAt(port)).toMatchObject({ kind: 'failure', reason: 'tls' });
});

test('silence instead of a TLS handshake ends with the connection timeout', async () => {
  const outcome = await outcomeAt(await listening(createServer(() => {})), [good.cert], 1_000);
  expect(outcome).toMatchObject({ kind: 'failure', reason: 'connect' });
});
