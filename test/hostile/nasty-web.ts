/** Building blocks of the nasty hosts, and the server for them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from '../../demo/listen.ts';
import { type LoggedRequest, type RequestLog, requestLog } from '../../demo/request-log.ts';

export type NastyAnswer = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** `cut`: half of Content-Length. `reset`: the connection is reset. A number: delay of the response in milliseconds. */
  manner?: 'cut' | 'reset' | number;
};

export type NastyHost = {
  name: string;
  /** Content of robots.txt; absent: 404. */
  robots?: string;
  /** Paths that robots.txt disallows, to check the request log. */
  closed?: RegExp;
  crawlDelayS?: number;
  /** @param times number of earlier requests for the path */
  answer(path: string, times: number): NastyAnswer | undefined;
  /** Paths that a crawl from the start page must find. */
  good: string[];
  /** Maximum number of requested paths besides robots.txt; absent: no limit. */
  budget?: number;
};

export type NastyWeb = { port: number; log: RequestLog; close(): Promise<void> };

/** Serves all hosts on one local port, selected by the Host header. */
export async function startNasty(hosts: readonly NastyHost[]): Promise<NastyWeb> {
  const byName = new Map(hosts.map((host) => [host.name, host]));
  const log = requestLog();
  const times = new Map<string, number>();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { logged, host } = note(request, byName, log);
    response.once('close', () => {
      logged.endedAt ??= performance.now();
    });
    const key = logged.host + logged.path;
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    const found = logged.path === '/robots.txt' ? robotsOf(host) : host?.answer(logged.path, before);
    void send(found ?? text(404, 'nothing here'), response, logged);
  });
  return { ...(await listenLocally(server)), log };
}

function note(request: IncomingMessage, byName: ReadonlyMap<string, NastyHost>, log: RequestLog) {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  const logged: LoggedRequest = {
    host: name,
    method: request.method ?? '',
    path: request.url ?? '/',
    startedAt: performance.now(),
    status: 0,
    userAgent: request.headers['user-agent'] ?? '',
    headers: request.headers,
  };
  log.add(logged);
  return { logged, host: byName.get(name) };
}

function robotsOf(host: NastyHost | undefined): NastyAnswer | undefined {
  return host?.robots === undefined ? undefined : text(200, host.robots);
}

async function send(answer: NastyAnswer, response: ServerResponse, logged: LoggedRequest): Promise<void> {
  const { status, headers, body, manner } = answer;
  if (typeof manner === 'number') await sleep(manner);
  if (logged.endedAt !== undefined) return;
  if (manner === 'reset') {
    logged.endedAt = performance.now();
    response.socket?.resetAndDestroy();
    return;
  }
  logged.status = status;
  if (headers['retry-after']) logged.retryAfterS = Number(headers['retry-after']);
  const length = manner === 'cut' ? body.length * 2 : body.length;
  response.writeHead(status, { ...headers, 'content-length': String(length) });
  logged.endedAt = performance.now();
  if (manner === 'cut') response.write(body, () => response.destroy());
  else response.end(body);
}

export const text = (status: number, body: string): NastyAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(body),
});

export const html = (body: string, headers: Record<string, string> = {}, status = 200): NastyAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: Buffer.from(body),
});

export const redirect = (location: string, status = 302): NastyAnswer => ({
  status,
  headers: { location },
  body: new Uint8Array(),
});

export const anchors = (hrefs: readonly string[]): string =>
  hrefs.map((href) => `<li><a href="${href}">to ${href.replace(/[<>&"]/g, ' ')}</a>`).join('\n');

/** A page with a unique text, so that only mirrors are duplicates. */
export function page(title: string, hrefs: readonly string[] = [], more = ''): NastyAnswer {
  return html(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>
<p>This is the page that is called ${title}, and what it says of ${title} is said by no other page of this web.</p>
${more}<ul>${anchors(hrefs)}</ul></html>`);
}

/** A host of fixed pages; other paths are 404. */
export function host(name: string, pages: Record<string, Served>, rest: Partial<NastyHost> = {}): NastyHost {
  const good = Object.keys(pages).filter((path) => isGood(pages[path]!));
  return {
    name,
    good,
    answer: (path, times) => {
      const served = pages[path];
      return typeof served === 'function' ? served(times) : served;
    },
    ...rest,
  };
}

export type Served = NastyAnswer | ((times: number) => NastyAnswer);

/** Returns the final response of a path: a page that fails at first is good later. */
const LATER = 9;
function isGood(served: Served): boolean {
  const last = typeof served === 'function' ? served(LATER) : served;
  return last.status === 200 && last.manner === undefined;
}

/** The first responses fail, later ones succeed. */
export const after =
  (failures: number, bad: NastyAnswer, good: NastyAnswer): Served =>
  (times) =>
    times < failures ? bad : good;
