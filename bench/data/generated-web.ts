import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type GeneratedPages, generatedPages } from './generated-pages.ts';

export type GeneratedWeb = {
  port: number;
  /** The home page of every host; `*.bench.test` has to be led to 127.0.0.1 and the port by the resolver setting. */
  seeds: string[];
  /** How many pages there are, all of them reachable. */
  urls: number;
  /** Requests so far, for robots.txt too. */
  requests(): number;
  /** Requests for what is no page: links out of scripts and comments, which nobody should follow. */
  strays(): number;
  /** Pages that were asked for, and requests for pages that had been asked for before. */
  served(): { pages: number; again: number };
  close(): Promise<void>;
};

const TEXT = { 'content-type': 'text/plain' };
const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=600' };

/** A web of one size, the same for the same seed. Run it in a process of its own: `node bench/data/generated-web.ts`. */
export async function startGeneratedWeb(options: {
  hosts: number;
  pages: number;
  seed: string;
  prose?: boolean;
  /** Pages of 100 KB, sent as 26 KB of gzip; all made before the first is served, so that no answer waits for that. */
  large?: boolean;
  port?: number;
  /** Is told of each page that is served. */
  onPage?(host: string): void;
}): Promise<GeneratedWeb> {
  const pages = generatedPages(options);
  let requests = 0;
  let strays = 0;
  const packed = options.large ? allPacked(pages, options.hosts) : new Map<string, Buffer>();
  const served = new Set<string>();
  let again = 0;
  const server = createServer((request, response) => {
    requests++;
    const path = request.url ?? '/';
    if (path === '/robots.txt') return void response.writeHead(200, TEXT).end('User-agent: *\nDisallow: /cgi-bin/\n');
    const page = `${request.headers.host} ${path}`;
    const body = packed.get(page) ?? bodyOf(pages, options.hosts, request.headers.host ?? '', path);
    if (!body) strays++;
    if (!body) return void response.writeHead(404, TEXT).end('no such page\n');
    if (served.has(page)) again++;
    served.add(page);
    options.onPage?.(request.headers.host ?? '');
    const coding = options.large ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, { ...HTML, ...coding, 'content-length': body.length }).end(body);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', 4096, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    seeds: Array.from({ length: options.hosts }, (_, host) => `http://${pages.nameOf(host)}/`),
    urls: options.pages,
    requests: () => requests,
    strays: () => strays,
    served: () => ({ pages: served.size, again }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As they are sent, by host and path. */
function allPacked(pages: GeneratedPages, hosts: number): Map<string, Buffer> {
  const packed = new Map<string, Buffer>();
  for (let host = 0; host < hosts; host++)
    for (let page = 0; page < pages.pagesOf(host); page++)
      packed.set(`${pages.nameOf(host)} ${pages.pathOf(host, page)}`, gzipSync(pages.html(host, page)));
  return packed;
}

function bodyOf(pages: GeneratedPages, hosts: number, name: string, path: string): Buffer | undefined {
  const host = Number(/^h(\d+)\.bench\.test(?::\d+)?$/.exec(name)?.[1] ?? -1);
  if (host < 0 || host >= hosts) return undefined;
  const page = pages.pageAt(host, path);
  return page === undefined ? undefined : pages.html(host, page);
}

/**
 * Prints one line of JSON with the port, then serves until its standard input closes or it is told to end; its last
 * line is what it was asked.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      hosts: { type: 'string', default: '200' },
      pages: { type: 'string', default: '20000' },
      seed: { type: 'string', default: 'thresher' },
      prose: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
    },
  });
  const size = { hosts: Number(values.hosts), pages: Number(values.pages), seed: values.seed, prose: values.prose };
  const web = await startGeneratedWeb({ ...size, port: Number(values.port) });
  const { port, urls, seeds } = web;
  process.stdout.write(`${JSON.stringify({ port, urls, hosts: seeds.length })}\n`);
  let ended = false;
  const end = () => {
    process.stdin.destroy();
    if (ended) return;
    ended = true;
    process.stdout.write(`${JSON.stringify({ requests: web.requests(), strays: web.strays(), ...web.served() })}\n`);
    void web.close();
  };
  process.once('SIGTERM', end);
  process.stdin.resume().once('end', end).once('close', end);
}

if (import.meta.main) await main();
