import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BuiltHost, buildSite, errorBody, type Resource, type Site } from './build.ts';
import { HOSTS } from './hosts.ts';
import { listenLocally } from './listen.ts';
import type { SitePage } from './page.ts';
import { type LoggedRequest, type RequestLog, requestLog } from './request-log.ts';

export type RunningSite = {
  port: number;
  log: RequestLog;
  close(): Promise<void>;
  /** Ground truth about every counted URL of the web (see `SitePage`). */
  pages(): SitePage[];
};

/**
 * Serves the small web on loopback. All hosts share one port and differ by the Host header; the crawler's resolver setting
 * leads `*.test` here.
 *
 * @param options.port default or 0: any free port
 * @param options.latencyMs delay before every response, in milliseconds
 */
export async function startSite(options: { port?: number; latencyMs?: number } = {}): Promise<RunningSite> {
  const site = buildSite(HOSTS);
  const log = requestLog();
  const server = createServer((request, response) => {
    answer(site, log, options.latencyMs ?? 0, request, response).catch((fault: unknown) =>
      response.destroy(fault as Error),
    );
  });
  server.keepAliveTimeout = 60_000;
  return {
    ...(await listenLocally(server, options)),
    log,
    pages: () => structuredClone(site.pages),
  };
}

async function answer(
  site: Site,
  log: RequestLog,
  latencyMs: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const path = request.url ?? '/';
  const logged: LoggedRequest = {
    host: name,
    method: request.method ?? '',
    path,
    startedAt: performance.now(),
    status: 0,
    userAgent: request.headers['user-agent'] ?? '',
    headers: request.headers,
  };
  log.add(logged);
  response.once('close', () => {
    logged.endedAt ??= performance.now();
  });
  const resource = find(site.hosts.get(name), path);
  const waitMs = latencyMs + (typeof resource.manner === 'number' ? resource.manner : 0);
  if (waitMs > 0) await sleep(waitMs);
  // The client has disconnected: the request ended then, not now.
  if (logged.endedAt !== undefined) return;
  send(resource, site.hosts.get(name), request, response, logged);
}

function find(built: BuiltHost | undefined, path: string): Resource {
  if (!built) return page(421);
  const plain = withoutSession(built, path);
  return built.resources.get(plain) ?? built.endless(plain) ?? page(404);
}

const page = (status: number): Resource => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: errorBody(status),
});

/** Session parameters do not change the response. */
function withoutSession({ host }: BuiltHost, path: string): string {
  if (!host.session) return path;
  return path
    .replace(new RegExp(`;${host.session.replace(/^;/, '')}=[^?]*`), '')
    .replace(new RegExp(`([?&])${host.session}=[^&]*&?`), '$1')
    .replace(/[?&]$/, '');
}

function send(
  resource: Resource,
  built: BuiltHost | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  logged: LoggedRequest,
): void {
  if (resource.manner === 'reset') {
    logged.endedAt = performance.now();
    request.socket.resetAndDestroy();
    return;
  }
  const { status, headers, body } = negotiated(resource, built, request);
  logged.status = status;
  const retryAfter = headers['retry-after'];
  if (retryAfter) logged.retryAfterS = Number(retryAfter);
  const cut = resource.manner === 'cut';
  response.writeHead(status, { ...headers, 'content-length': String(cut ? body.length * 2 : body.length) });
  logged.endedAt = performance.now();
  if (cut) response.write(body, () => response.destroy());
  else response.end(request.method === 'HEAD' ? undefined : body);
}

function negotiated(resource: Resource, built: BuiltHost | undefined, request: IncomingMessage): Resource {
  const { etag, 'last-modified': modified } = resource.headers;
  const fields = request.headers;
  if ((etag && fields['if-none-match'] === etag) || (modified && fields['if-modified-since'] === modified)) {
    return { status: 304, headers: resource.headers, body: new Uint8Array() };
  }
  const coding = built?.host.coding;
  if (!coding || resource.status !== 200 || !String(fields['accept-encoding'] ?? '').includes(coding)) return resource;
  const headers = { ...resource.headers, 'content-encoding': coding, vary: 'accept-encoding' };
  return { ...resource, headers, body: coded(resource.body, coding) };
}

const codedBodies = new WeakMap<Uint8Array, Uint8Array>();

function coded(body: Uint8Array, coding: 'gzip' | 'br'): Uint8Array {
  let bytes = codedBodies.get(body);
  if (!bytes) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    bytes = coding === 'gzip' ? gzipSync(body) : brotliCompressSync(body, quality);
    codedBodies.set(body, bytes);
  }
  return bytes;
}
