import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { SiteContext } from './layout.ts';
import { PROBLEM_TYPE, type Problem, problemDocument } from './problem.ts';
import { problemPage } from './problem-page.ts';
import type { SearchQuery } from './search-query.ts';

/** Responds with a problem document or a page, as the client prefers. */
export function respondWithProblem(
  c: Context,
  problem: Problem,
  site: SiteContext = { crawls: [] },
  query?: SearchQuery,
): Response | Promise<Response> {
  c.header('vary', 'accept');
  if (problem.retryAfterS !== undefined) c.header('retry-after', `${problem.retryAfterS}`);
  if (wantsJson(c)) return c.body(problemDocument(problem), problem.status, { 'content-type': PROBLEM_TYPE });
  return c.html(problemPage(site, problem, query), problem.status);
}

/** Tells whether the client wants JSON, by `format` or else by `Accept`. Browsers and curl get the page. */
export function wantsJson(c: Context): boolean {
  const format = c.req.query('format');
  if (format === 'json' || format === 'html') return format === 'json';
  const type = accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json', PROBLEM_TYPE],
    default: 'text/html',
  });
  return type !== 'text/html';
}
