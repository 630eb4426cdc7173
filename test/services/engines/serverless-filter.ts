import { gunzipSync } from 'node:zlib';
import { type Answer, type Asked, proxyOf } from './proxy.ts';

/*
 * What OpenSearch Serverless lists for collections of the kind SEARCH; anything else is refused, as there.
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

export type Filtered = {
  url: string;
  /** What was refused, `METHOD /path`. */
  refused: string[];
  /** Resolves when all that was written so far can be seen: that takes as long as the engine does, behind the lateness. */
  shown(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A proxy in front of an OpenSearch that takes from it what Serverless does not have: calls that are not listed, refreshing
 * on request, and writes that are seen at once. Indices that are made through it never refresh by themselves; the proxy
 * has that done so long after each write.
 *
 * @param lateMs ten seconds on the older generation.
 */
export async function serverlessFilter(engine: string, lateMs: number): Promise<Filtered> {
  const refused: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const waiting = new Set<Promise<void>>();

  const before = (asked: Asked): Answer | undefined => {
    const problem = problemOf(asked);
    if (!problem) {
      if (/^(PUT|POST) \/_index_template\//.test(`${asked.method} ${asked.path}`)) withoutRefresh(asked);
      return undefined;
    }
    refused.push(`${asked.method} ${asked.path}`);
    return problem;
  };

  const after = (asked: Asked) => {
    const { method, path } = asked;
    if (method === 'GET' || method === 'HEAD' || !/\/_(bulk|doc|create|update)/.test(path)) return;
    const written = namesIn(asked);
    const shown = new Promise<void>((resolve) => {
      const timer = setTimeout(async () => {
        timers.delete(timer);
        // An engine that has been stopped meanwhile has nothing to show.
        await fetch(new URL(`/${written}/_refresh`, engine), { method: 'POST' }).catch(() => {});
        resolve();
      }, lateMs);
      timers.add(timer);
    });
    waiting.add(shown);
    void shown.then(() => waiting.delete(shown));
  };

  const { url, close } = await proxyOf(engine, { before, after });
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

/** The indices and aliases that are written to, separated by commas; the engine has those of other tests too. */
function namesIn(asked: Asked): string {
  const [, inPath] = /^\/([^/_][^/]*)\//.exec(asked.path) ?? [];
  if (inPath) return inPath;
  const inBulk = plain(asked)
    .toString()
    .matchAll(/^\{"\w+":\{[^\n]*?"_index":"([^"]+)"/gm);
  return [...new Set(Array.from(inBulk, ([, name]) => name))].join() || '_all';
}

function problemOf({ method, path, query }: Asked): Answer | undefined {
  if (!LISTED.some(([methods, listed]) => methods.split(' ').includes(method) && listed.test(path)))
    return { status: 404, body: { status: 404, error: { type: 'not_listed', reason: `${method} ${path}` } } };
  const parameter = ['refresh', 'scroll'].find((name) => query.has(name));
  if (parameter !== undefined)
    return { status: 400, body: { status: 400, error: { type: 'not_listed', reason: `the parameter ${parameter}` } } };
  return undefined;
}

function withoutRefresh(asked: Asked): void {
  const body = JSON.parse(plain(asked).toString()) as {
    template: { settings: { index: Record<string, unknown> } };
  };
  body.template.settings.index['refresh_interval'] = '-1';
  asked.body = Buffer.from(JSON.stringify(body));
  delete asked.headers['content-encoding'];
  asked.headers['content-length'] = `${asked.body.length}`;
}

const plain = ({ headers, body }: Asked) => (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
