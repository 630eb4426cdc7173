import type { MiddlewareHandler } from 'hono';
import { notAllowed } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';

const READING = 'GET, HEAD, OPTIONS';
const POSTING = 'POST, OPTIONS';
const BOTH = 'GET, HEAD, POST, OPTIONS';
const ALL = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/**
 * Answers OPTIONS with the methods of a path, and refuses all others.
 *
 * @param posting paths that only take POST
 * @param forms paths that take their parameters by POST too
 * @param changed paths of things that can be changed and deleted. All others are only read.
 */
export function allowMethods(posting: readonly string[], forms: RegExp, changed?: RegExp): MiddlewareHandler {
  return async (c, next) => {
    const { path } = c.req;
    const allowed = posting.includes(path) ? POSTING : changed?.test(path) ? ALL : forms.test(path) ? BOTH : READING;
    const { method } = c.req;
    if (method !== 'OPTIONS' && allowed.split(', ').includes(method)) return next();
    c.header('allow', allowed);
    return method === 'OPTIONS' ? c.body(null, 204) : respondWithProblem(c, notAllowed(allowed));
  };
}
