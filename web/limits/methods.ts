import type { MiddlewareHandler } from 'hono';
import { notAllowed } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';

const READING = 'GET, HEAD, OPTIONS';
const POSTING = 'POST, OPTIONS';

/**
 * Answers OPTIONS with the methods of a path, and refuses all others.
 *
 * @param posting paths that only take POST. All others are only read.
 */
export function allowMethods(posting: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const allowed = posting.includes(c.req.path) ? POSTING : READING;
    const { method } = c.req;
    if (method !== 'OPTIONS' && allowed.split(', ').includes(method)) return next();
    c.header('allow', allowed);
    return method === 'OPTIONS' ? c.body(null, 204) : respondWithProblem(c, notAllowed(allowed));
  };
}
