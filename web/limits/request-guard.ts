import type { MiddlewareHandler } from 'hono';
import { hostRefused, otherSite } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';
import { isAllowedOrigin } from './allow-origins.ts';

/**
 * Names under which no page can be published on the internet: a name without a dot, and the reserved or local top-level
 * domains of RFC 6761, RFC 6762 and ICANN's `internal`.
 */
const LOCAL_NAME = /^[^.]+$|\.(?:localhost|local|internal|test)$/;

const IP_ADDRESS = /^(?:\[[\da-f:.]+\]|\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Refuses requests that another website makes through the browser of a user who can reach this server:
 *
 * - With DNS rebinding, a website points its own host name to this machine, so that the browser takes the two for one site. The
 *   server therefore answers only IP addresses, local names and the names in `allowedHosts`.
 * - A website can embed searches, and measure how long they take. Browsers say so in `Sec-Fetch-Site`. Links may lead here.
 *
 * @param allowedHosts host names without port; `*.example.org` stands for all names below it, `*` for every name
 * @param allowedOrigins websites whose scripts may read responses (`allow-origins.ts`)
 */
export function guardRequests(
  allowedHosts: readonly string[],
  allowedOrigins: readonly string[] = [],
): MiddlewareHandler {
  const isAllowedHost = hostCheck(allowedHosts);
  return async (c, next) => {
    const host = new URL(c.req.url).hostname;
    if (!isAllowedHost(host)) return respondWithProblem(c, hostRefused(host));
    const site = c.req.header('sec-fetch-site');
    const isOwn = site === undefined || site === 'same-origin' || site === 'none';
    const isAllowed = isOwn || isAllowedOrigin(allowedOrigins, c.req.header('origin'));
    if (!isAllowed && c.req.header('sec-fetch-mode') !== 'navigate') return respondWithProblem(c, otherSite);
    return next();
  };
}

function hostCheck(allowedHosts: readonly string[]): (host: string) => boolean {
  const allowed = allowedHosts.map((host) => host.toLowerCase());
  return (given) => {
    const host = given.toLowerCase().replace(/\.$/, '');
    if (IP_ADDRESS.test(host) || LOCAL_NAME.test(host)) return true;
    return allowed.some((one) => one === '*' || one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
  };
}
