import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import type { Capture } from '../shared/fetch/warc/capture.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import { type ArchivedCopy, archivedCopy } from './archived.ts';
import { ASSETS } from './assets.ts';
import { cachedPage } from './cached-page.ts';
import { crawlPage } from './crawl-page.ts';
import { ARCHIVED_PAGES, safeHeaders } from './headers.ts';
import type { Place } from './layout.ts';
import type { WebPorts } from './ports.ts';
import {
  noSuchCrawl,
  noSuchPage,
  noSuchRecord,
  notAllowed,
  notArchivable,
  nothingCrawled,
  ourFault,
  PROBLEM_TYPE,
  type Problem,
  problemDocument,
  searchAway,
  wrongQuestion,
} from './problem.ts';
import { problemPage } from './problem-page.ts';
import { homePage, resultsPage } from './search-page.ts';
import { type Question, readQuestion } from './search-request.ts';

/**
 * The search pages and their JSON, the same behind `thresher serve` and behind an API gateway. Everything is open to
 * everybody, so there is nothing here but what may be read by everybody: no writing, no paths, no stored headers.
 */
export function createApp(given: WebPorts): Hono {
  const ports = { ...given, status: sharedWhileUnderWay(given.status) };
  const app = new Hono();
  app.use(safeHeaders);
  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    c.header('allow', 'GET, HEAD');
    return problem(c, notAllowed);
  });
  app.get('/', (c) => home(c, ports));
  app.get('/search', (c) => search(c, ports));
  app.get('/cached/:id', (c) => cached(c, ports));
  app.get('/cached/:id/page', (c) => cachedFrame(c, ports));
  app.get('/crawl', (c) => crawl(c, ports));
  for (const path of Object.keys(ASSETS)) app.get(path, asset);
  app.notFound(async (c) => problem(c, noSuchPage, await placeOf(c, ports)));
  app.onError(async (error, c) => {
    ports.fault?.(error, c.req.path);
    return ports.isAway?.(error) ? problem(c, searchAway, await placeOf(c, ports)) : problem(c, ourFault);
  });
  return app;
}

async function home(c: Context, ports: WebPorts): Promise<Response> {
  const place = await placeOf(c, ports);
  if (place.crawl === undefined) return c.html(homePage(place));
  const { total } = await ports.search({ crawl: place.crawl, q: '', size: 1 });
  return c.html(homePage(place, total));
}

async function search(c: Context, ports: WebPorts): Promise<Response> {
  const place = await placeOf(c, ports);
  const { question, faults } = readQuestion(c.req.query());
  if (faults.length > 0) return problem(c, wrongQuestion(faults), place, question);
  if (place.crawl === undefined) return problem(c, missingCrawl(place), place);
  const answer = await ports.search({ ...question, crawl: place.crawl });
  c.header('vary', 'accept');
  c.header('x-robots-tag', 'noindex');
  return wantsJson(c) ? c.json(answer) : c.html(resultsPage(place, question, answer));
}

async function crawl(c: Context, ports: WebPorts): Promise<Response> {
  const place = await placeOf(c, ports);
  if (place.crawl === undefined) return problem(c, missingCrawl(place), place);
  const status = await ports.status(place.crawl);
  if (!status) return problem(c, noSuchCrawl, place);
  c.header('vary', 'accept');
  if (wantsJson(c)) return c.json(status);
  const { hits } = await ports.search({ crawl: place.crawl, q: '', size: 5 });
  return c.html(crawlPage(place, status, hits));
}

async function cached(c: Context, ports: WebPorts): Promise<Response> {
  const place = await placeOf(c, ports);
  const found = await findCopy(c, ports, place);
  if ('status' in found) return problem(c, found, place);
  c.header('x-robots-tag', 'noindex');
  return c.html(cachedPage(place, found.record, found.capture, found.copy));
}

/** The archived page itself, to be framed by the page above; alone it is as harmless. */
async function cachedFrame(c: Context, ports: WebPorts): Promise<Response> {
  const place = await placeOf(c, ports);
  const found = await findCopy(c, ports, place);
  if ('status' in found) return problem(c, found, place);
  c.header('content-security-policy', ARCHIVED_PAGES);
  c.header('x-robots-tag', 'noindex');
  return c.html(found.copy.html);
}

type FoundCopy = { record: SearchRecord; capture: Capture; copy: ArchivedCopy };

async function findCopy(c: Context, ports: WebPorts, place: Place): Promise<FoundCopy | Problem> {
  if (place.crawl === undefined) return missingCrawl(place);
  const id = c.req.param('id') ?? '';
  if (!/^[\w-]{1,128}$/.test(id)) return noSuchRecord;
  const record = await ports.record(place.crawl, id);
  const capture = record && (await ports.capture(place.crawl, id));
  if (!record || !capture) return noSuchRecord;
  const copy = archivedCopy(capture, record);
  return copy === 'noarchive' ? notArchivable : { record, capture, copy };
}

function asset(c: Context): Response {
  const { type, body } = ASSETS[c.req.path]!;
  const forever = c.req.query('v') !== undefined;
  return c.body(body, 200, {
    'content-type': type,
    'cache-control': forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  });
}

/** The crawl that is asked for if it is open to the public, the first one if none is named. */
async function placeOf(c: Context, ports: WebPorts): Promise<Place> {
  const crawls = await ports.crawls();
  const asked = c.req.query('crawl')?.trim() || crawls[0];
  return asked !== undefined && crawls.includes(asked) ? { crawls, crawl: asked } : { crawls };
}

const missingCrawl = (place: Place): Problem => (place.crawls.length === 0 ? nothingCrawled : noSuchCrawl);

function problem(
  c: Context,
  what: Problem,
  place: Place = { crawls: [] },
  question?: Question,
): Response | Promise<Response> {
  c.header('vary', 'accept');
  if (what.retryAfterS !== undefined) c.header('retry-after', `${what.retryAfterS}`);
  if (wantsJson(c)) return c.body(problemDocument(what), what.status, { 'content-type': PROBLEM_TYPE });
  return c.html(problemPage(place, what, question), what.status);
}

/** To count a crawl takes a while, and everybody who looks at it asks every two seconds: whoever asks meanwhile gets the same answer. */
function sharedWhileUnderWay<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (name) => {
    const answer = underWay.get(name) ?? ask(name).finally(() => underWay.delete(name));
    underWay.set(name, answer);
    return answer;
  };
}

/** `format` decides; without it, whichever `Accept` prefers. People's browsers and curl get the page. */
function wantsJson(c: Context): boolean {
  const format = c.req.query('format');
  if (format === 'json' || format === 'html') return format === 'json';
  const type = accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json', PROBLEM_TYPE],
    default: 'text/html',
  });
  return type !== 'text/html';
}
