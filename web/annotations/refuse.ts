import type { Context } from 'hono';
import { PROBLEM_TYPE, type Problem, problemDocument } from '../api/problem.ts';
import type { WebPorts } from '../ports.ts';
import { respondWithProblem } from '../respond.ts';
import { siteContext } from '../site.ts';

/** Returns the media type of the body of a request, without parameters; empty if it has none. */
export const mediaType = (c: Context): string =>
  (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

/** Tells whether a form sends a request. */
export const isForm = (c: Context): boolean =>
  ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(mediaType(c));

/** Answers a form with a page. Programs that send anything else get a problem document, unless they ask for a page. */
export async function refuse(c: Context, ports: WebPorts, problem: Problem): Promise<Response> {
  if (problem.status === 401) c.header('www-authenticate', 'Bearer realm="annotations"');
  if (isForm(c) || /\btext\/html\b/.test(c.req.header('accept') ?? ''))
    return respondWithProblem(c, problem, await siteContext(c, ports));
  if (problem.retryAfterS !== undefined) c.header('retry-after', `${problem.retryAfterS}`);
  return c.body(problemDocument(problem), problem.status, { 'content-type': PROBLEM_TYPE });
}
