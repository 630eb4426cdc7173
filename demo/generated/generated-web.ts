import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listenLocally } from '../listen.ts';
import type { LoggedRequest, RequestLog } from '../request-log.ts';
import { type GeneratedPages, generatedPages } from './generated-pages.ts';

export type GeneratedWeb = {
  port: number;
  /** Home page of every host. The `network.resolve` setting must map `*.bench.test` to 127.0.0.1 and the port. */
  seeds: string[];
  /** Number of pages, all of them reachable. */
  urls: number;
  /** Number of requests so far, including those for robots.txt. */
  requests(): number;
  /** Number of requests for other URLs, such as links in scripts and comments, which a crawler must not follow. */
  strays(): number;
  /** Number of requested pages (`pages`), and of repeated requests for them (`again`). */
  served(): { pages: number; again: number };
  close(): Promise<void>;
};

const TEXT = { 'content-type': 'text/plain' };
const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=600' };

/** Serves a generated web, which is the same for the same seed. `serve-web.ts` serves it from another process. */
export async function startGeneratedWeb(options: {
  hosts: number;
  pages: number;
  seed: string;
  prose?: boolean;
  /** Serves pages of 100 KB as 26 KB of gzip. All pages are compressed in advance, so that no response waits for it. */
  large?: boolean;
  port?: number;
  /** Serves HTTPS with this key and certificate, in PEM. */
  tls?: { key: string; cert: string };
  /** Delay of each response. Milliseconds. */
  responseMs?: number;
  /** Called for each page that is served. */
  onPage?(host: string): void;
  /** Receives every request. */
  log?: RequestLog;
}): Promise<GeneratedWeb> {
  const scheme = options.tls ? 'https' : 'http';
  const pages = generatedPages({ ...options, scheme });
  let requests = 0;
  let strays = 0;
  const packed = options.large ? compressPages(pages, options.hosts) : new Map<string, Buffer>();
  const served = new Set<string>();
  let again = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (options.responseMs) await sleep(options.responseMs);
    requests++;
    const logged = options.log && logRequest(options.log, request, response);
    // Logs the end before the last bytes are written: afterwards, a busy machine may run the crawler first.
    const send = (status: number, headers: OutgoingHttpHeaders, body: string | Buffer): void => {
      response.writeHead(status, headers);
      if (logged) logged.endedAt = performance.now();
      response.end(body);
    };
    const path = request.url ?? '/';
    if (path === '/robots.txt') return send(200, TEXT, 'User-agent: *\nDisallow: /cgi-bin/\n');
    const page = `${request.headers.host} ${path}`;
    const body = packed.get(page) ?? pageBody(pages, options.hosts, request.headers.host ?? '', path);
    if (!body) strays++;
    if (!body) return send(404, TEXT, 'no such page\n');
    if (served.has(page)) again++;
    served.add(page);
    options.onPage?.(request.headers.host ?? '');
    const coding = options.large ? { 'content-encoding': 'gzip' } : {};
    send(200, { ...HTML, ...coding, 'content-length': body.length }, body);
  };
  const server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  server.keepAliveTimeout = 60_000;
  return {
    ...(await listenLocally(server, { port: options.port, backlog: 4096 })),
    seeds: Array.from({ length: options.hosts }, (_, host) => `${scheme}://${pages.hostName(host)}/`),
    urls: options.pages,
    requests: () => requests,
    strays: () => strays,
    served: () => ({ pages: served.size, again }),
  };
}

function logRequest(log: RequestLog, request: IncomingMessage, response: ServerResponse): LoggedRequest {
  const { method = '', url: path = '/', headers } = request;
  const { host = '', 'user-agent': userAgent = '' } = headers;
  const logged: LoggedRequest = { host, method, path, startedAt: performance.now(), status: 0, userAgent, headers };
  log.add(logged);
  response.once('close', () => {
    logged.endedAt ??= performance.now();
    logged.status = response.statusCode;
  });
  return logged;
}

/** Compresses all pages. @returns the compressed pages by "host path". */
function compressPages(pages: GeneratedPages, hosts: number): Map<string, Buffer> {
  const packed = new Map<string, Buffer>();
  for (let host = 0; host < hosts; host++)
    for (let page = 0; page < pages.pageCount(host); page++)
      packed.set(`${pages.hostName(host)} ${pages.pagePath(host, page)}`, gzipSync(pages.html(host, page)));
  return packed;
}

function pageBody(pages: GeneratedPages, hosts: number, name: string, path: string): Buffer | undefined {
  const host = Number(/^h(\d+)\.bench\.test(?::\d+)?$/.exec(name)?.[1] ?? -1);
  if (host < 0 || host >= hosts) return undefined;
  const page = pages.pageAt(host, path);
  return page === undefined ? undefined : pages.html(host, page);
}
