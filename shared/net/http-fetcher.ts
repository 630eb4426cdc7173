import type { Fetcher, FetchRequest, HttpAnswer, HttpFailure } from '../ports/fetcher.ts';
import type { Url } from '../url/url.ts';
import { LONG_BODIES_BYTES, type LongBodies } from './body-room.ts';
import { closeIdlest, closeLine, type Line, openLine } from './connection.ts';
import { guardedConnector, judgedAddresses } from './connector.ts';
import { exchange } from './exchange.ts';
import { literalOf } from './guard.ts';
import { type LookUp, systemLookUp } from './look-up.ts';
import { overrides } from './overrides.ts';
import type { ProxyServer } from './proxy-tunnel.ts';
import type { Wanted } from './receive.ts';

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
  longBodiesBytes?: number;
  /** How names are resolved; the system's name servers by default. */
  lookUp?: LookUp;
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
  longBodiesBytes: LONG_BODIES_BYTES,
} satisfies Omit<HttpFetcherOptions, 'userAgent'>;

export type Settled = ReturnType<typeof settle>;

function settle(options: HttpFetcherOptions) {
  const settled = { ...DEFAULTS, ...options, lookUp: options.lookUp ?? systemLookUp() };
  return { ...settled, overrideOf: overrides(settled.resolve) };
}

/** HTTP/1.1 and HTTP/2 with connections kept, and FTP. @throws for a faulty `resolve`: wrong use. */
export function httpFetcher(options: HttpFetcherOptions): Fetcher & { close(): Promise<void> } {
  const settled = settle(options);
  const standing = { 'user-agent': options.userAgent, ...STANDING_HEADERS, ...settled.headers };
  const connect = guardedConnector(settled);
  /** The one used longest ago comes first. */
  const lines = new Map<string, Line>();
  const longBodies: LongBodies = { bytes: settled.longBodiesBytes, bytesLeft: settled.longBodiesBytes };

  const lineTo = (origin: string): Line => {
    const known = lines.get(origin);
    if (known) lines.delete(origin);
    else if (lines.size >= settled.maxConnections) closeIdlest(lines);
    const line = known ?? openLine(origin, settled, connect);
    lines.set(origin, line);
    if (known) return line;
    line.client.on('disconnect', () => forget(origin, line));
    return line;
  };
  /** Who has lost the connection and is not in use need not be remembered, unless for what the server asked. */
  const forget = (origin: string, line: Line) => {
    if (line.active === 0 && !line.plain && !line.http2 && lines.get(origin) === line) lines.delete(origin);
  };

  return {
    async fetch(url, request) {
      const bounded = { ...request, longBodies };
      if (url.startsWith('ftp:')) return (await import('./ftp-fetch.ts')).ftpFetch(url, bounded, settled);
      const slash = url.indexOf('/', 8);
      const origin = url.slice(0, slash);
      const secret = settled.secretHeaders?.(origin.slice(origin.indexOf('://') + 3));
      const headers = { ...standing, ...request.headers };
      const wanted: Wanted = { origin, path: url.slice(slash), headers, secret: secret && (await secret) };
      const line = lineTo(origin);
      line.active++;
      try {
        // Without TLS nobody chooses.
        if (origin.startsWith('http:')) return await exchange(line, wanted, bounded, request.timeoutMs);
        return await over(line, wanted, bounded, () => forget(origin, line));
      } finally {
        line.active--;
      }
    },
    addressOf: (host) => addressOf(host, settled),
    async close() {
      const open = [...lines.values()];
      lines.clear();
      await Promise.all(open.map(closeLine));
    },
  };

  /** Over HTTP/1, unless the server chooses HTTP/2 for the connection. */
  async function over(
    line: Line,
    wanted: Wanted,
    request: FetchRequest,
    closed: () => void,
  ): Promise<HttpAnswer | HttpFailure> {
    if (line.http2?.alive()) return line.http2.exchange(wanted, request, request.timeoutMs);
    const started = performance.now();
    const outcome = await exchange(line, wanted, request, request.timeoutMs);
    if (!line.chosen && !line.http2?.alive()) return outcome;
    const { http2Line } = await import('./http2-connection.ts');
    const { chosen } = line;
    line.chosen = undefined;
    if (chosen)
      line.http2 = http2Line(chosen, wanted.origin, line.address, settled, {
        asksForHttp1: () => {
          line.plain = true;
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

async function addressOf(host: string, settled: Settled): Promise<string | undefined> {
  const { hostname } = new URL(`http://${host}/` as Url);
  const known = settled.overrideOf(hostname)?.address ?? literalOf(hostname);
  if (known !== undefined || settled.proxy?.looksUp) return known;
  const found = await judgedAddresses(hostname, settled).catch(() => []);
  return found.map(({ address }) => address).sort()[0];
}
