import { gunzipSync } from 'node:zlib';
import { type Answer, type ProxiedRequest, startProxy } from './proxy.ts';

/*
 * Operations that OpenSearch Serverless supports for collections of type SEARCH. All others are refused, as on AWS.
 * https://docs.aws.amazon.com/opensearch-service/latest/developerguide/serverless-genref.html
 */
const INDEX = '/[^_/][^/]*';
const LISTED: [methods: string, path: RegExp][] = [
  ['PUT GET HEAD DELETE', new RegExp(`^${INDEX}$`)],
  ['POST PUT', new RegExp(`^(${INDEX})?/_bulk$`)],
  ['PUT POST GET HEAD DELETE', new RegExp(`^${INDEX}/_doc/[^/]+$`)],
  ['PUT POST', new RegExp(`^${INDEX}/_create/[^/]+$`)],
  ['POST', new RegExp(`^${INDEX}/(_update/[^/]+|_doc)$`)],
  ['GET POST', new RegExp(`^(${INDEX})?/(_search|_msearch|_mget|_count|_analyze|_field_caps)$`)],
  ['GET POST', new RegExp(`^${INDEX}/_explain/[^/]+$`)],
  ['GET PUT', new RegExp(`^${INDEX}/(_mapping|_settings)$`)],
  ['POST', new RegExp(`^${INDEX}/_search/point_in_time$`)],
  ['DELETE', /^\/_search\/point_in_time(\/_all)?$/],
  ['POST', /^\/_aliases$/],
  ['GET HEAD PUT POST DELETE', new RegExp(`^(${INDEX})?/_alias(es)?(/[^/]+)?$`)],
  ['GET HEAD PUT POST DELETE', /^\/_(index|component)_template\/[^/]+$/],
];

export type ServerlessFilter = {
  url: string;
  /** Refused requests as `METHOD /path`. */
  refused: string[];
  /** Resolves when all writes so far are searchable: after the delay and the engine's refresh. */
  shown(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a proxy that limits OpenSearch to what Serverless offers: no unsupported operations, no refresh on request, and
 * delayed visibility of writes. Indices created through it never refresh by themselves; the proxy refreshes them after a
 * delay.
 *
 * @param lateMs delay between a write and its refresh. Up to ten seconds on the older generation of Serverless.
 */
export async function serverlessFilter(engine: string, lateMs: number): Promise<ServerlessFilter> {
  const refused: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const waiting = new Set<Promise<void>>();

  const before = (request: ProxiedRequest): Answer | undefined => {
    const problem = problemOf(request);
    if (!problem) {
      if (/^(PUT|POST) \/_index_template\//.test(`${request.method} ${request.path}`)) withoutRefresh(request);
      return undefined;
    }
    refused.push(`${request.method} ${request.path}`);
    return problem;
  };

  const after = (request: ProxiedRequest) => {
    const { method, path } = request;
    if (method === 'GET' || method === 'HEAD' || !/\/_(bulk|doc|create|update)/.test(path)) return;
    const written = namesIn(request);
    const shown = new Promise<void>((resolve) => {
      const timer = setTimeout(async () => {
        timers.delete(timer);
        // The engine may have been stopped in the meantime.
        await fetch(new URL(`/${written}/_refresh`, engine), { method: 'POST' }).catch(() => {});
        resolve();
      }, lateMs);
      timers.add(timer);
    });
    waiting.add(shown);
    void shown.then(() => waiting.delete(shown));
  };

  const { url, close } = await startProxy(engine, { before, after });
  return {
    url,
    refused,
    async shown() {
      await Promise.all(waiting);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await close();
    },
  };
}

/** Returns the written indices and aliases, separated by commas. The engine also has indices of other tests. */
function namesIn(request: ProxiedRequest): string {
  const [, inPath] = /^\/([^/_][^/]*)\//.exec(request.path) ?? [];
  if (inPath) return inPath;
  const inBulk = plain(request)
    .toString()
    .matchAll(/^\{"\w+":\{[^\n]*?"_index":"([^"]+)"/gm);
  return [...new Set(Array.from(inBulk, ([, name]) => name))].join() || '_all';
}

function problemOf({ method, path, query }: ProxiedRequest): Answer | undefined {
  if (!LISTED.some(([methods, listed]) => methods.split(' ').includes(method) && listed.test(path)))
    return { status: 404, body: { status: 404, error: { type: 'not_listed', reason: `${method} ${path}` } } };
  const parameter = ['refresh', 'scroll'].find((name) => query.has(name));
  if (parameter !== undefined)
    return { status: 400, body: { status: 400, error: { type: 'not_listed', reason: `the parameter ${parameter}` } } };
  return undefined;
}

function withoutRefresh(request: ProxiedRequest): void {
  const body = JSON.parse(plain(request).toString()) as {
    template: { settings: { index: Record<string, unknown> } };
  };
  body.template.settings.index['refresh_interval'] = '-1';
  request.body = Buffer.from(JSON.stringify(body));
  delete request.headers['content-encoding'];
  request.headers['content-length'] = `${request.body.length}`;
}

const plain = ({ headers, body }: ProxiedRequest) => (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
