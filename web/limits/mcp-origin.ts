import type { MiddlewareHandler } from 'hono';
import { otherSite } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';
import { requestOrigin } from '../site.ts';
import { isAllowedOrigin } from './allow-origins.ts';

/**
 * Refuses requests for MCP of other websites, by their header `Origin`: MCP requires that servers check it. Clients that are no browsers
 * do not send it.
 *
 * @param allowed websites whose scripts may read responses
 */
export function refuseOtherOrigins(allowed: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isTrusted = origin === undefined || origin === requestOrigin(c.req.raw) || isAllowedOrigin(allowed, origin);
    return isTrusted ? next() : respondWithProblem(c, otherSite);
  };
}
