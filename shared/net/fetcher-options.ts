import { compileOverrides } from './address-overrides.ts';
import type { BodyBudget } from './body-memory.ts';
import type { ProxyServer } from './proxy-tunnel.ts';
import type { RateLimit } from './read-rate.ts';
import { type ResolveName, systemResolver } from './resolve-name.ts';

/** How an HTTP client connects, and what it sends with each request. */
export type HttpFetcherOptions = {
  /** Complete User-Agent header, with the address at which the operator can be reached. */
  userAgent: string;
  /** Headers of every request; they override the standard ones (accept, accept-encoding). Lower case. Default: none. */
  headers?: Readonly<Record<string, string>>;
  /** Returns further headers for an origin, which override those of `headers`. Lower case. Absent: none. */
  headersOf?: ((origin: string) => Readonly<Record<string, string>>) | undefined;
  /** `host` or `*.test` → `address` or `address:port` to connect to instead. The request still names the host. Default: none. */
  resolve?: Readonly<Record<string, string>>;
  /** Private addresses or ranges (CIDR) that the guard permits. Default: none. */
  allowPrivate?: readonly string[];
  /** Timeout of opening a connection. Milliseconds. Default: 5,000. */
  connectMs?: number;
  /** Timeout from the request to the head of its response, and of each later silence. Milliseconds. Default: 10,000. */
  firstByteMs?: number;
  /** Maximum length of the head of a response. Bytes. Default: 64 KiB. */
  maxHeaderBytes?: number;
  /** How long an idle connection is kept, unless the server says less. Longer than the usual pause of a host. Milliseconds. Default: 15,000. */
  keepAliveMs?: number;
  /** Maximum number of open connections. Beyond that, the least recently used idle connection is closed. Default: 256. */
  maxConnections?: number;
  /** Offers HTTP/2 to HTTPS servers. Default: true. */
  http2?: boolean;
  /** Certificates (PEM) that are trusted besides the well-known ones. Default: none. */
  ca?: readonly string[];
  /** Proxy of all requests. Absent: none. */
  proxy?: ProxyServer | undefined;
  /**
   * Returns headers that only this origin gets and no archive stores; undefined: none.
   *
   * @param origin scheme, host and port, such as `https://a.example` or `ftp://a.example:2121`
   */
  secretHeaders?: ((origin: string) => Promise<Record<string, string>> | undefined) | undefined;
  /** Memory that long bodies may take together. Default: a budget of all fetchers of the process. */
  longBodies?: BodyBudget | undefined;
  /** Rate at which the bodies of all responses together are read. Absent: as they arrive. */
  rate?: RateLimit | undefined;
  /** Resolves host names. Default: the system's name servers. */
  resolveName?: ResolveName;
};

const DEFAULTS = {
  headers: {},
  headersOf: undefined,
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
  longBodies: undefined,
  rate: undefined,
} satisfies Omit<HttpFetcherOptions, 'userAgent'>;

/** Options with all defaults filled in. */
export type ResolvedFetcherOptions = ReturnType<typeof resolveFetcherOptions>;

/** @throws if `resolve` is invalid */
export function resolveFetcherOptions(options: HttpFetcherOptions) {
  const resolved = { ...DEFAULTS, ...options, resolveName: options.resolveName ?? systemResolver() };
  return { ...resolved, overrideOf: compileOverrides(resolved.resolve) };
}
