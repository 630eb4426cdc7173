import type { Context } from 'hono';
import { notAcceptable, PROBLEM_TYPE, type Problem, problemDocument } from './api/problem.ts';
import type { SearchQuery } from './api/search-query.ts';
import { FORMATS, type FormatName } from './formats/formats.ts';
import { negotiate } from './formats/negotiate.ts';
import { varyBy } from './headers.ts';
import type { SiteContext } from './pages/layout.ts';
import { problemPage } from './pages/problem-page.ts';
import { pageContext } from './site.ts';

/** Returns the format for the client among those of a route, or a problem if it accepts none of them. */
export function formatFor<Name extends FormatName>(c: Context, offered: readonly [Name, ...Name[]]): Name | Problem {
  varyBy(c, 'accept');
  const format = c.req.query('format');
  return negotiate(offered, { format, accept: c.req.header('accept') }) ?? notAcceptable(offered, format);
}

/** Responds with a text in a format. */
export function respondWith(c: Context, format: FormatName, body: string): Response {
  const [type] = FORMATS[format].types;
  return c.body(body, 200, { 'content-type': type === 'application/json' ? type : `${type}; charset=utf-8` });
}

/** Responds with a problem document or a page, as the client prefers. */
export async function respondWithProblem(
  c: Context,
  problem: Problem,
  given?: SiteContext,
  query?: SearchQuery,
): Promise<Response> {
  varyBy(c, 'accept');
  if (problem.retryAfterS !== undefined) c.header('retry-after', `${problem.retryAfterS}`);
  if (!wantsPage(c)) return c.body(problemDocument(problem), problem.status, { 'content-type': PROBLEM_TYPE });
  const site = given ?? { crawls: [], ...(await pageContext(c)) };
  return c.html(problemPage(site, problem, query), problem.status);
}

/** Paths that never answer with a page, so only a client that names HTML, such as a browser, gets one of an error. */
const PATHS_WITHOUT_PAGE =
  /^\/(?:feed|facets|changes|suggest|metrics|mcp|openapi\.json|opensearch\.xml|crawl\/events|crawls(?:\/.*)?)$/;
/** The same, except that a form is answered with a page. */
const PATHS_OF_ANNOTATIONS = /^\/annotations(?:\/[^/]+)?$/;

/**
 * Tells whether the client wants a page, by `format` or else by `Accept`. Browsers get the page. Clients that accept anything, such as
 * curl, get it unless they asked for a file.
 */
function wantsPage(c: Context): boolean {
  const format = (c.req.query('format') ?? '').trim().toLowerCase();
  if (format === 'html' || format === 'json') return format === 'html';
  const { path, method } = c.req;
  const isFile =
    format !== '' || PATHS_WITHOUT_PAGE.test(path) || (method !== 'POST' && PATHS_OF_ANNOTATIONS.test(path));
  const accept = c.req.header('accept');
  return negotiate(isFile ? ['json', 'html'] : ['html', 'json'], { format: '', accept }) === 'html';
}

/** Tells whether the client wants JSON rather than a page. */
export const wantsJson = (c: Context): boolean => !wantsPage(c);
