import type { Fetcher } from '../ports/fetcher.ts';
import { guardedConnector } from './connector.ts';
import { exchange } from './exchange.ts';
import { closeIdlest, type Line, openLine } from './line.ts';
import { type LookUp, systemLookUp } from './look-up.ts';

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
  /** From the request to the head of its answer. */
  firstByteMs?: number;
  maxHeaderBytes?: number;
  /** How long an idle connection is kept, unless the server says less. Longer than the usual pause of a host. */
  keepAliveMs?: number;
  /** Open connections altogether: past that, those that have been idle longest are closed. */
  maxConnections?: number;
  /** How names are resolved; the system's name servers by default. */
  lookUp?: LookUp;
};

const STANDING_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

type Settled = Required<Omit<HttpFetcherOptions, 'userAgent' | 'lookUp'>>;

const DEFAULTS: Settled = {
  headers: {},
  resolve: {},
  allowPrivate: [],
  connectMs: 5_000,
  firstByteMs: 10_000,
  maxHeaderBytes: 64 * 1024,
  keepAliveMs: 15_000,
  maxConnections: 256,
};

/** HTTP/1.1 with connections kept. @throws for a faulty `resolve`: wrong use. */
export function httpFetcher(options: HttpFetcherOptions): Fetcher & { close(): Promise<void> } {
  const settled: Settled = { ...DEFAULTS, ...options };
  const standing = { 'user-agent': options.userAgent, ...STANDING_HEADERS, ...settled.headers };
  const connector = guardedConnector({ ...settled, lookUp: options.lookUp ?? systemLookUp() });
  /** The one used longest ago comes first. */
  const lines = new Map<string, Line>();

  const lineTo = (origin: string): Line => {
    const known = lines.get(origin);
    if (known) lines.delete(origin);
    else if (lines.size >= settled.maxConnections) closeIdlest(lines);
    const line = known ?? openLine(origin, settled, connector);
    lines.set(origin, line);
    if (known) return line;
    // Who has lost the connection and is not in use need not be remembered.
    line.client.on('disconnect', () => {
      if (line.active === 0 && lines.get(origin) === line) lines.delete(origin);
    });
    return line;
  };

  return {
    async fetch(url, request) {
      const slash = url.indexOf('/', 8);
      const origin = url.slice(0, slash);
      const line = lineTo(origin);
      const headers = { ...standing, ...request.headers };
      line.active++;
      try {
        return await exchange(line, { origin, path: url.slice(slash), headers }, request);
      } finally {
        line.active--;
      }
    },
    async close() {
      const clients = [...lines.values()].map(({ client }) => client);
      lines.clear();
      await Promise.all(clients.map((client) => client.destroy()));
    },
  };
}
