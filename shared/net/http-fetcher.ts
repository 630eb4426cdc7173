import type { Fetcher, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Url } from '../url/url.ts';
import { createBodyBudget } from './body-memory.ts';
import type { OriginConnection } from './connection.ts';
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts';
import { guardedConnector, resolvePublicAddresses } from './connector.ts';
import { type HttpFetcherOptions, type ResolvedFetcherOptions, resolveFetcherOptions } from './fetcher-options.ts';
import { ipLiteralOf } from './guard.ts';
import { exchangeHttp1 } from './http1-exchange.ts';
import { createReadRate } from './read-rate.ts';
import type { BudgetedRequest, OutgoingRequest } from './receive-response.ts';

const STANDARD_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** A function has a fetcher for each crawl. */
const PROCESS_BUDGET = createBodyBudget();

/**
 * Creates a fetcher for HTTP/1.1 and HTTP/2 (with kept-alive connections) and FTP.
 *
 * @throws if `options.resolve` is invalid
 */
export function httpFetcher(options: HttpFetcherOptions): Fetcher & { close(): Promise<void> } {
  const resolved = resolveFetcherOptions(options);
  const commonHeaders = { 'user-agent': options.userAgent, ...STANDARD_HEADERS, ...resolved.headers };
  const pool = createConnectionPool(resolved, guardedConnector(resolved));
  const { longBodies = PROCESS_BUDGET } = resolved;
  const rate = resolved.rate && createReadRate(resolved.rate);

  const send = async (url: Url, bounded: BudgetedRequest): Promise<HttpResponse | HttpFailure> => {
    if (url.startsWith('ftp:')) return (await import('./ftp-fetch.ts')).ftpFetch(url, bounded, resolved);
    const slash = url.indexOf('/', 'https://'.length);
    const origin = url.slice(0, slash);
    const secret = bounded.withoutCredentials ? undefined : resolved.secretHeaders?.(origin);
    const headers = { ...commonHeaders, ...resolved.headersOf?.(origin), ...bounded.headers };
    const outgoing: OutgoingRequest = { origin, path: url.slice(slash), headers, secret: secret && (await secret) };
    const connection = pool.connectionTo(origin);
    connection.activeRequests++;
    try {
      // HTTP/2 is negotiated by TLS only.
      if (origin.startsWith('http:')) return await exchangeHttp1(connection, outgoing, bounded, bounded.timeoutMs);
      return await exchangeOverTls(connection, outgoing, bounded, pool, resolved);
    } finally {
      connection.activeRequests--;
    }
  };

  return {
    async fetch(url, request) {
      if (!rate) return send(url, { ...request, longBodies });
      const share = await rate.enter(request.signal);
      try {
        const result = await send(url, { ...request, longBodies, share });
        return { ...result, heldMs: share.heldMs() };
      } finally {
        share.close();
      }
    },
    resolveAddress: (host) => resolveAddress(host, resolved),
    close: () => pool.close(),
  };
}

/** Sends a request over HTTP/1, or over HTTP/2 if the server chooses it when the connection opens. */
async function exchangeOverTls(
  connection: OriginConnection,
  outgoing: OutgoingRequest,
  request: BudgetedRequest,
  pool: ConnectionPool,
  options: ResolvedFetcherOptions,
): Promise<HttpResponse | HttpFailure> {
  const { timeoutMs } = request;
  if (connection.http2?.isAlive()) return connection.http2.exchange(outgoing, request, timeoutMs);
  const started = performance.now();
  const result = await exchangeHttp1(connection, outgoing, request, timeoutMs);
  if (!connection.http2Socket && !connection.http2?.isAlive()) return result;
  const { openHttp2Connection } = await import('./http2-connection.ts');
  const { http2Socket } = connection;
  connection.http2Socket = undefined;
  if (http2Socket)
    connection.http2 = openHttp2Connection(http2Socket, outgoing.origin, connection.address, options, {
      onHttp1Required: () => {
        connection.http1Only = true;
        connection.http2?.close();
      },
      onClose: () => {
        connection.http2 = undefined;
        pool.forget(outgoing.origin, connection);
      },
    });
  const leftMs = timeoutMs - (performance.now() - started);
  return connection.http2 && leftMs > 0 ? connection.http2.exchange(outgoing, request, leftMs) : result;
}

async function resolveAddress(host: string, options: ResolvedFetcherOptions): Promise<string | undefined> {
  const { hostname } = new URL(`http://${host}/` as Url);
  const known = options.overrideOf(hostname)?.address ?? ipLiteralOf(hostname);
  if (known !== undefined || options.proxy?.resolvesNames) return known;
  const found = await resolvePublicAddresses(hostname, options).catch(() => []);
  return found.map(({ address }) => address).sort()[0];
}
