import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { serveAnnotations } from './annotations/annotation-routes.ts';
import { refuse } from './annotations/refuse.ts';
import { crawlRoute } from './api/crawl-route.ts';
import { facetsRoute } from './api/facets-route.ts';
import { internalError, noSuchPage, type Problem, readOnly, searchTimeout, searchUnavailable } from './api/problem.ts';
import { recordRoute } from './api/record-route.ts';
import { HELP_FORMATS } from './api/search-formats.ts';
import { parseSearchQuery } from './api/search-query.ts';
import { feedRoute, searchRoute } from './api/search-route.ts';
import { suggestRoute } from './api/suggest-route.ts';
import { controlPage } from './control/control-page.ts';
import { crawlEvents } from './crawl-events.ts';
import { etag } from './etag.ts';
import { securityHeaders } from './headers.ts';
import { judgePage, limitForm } from './judge/judge-page.ts';
import { limitAtOnce } from './limits/at-once.ts';
import { refuseOtherOrigins } from './limits/mcp-origin.ts';
import { allowMethods } from './limits/methods.ts';
import { findMenus } from './menus.ts';
import { ASSETS } from './pages/assets.ts';
import { namedCrawl, type SiteContext } from './pages/layout.ts';
import { homePage } from './pages/search-page.ts';
import type { WebPorts } from './ports.ts';
import { formatFor, respondWithProblem } from './respond.ts';
import { missingCrawl, originOf, presentPages, siteContext } from './site.ts';
import { redirectToUtf8 } from './utf8-query.ts';

/**
 * The search pages and their JSON: one app for `thresher serve` and for the API gateway. It is public, so it only serves
 * what everybody may read: it shows no paths of the machine and no stored headers. It writes nothing unless `judging` lets visitors judge pages, `control` lets them
 * pause crawls, `annotations` lets people annotate pages and hand in documents, or `crawlRoutes` lets programs manage crawls.
 *
 * @param guards refuse requests before they reach a page, in this order. None: the gateway in front of the app does that.
 */
export function createApp(given: WebPorts, ...guards: readonly MiddlewareHandler[]): Hono {
  const ports = { ...given, status: shareConcurrentCalls(given.status) };
  const app = new Hono();
  app.use(presentPages(ports));
  app.use(securityHeaders);
  app.use(etag);
  for (const guard of guards) app.use(guard);
  // Before the methods of other paths are checked: these have their own.
  ports.crawlRoutes?.(app);
  const { judging, control, annotations } = ports;
  const own = [...(judging ? ['/judge'] : []), ...(control ? ['/control'] : []), ...(annotations ? ['/sign-out'] : [])];
  const posting = ['/mcp', ...own];
  app.use(annotations ? allowMethods(posting, FORM_PATHS, ANNOTATION_PATH) : allowMethods(posting, LIBRARY_PATHS));
  if (annotations) serveAnnotations(app, { ...ports, annotations });
  if (judging) app.post('/judge', limitForm, async (c) => judgePage(c, await ports.crawls(), judging));
  if (control) app.post('/control', limitForm, async (c) => controlPage(c, await ports.crawls(), control));
  app.post('/mcp', refuseOtherOrigins(ports.origins ?? []), answerMcp(ports));
  for (const path of ['/search', '/feed', '/facets', '/browse', '/suggest']) app.get(path, redirectToUtf8);
  serveLibraries(app, ports);
  app.get('/', (c) => home(c, ports));
  app.get('/search', (c) => searchRoute(c, ports));
  // Loaded on demand, as most visitors search.
  app.get('/advanced', async (c) => (await import('./advanced/advanced-route.ts')).advancedRoute(c, ports));
  app.get('/feed', (c) => feedRoute(c, ports));
  app.get('/facets', (c) => facetsRoute(c, ports));
  app.get('/browse', async (c) => (await import('./api/browse-route.ts')).browseRoute(c, ports));
  app.get('/collection', async (c) => (await import('./api/collection-route.ts')).collectionRoute(c, ports));
  app.get('/suggest', (c) => suggestRoute(c, ports));
  const { explain, changedRecords, indexIdentity } = ports;
  if (changedRecords && indexIdentity)
    app.get('/changes', async (c) =>
      (await import('./api/changes-route.ts')).changesRoute(c, { ...ports, changedRecords, indexIdentity }),
    );
  if (explain)
    app.get('/explain', async (c) => (await import('./api/explain-route.ts')).explainRoute(c, { ...ports, explain }));
  app.get('/record/:id', (c) => recordRoute(c, ports));
  app.get('/record/:id/versions', async (c) => (await import('./versions/versions-route.ts')).versionsRoute(c, ports));
  app.get('/cached/:id', (c) => cached(c, ports, 'page'));
  app.get('/cached/:id/page', (c) => cached(c, ports, 'frame'));
  app.get('/cached/:id/file', limitAtOnce(MAX_FILES_AT_ONCE), (c) => cached(c, ports, 'file'));
  app.get('/crawl', (c) => crawlRoute(c, ports));
  const { mayStream } = ports;
  if (mayStream) app.get('/crawl/events', crawlEvents({ ...ports, mayStream }));
  app.get('/metrics', async (c) => (await import('./metrics/metrics-route.ts')).metricsRoute(c, ports));
  app.get('/help', (c) => help(c, ports));
  app.get('/openapi.json', (c) => apiDescription(c, ports));
  app.get('/opensearch.xml', (c) => description(c, ports));
  for (const path of Object.keys(ASSETS)) app.get(path, sendAsset);
  app.notFound(async (c) => respondWithProblem(c, noSuchPage, await siteContext(c, ports)));
  app.onError(async (error, c) => {
    if (!READING.includes(c.req.method) && ports.isReadOnly?.(error)) return refuse(c, ports, readOnly);
    ports.logError?.(error, c.req.path);
    const problem = problemOf(error, ports);
    if (problem === internalError) return respondWithProblem(c, problem);
    // The page keeps what was asked for, so that it can be changed.
    const query = c.req.path === '/search' ? parseSearchQuery(c.req.query()).query : undefined;
    return respondWithProblem(c, problem, await siteContext(c, ports, { several: true }), query);
  });
  return app;
}

/** Files that are read at the same time. Each is in memory several times meanwhile, packed and unpacked. */
const MAX_FILES_AT_ONCE = 2;

/** Methods that write nothing. */
const READING = ['GET', 'HEAD'];

/** Paths of the protocols of libraries, which take their parameters in the URL, in a form or in a SOAP message. */
const LIBRARY_PATHS = /^\/(?:oai|(?:sru|sqi)(?:\/[^/]+)?)$/;
/** The same, with those of annotations. */
const FORM_PATHS = new RegExp(`${LIBRARY_PATHS.source}|^/(?:annotations|documents|sign-in)$`);
const ANNOTATION_PATH = /^\/annotations\/[^/]+$/;

/** Adds the protocols of libraries. They are loaded with the first request, because few servers get such requests. */
function serveLibraries(app: Hono, ports: WebPorts): void {
  const { searchRecords, changedRecords, sqiSessions } = ports;
  if (searchRecords)
    app.on(['GET', 'POST'], ['/sru', '/sru/:crawl'], limitForm, async (c) =>
      (await import('./sru/sru-route.ts')).sruRoute(c, { ...ports, searchRecords }),
    );
  if (searchRecords && sqiSessions)
    app.on(['GET', 'POST'], ['/sqi', '/sqi/:crawl'], limitForm, async (c) =>
      (await import('./sqi/sqi-route.ts')).sqiRoute(c, { ...ports, searchRecords, sqiSessions }),
    );
  if (changedRecords)
    app.on(['GET', 'POST'], '/oai', limitForm, async (c) =>
      (await import('./oai/oai-route.ts')).oaiRoute(c, { ...ports, changedRecords }),
    );
}

function problemOf(error: Error, { isSearchUnavailable, isSearchTimeout }: WebPorts): Problem {
  if (isSearchUnavailable?.(error)) return searchUnavailable;
  return isSearchTimeout?.(error) ? searchTimeout : internalError;
}

/** How long a description of the server may be kept. It changes with the version and with the crawls. Seconds. */
const DESCRIPTION_MAX_AGE_S = 3600;

async function home(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return c.html(homePage(site));
  const [menus, { total }] = await Promise.all([
    findMenus(site.crawl, ports),
    ports.search({ crawl: site.crawl, q: '', size: 1 }),
  ]);
  return c.html(homePage({ ...site, menus }, total));
}

async function help(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const format = formatFor(c, HELP_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { helpPage } = await import('./pages/help-page.ts');
  return c.html(helpPage(await withMenus(site, ports), originOf(c), ports.annotations !== undefined));
}

async function description(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  // Loaded on demand: browsers keep it for an hour.
  const { openSearchDescription } = await import('./formats/opensearch-description.ts');
  const named = { name: site.brand.name, isDefault: namedCrawl(site) === undefined };
  return c.body(openSearchDescription(originOf(c), site.crawl, named), 200, {
    'content-type': 'application/opensearchdescription+xml; charset=utf-8',
    'cache-control': `max-age=${DESCRIPTION_MAX_AGE_S}`,
  });
}

/** The server is loaded with the first request, because its SDK is a third of a megabyte. */
function answerMcp(ports: WebPorts): (c: Context) => Promise<Response> {
  let loaded: Promise<(request: Request) => Promise<Response>> | undefined;
  return async (c) => {
    loaded ??= import('./mcp/mcp-route.ts').then(({ mcpHandler }) => mcpHandler(ports));
    return (await loaded)(c.req.raw);
  };
}

/** The document is built on request: few requests need it, and its schemas would slow down a cold start. */
async function apiDescription(
  c: Context,
  { explain, sqiSessions, annotations, crawlRoutes }: WebPorts,
): Promise<Response> {
  const { openApiDocument } = await import('./api/openapi/document.ts');
  c.header('cache-control', `max-age=${DESCRIPTION_MAX_AGE_S}`);
  const offered = {
    hasExplain: explain !== undefined,
    hasSqi: sqiSessions !== undefined,
    hasAnnotations: annotations !== undefined,
    hasSignIn: annotations !== undefined && !annotations.verified,
    hasCrawls: crawlRoutes !== undefined,
  };
  return c.json(openApiDocument(offered));
}

/** Adds the menus of the search form to a page of a crawl. */
async function withMenus(site: SiteContext, ports: WebPorts): Promise<SiteContext> {
  return site.crawl === undefined ? site : { ...site, menus: await findMenus(site.crawl, ports) };
}

/** The parser and the encodings of archived pages are loaded with the first copy. */
async function cached(c: Context, ports: WebPorts, shown: 'page' | 'frame' | 'file'): Promise<Response> {
  const { cachedRoute, cachedFrameRoute, originalFileRoute } = await import('./cached/cached-routes.ts');
  const routes = { page: cachedRoute, frame: cachedFrameRoute, file: originalFileRoute };
  return routes[shown](c, ports);
}

function sendAsset(c: Context): Response {
  const { type, body } = ASSETS[c.req.path]!;
  const isVersioned = c.req.query('v') !== undefined;
  return c.body(body, 200, {
    'content-type': type,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  });
}

/** Shares one call among concurrent callers. Counting a crawl takes a while, and every open crawl page polls it. */
function shareConcurrentCalls<T>(call: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const pending = new Map<string, Promise<T>>();
  return (name) => {
    const result = pending.get(name) ?? call(name).finally(() => pending.delete(name));
    pending.set(name, result);
    return result;
  };
}
