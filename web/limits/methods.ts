import type { MiddlewareHandler } from 'hono';
import { notAllowed } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';

const READING = 'GET, HEAD, OPTIONS';
const POSTING = 'POST, OPTIONS';
const BOTH = 'GET, HEAD, POST, OPTIONS';

/**
 * Answers OPTIONS with the methods of a path, and refuses all others.
 *
 * @param posting paths that only take POST
 * @param forms paths that take their parameters by POST too. All others are only read.
 */
export function allowMethods(posting: readonly string[], forms: RegExp): MiddlewareHandler {
  return async (c, next) => {
    const { path } = c.req;
    const allowed = posting.includes(path) ? POSTING : forms.test(path) ? BOTH : READING;
    const { method } = c.req;
    if (method !== 'OPTIONS' && allowed.split(', ').includes(method)) return next();
    c.header('allow', allowed);
    return method === 'OPTIONS' ? c.body(null, 204) : respondWithProblem(c, notAllowed(allowed));
  };
}
