/** Faults of this machine are thrown: they say nothing about the server. */
import net, { type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocalFaultError } from '../../shared/http/local-fault.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { Url } from '../../shared/url/url.ts';

const limits = { maxBytes: 1_000, timeoutMs: 10_000 };
const CODES = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL', 'ENETDOWN'];

const faultOf = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

/** Makes every connection fail with the error. */
function failConnections(error: Error) {
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    return this.destroy(error);
  } as never);
}

const fetcher = (resolveName?: () => Promise<never>) =>
  httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], ...(resolveName && { resolveName }) });

afterEach(() => void vi.restoreAllMocks());

describe.each(['http', 'https', 'ftp'])('%s', (scheme) => {
  test.each(CODES)('throws %s of a connection', async (code) => {
    failConnections(faultOf(code));
    const asked = fetcher().fetch(`${scheme}://127.0.0.1:9/` as Url, limits);
    await expect(asked).rejects.toThrow(LocalFaultError);
    const message = expect.stringContaining(`this machine cannot send requests (connect ${code}`);
    await expect(asked).rejects.toMatchObject({ code, message });
  });

  test('throws a fault of one of several attempts', async () => {
    failConnections(new AggregateError([faultOf('ENETUNREACH'), faultOf('EMFILE')]));
    await expect(fetcher().fetch(`${scheme}://127.0.0.1:9/` as Url, limits)).rejects.toMatchObject({ code: 'EMFILE' });
  });

  test('returns an IPv6 address that this machine cannot reach as a failure of the server', async () => {
    const unavailable = Object.assign(faultOf('EADDRNOTAVAIL'), { address: '2001:db8::1' });
    for (const error of [unavailable, new AggregateError([faultOf('ECONNREFUSED'), unavailable])]) {
      failConnections(error);
      expect(await fetcher().fetch(`${scheme}://127.0.0.1:9/` as Url, limits)).toMatchObject({ reason: 'connect' });
      vi.restoreAllMocks();
    }
  });

  test('throws a fault of the name lookup', async () => {
    const { fetch } = fetcher(() => Promise.reject(faultOf('EMFILE')));
    await expect(fetch(`${scheme}://a.example/` as Url, limits)).rejects.toMatchObject({ code: 'EMFILE' });
  });

  test('returns ECONNREFUSED as a failure of the server', async () => {
    failConnections(faultOf('ECONNREFUSED'));
    expect(await fetcher().fetch(`${scheme}://127.0.0.1:9/` as Url, limits)).toMatchObject({ reason: 'connect' });
  });
});
