import type { Fetcher, FetchRequest, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Url } from '../url/url.ts';
import { compileOverrides } from './address-overrides.ts';
import { DEFAULT_LARGE_BODY_BUDGET_BYTES, type LargeBodyBudget } from './body-budget.ts';
import { closeConnection, closeIdleConnection, type OriginConnection, openConnection } from './connection.ts';
import { guardedConnector, resolvePublicAddresses } from './connector.ts';
import { ipLiteralOf } from './guard.ts';
import { exchangeHttp1 } from './http1-exchange.ts';
import type { ProxyServer } from './proxy-tunnel.ts';
import type { OutgoingRequest } from './receive-response.ts';
import { type ResolveName, systemResolver } from './resolve-name.ts';

export type HttpFetcherOptions = {
  /** Whole, with the address where the operator can be reached. */
  userAgent: string;
  /** Sent with every request, over those that are sent anyway (accept, accept-encoding). Lower case. */
  headers?: Readonly<Record<string, string>>;
  /** `host` or `*.test` → `address` or `address:port` to connect to instead; the request still names the host. */
  resolve?: Readonly<Record<string, string>>;
  /** Ranges (CIDR) or addresses that the guard lets pass. */
  allowPrivate?: readonly string[];
  connectMs?: number;
  /** From the request to the head of its answer, and the longest silence after it. */
  firstByteMs?: number;
  maxHeaderBytes?: number;
  /** How long an idle connection is kept, unless the server says less. Longer than the usual pause of a host. */
  keepAliveMs?: number;
  /** Open connections altogether: past that, those that have been idle longest are closed. */
  maxConnections?: number;
  /** Whether HTTP/2 is offered to servers (with https only: nobody speaks it otherwise). */
  http2?: boolean;
  /** Certificates (PEM) that are trusted besides those that everybody trusts. */
  ca?: readonly string[];
  proxy?: ProxyServer | undefined;
  /** Headers that only this host (as in the URL, with its port) gets, and nobody is told of; undefined: none. */
  secretHeaders?: ((host: string) => Promise<Record<string, string>> | undefined) | undefined;
  /** What bodies past the length of a page may take together while they come. */
  largeBodyBudgetBytes?: number;
  /** How names are resolved; the system's name servers by default. */
  resolveName?: ResolveName;
};

const STANDING_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

const DEFAULTS = {
  headers: {},
  resolve: {},
  allowPrivate: [],
  connectMs: 5_000,
  firstByteMs: 10_000,
  maxHeaderBytes: 64 * 1024,
  keepAliveMs: 15_000,
  maxConnections: 256,
  http2: true,
  ca: [],
  proxy: undefined,
  secretHeaders: undefined,
  largeBodyBudgetBytes: DEFAULT_LARGE_BODY_BUDGET_BYTES,
} satisfies Omit<HttpFetcherOptions, 'userAgent'>;

export type ResolvedFetcherOptions = ReturnType<typeof resolveFetcherOptions>;

function resolveFetcherOptions(options: HttpFetcherOptions) {
  const settled = { ...DEFAULTS, ...options, lookUp: options.resolveName ?? systemResolver() };
  return { ...settled, overrideOf: compileOverrides(settled.resolve) };
}

/** HTTP/1.1 and HTTP/2 with connections kept, and FTP. @throws for a faulty `resolve`: wrong use. */
export function httpFetcher(options: HttpFetcherOptions): Fetcher & { close(): Promise<void> } {
  const settled = resolveFetcherOptions(options);
  const standing = { 'user-agent': options.userAgent, ...STANDING_HEADERS, ...settled.headers };
  const connect = guardedConnector(settled);
  /** The one used longest ago comes first. */
  const lines = new Map<string, OriginConnection>();
  const longBodies: LargeBodyBudget = { bytes: settled.largeBodyBudgetBytes, bytesLeft: settled.largeBodyBudgetBytes };

  const lineTo = (origin: string): OriginConnection => {
    const known = lines.get(origin);
    if (known) lines.delete(origin);
    else if (lines.size >= settled.maxConnections) closeIdleConnection(lines);
    const line = known ?? openConnection(origin, settled, connect);
    lines.set(origin, line);
    if (known) return line;
    line.client.on('disconnect', () => forget(origin, line));
    return line;
  };
  /** Who has lost the connection and is not in use need not be remembered, unless for what the server asked. */
  const forget = (origin: string, line: OriginConnection) => {
    if (line.activeRequests === 0 && !line.http1Only && !line.http2 && lines.get(origin) === line) lines.delete(origin);
  };

  return {
    async fetch(url, request) {
      const bounded = { ...request, longBodies };
      if (url.startsWith('ftp:')) return (await import('./ftp-fetch.ts')).ftpFetch(url, bounded, settled);
      const slash = url.indexOf('/', 8);
      const origin = url.slice(0, slash);
      const secret = settled.secretHeaders?.(origin.slice(origin.indexOf('://') + 3));
      const headers = { ...standing, ...request.headers };
      const wanted: OutgoingRequest = { origin, path: url.slice(slash), headers, secret: secret && (await secret) };
      const line = lineTo(origin);
      line.activeRequests++;
      try {
        // Without TLS nobody chooses.
        if (origin.startsWith('http:')) return await exchangeHttp1(line, wanted, bounded, request.timeoutMs);
        return await over(line, wanted, bounded, () => forget(origin, line));
      } finally {
        line.activeRequests--;
      }
    },
    resolveAddress: (host) => addressOf(host, settled),
    async close() {
      const open = [...lines.values()];
      lines.clear();
      await Promise.all(open.map(closeConnection));
    },
  };

  /** Over HTTP/1, unless the server chooses HTTP/2 for the connection. */
  async function over(
    line: OriginConnection,
    wanted: OutgoingRequest,
    request: FetchRequest,
    closed: () => void,
  ): Promise<HttpResponse | HttpFailure> {
    if (line.http2?.alive()) return line.http2.exchange(wanted, request, request.timeoutMs);
    const started = performance.now();
    const outcome = await exchangeHttp1(line, wanted, request, request.timeoutMs);
    if (!line.http2Socket && !line.http2?.alive()) return outcome;
    const { openHttp2Connection: http2Line } = await import('./http2-connection.ts');
    const { http2Socket: chosen } = line;
    line.http2Socket = undefined;
    if (chosen)
      line.http2 = http2Line(chosen, wanted.origin, line.address, settled, {
        asksForHttp1: () => {
          line.http1Only = true;
          line.http2?.close();
        },
        closed: () => {
          line.http2 = undefined;
          closed();
        },
      });
    const left = request.timeoutMs - (performance.now() - started);
    return line.http2 && left > 0 ? line.http2.exchange(wanted, request, left) : outcome;
  }
}

async function addressOf(host: string, settled: ResolvedFetcherOptions): Promise<string | undefined> {
  const { hostname } = new URL(`http://${host}/` as Url);
  const known = settled.overrideOf(hostname)?.address ?? ipLiteralOf(hostname);
  if (known !== undefined || settled.proxy?.resolvesNames) return known;
  const found = await resolvePublicAddresses(hostname, settled).catch(() => []);
  return found.map(({ address }) => address).sort()[0];
}
