import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Capture } from '../shared/fetch/warc/capture.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import { type ArchivedCopy, archivedCopy } from './archived-copy.ts';
import { ASSETS } from './assets.ts';
import { cachedPage } from './cached-page.ts';
import { type CrawlTopic, crawlPage } from './crawl-page.ts';
import { ARCHIVED_PAGE_POLICY, securityHeaders } from './headers.ts';
import { judgePage, limitForm } from './judge-page.ts';
import type { SiteContext } from './layout.ts';
import type { WebPorts } from './ports.ts';
import {
  internalError,
  invalidQuery,
  noSuchCrawl,
  noSuchPage,
  noSuchRecord,
  notAllowed,
  notArchivable,
  nothingCrawled,
  type Problem,
  searchUnavailable,
} from './problem.ts';
import { respondWithProblem, wantsJson } from './respond.ts';
import { homePage, resultsPage } from './search-page.ts';
import { parseSearchQuery } from './search-query.ts';

/**
 * The search pages and their JSON: one app for `thresher serve` and for the API gateway. It is public, so it only serves
 * what everybody may read: it shows no paths of the machine and no stored headers, and writes nothing unless `judging` lets visitors judge pages.
 *
 * @param guard refuses requests before they reach a page. Absent: the gateway in front of the app does that.
 */
export function createApp(given: WebPorts, guard?: MiddlewareHandler): Hono {
  const ports = { ...given, status: shareConcurrentCalls(given.status) };
  const app = new Hono();
  app.use(securityHeaders);
  if (guard) app.use(guard);
  const { judging } = ports;
  if (judging) app.post('/judge', limitForm, async (c) => judgePage(c, await ports.crawls(), judging));
  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    c.header('allow', 'GET, HEAD');
    return respondWithProblem(c, notAllowed);
  });
  app.get('/', (c) => home(c, ports));
  app.get('/search', (c) => search(c, ports));
  app.get('/cached/:id', (c) => cached(c, ports));
  app.get('/cached/:id/page', (c) => cachedFrame(c, ports));
  app.get('/crawl', (c) => crawl(c, ports));
  for (const path of Object.keys(ASSETS)) app.get(path, sendAsset);
  app.notFound(async (c) => respondWithProblem(c, noSuchPage, await siteContext(c, ports)));
  app.onError(async (error, c) => {
    ports.logError?.(error, c.req.path);
    return ports.isSearchUnavailable?.(error)
      ? respondWithProblem(c, searchUnavailable, await siteContext(c, ports))
      : respondWithProblem(c, internalError);
  });
  return app;
}

async function home(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return c.html(homePage(site));
  const { total } = await ports.search({ crawl: site.crawl, q: '', size: 1 });
  return c.html(homePage(site, total));
}

async function search(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const { query, faults } = parseSearchQuery(c.req.query());
  if (faults.length > 0) return respondWithProblem(c, invalidQuery(faults), site, query);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const answer = await ports.search({ ...query, crawl: site.crawl });
  c.header('vary', 'accept');
  c.header('x-robots-tag', 'noindex');
  return wantsJson(c) ? c.json(answer) : c.html(resultsPage(site, query, answer));
}

async function crawl(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const status = await ports.status(site.crawl);
  if (!status) return respondWithProblem(c, noSuchCrawl, site);
  c.header('vary', 'accept');
  if (wantsJson(c)) return c.json(status);
  const { hits } = await ports.search({ crawl: site.crawl, q: '', size: 5 });
  const topic = await crawlTopic(c, site.crawl, ports);
  return c.html(crawlPage(site, status, hits, { ...topic, ...(await pagesToJudge(c, site.crawl, ports)) }));
}

/** Reads the pages to judge. The status must be available even if stored pages cannot be read. */
async function pagesToJudge(
  c: Context,
  crawl: string,
  { judging, logError }: WebPorts,
): Promise<Pick<CrawlTopic, 'judge'>> {
  if (!judging) return {};
  try {
    return { judge: { ...(await judging.pages(crawl)), crawl, token: judging.token } };
  } catch (error) {
    logError?.(error, c.req.path);
    return {};
  }
}

/** Reads what is known of the topic. The status must be available even if stored pages cannot be read. */
async function crawlTopic(c: Context, crawl: string, ports: WebPorts): Promise<CrawlTopic> {
  try {
    const report = await ports.topicReport?.(crawl);
    return report ? { cutOffs: report.cutOffs, report } : { cutOffs: (await ports.cutOffs?.(crawl)) ?? [] };
  } catch (error) {
    ports.logError?.(error, c.req.path);
    return { cutOffs: [] };
  }
}

async function cached(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const found = await findCopy(c, ports, site);
  if ('status' in found) return respondWithProblem(c, found, site);
  c.header('x-robots-tag', 'noindex');
  return c.html(cachedPage(site, found.record, found.capture, found.copy));
}

/** The archived page itself, shown in a frame of the page above. Its policy also protects it outside the frame. */
async function cachedFrame(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const found = await findCopy(c, ports, site);
  if ('status' in found) return respondWithProblem(c, found, site);
  c.header('content-security-policy', ARCHIVED_PAGE_POLICY);
  c.header('x-robots-tag', 'noindex');
  return c.html(found.copy.html);
}

type FoundCopy = { record: SearchRecord; capture: Capture; copy: ArchivedCopy };

async function findCopy(c: Context, ports: WebPorts, site: SiteContext): Promise<FoundCopy | Problem> {
  if (site.crawl === undefined) return missingCrawl(site);
  const id = c.req.param('id') ?? '';
  if (!/^[\w-]{1,128}$/.test(id)) return noSuchRecord;
  const record = await ports.record(site.crawl, id);
  const capture = record && (await ports.capture(site.crawl, id));
  if (!record || !capture) return noSuchRecord;
  const copy = archivedCopy(capture, record);
  return copy === 'noarchive' ? notArchivable : { record, capture, copy };
}

function sendAsset(c: Context): Response {
  const { type, body } = ASSETS[c.req.path]!;
  const isVersioned = c.req.query('v') !== undefined;
  return c.body(body, 200, {
    'content-type': type,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  });
}

/** Returns the public crawls and the requested one, if it is public. Default: the first. */
async function siteContext(c: Context, ports: WebPorts): Promise<SiteContext> {
  const crawls = await ports.crawls();
  const crawl = c.req.query('crawl')?.trim() || crawls[0];
  return crawl !== undefined && crawls.includes(crawl) ? { crawls, crawl } : { crawls };
}

const missingCrawl = (site: SiteContext): Problem => (site.crawls.length === 0 ? nothingCrawled : noSuchCrawl);

/** Shares one call among concurrent callers. Counting a crawl takes a while, and every open crawl page polls it. */
function shareConcurrentCalls<T>(call: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const pending = new Map<string, Promise<T>>();
  return (name) => {
    const result = pending.get(name) ?? call(name).finally(() => pending.delete(name));
    pending.set(name, result);
    return result;
  };
}
