import type { Server, ServerOptions } from 'node:http';
import { serve as listen } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Hono } from 'hono';
import { clientNetwork } from './limits/rate-limit.ts';
import { limitUnread } from './limits/unread-answers.ts';
import { limitConnections } from './limits/waiting-connections.ts';

/**
 * Times that a client may take, in milliseconds. A connection stays open longer than any answer takes, and longer than the 60 s after
 * which reverse proxies stop using one: a request that arrives while the server closes is reset. Headers may take longer than that,
 * because Node may count them from the end of the last answer.
 */
const SERVER_OPTIONS: ServerOptions = { keepAliveTimeout: 75_000, headersTimeout: 80_000, requestTimeout: 80_000 };

/** Shortest time after which a connection is closed on which nothing moves, such as one whose client never reads. Milliseconds. */
const IDLE_CONNECTION_MS = 120_000;

/**
 * Shortest such time as a multiple of the limit of a search. Nothing moves while a search waits for up to twice its limit and then runs for
 * up to its limit; the fourth is for the rest of the answer.
 */
const SEARCH_LIMITS_PER_ANSWER = 4;

/** Maximum of a timer in Node. Milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Maximum number of open connections. A browser opens six. */
const MAX_CONNECTIONS = 1000;

/** Maximum number of requests of one connection: the server parses them before it has answered the first (pipelining). */
const MAX_REQUESTS_PER_CONNECTION = 100;

/** Maximum length of answers that wait for their clients to read them: of 25 pages of the default maximum size (10 MiB). Bytes. */
const MAX_UNREAD_BYTES = 256 << 20;

/**
 * Serves an app over HTTP on this machine.
 *
 * @param at.port the port, or 0 for any free one
 * @param at.searchLimitMs longest time of a search, in milliseconds; absent: no search takes long
 * @param at.maxConnections maximum number of open connections
 * @param at.maxUnreadBytes maximum length of answers that wait for their clients to read them
 * @returns the URL to open, and a function that stops the server without waiting for idle connections
 * @throws if it cannot listen there: the port is taken or not allowed
 */
export function serve(
  app: Pick<Hono, 'fetch'>,
  at: { host: string; port: number; searchLimitMs?: number; maxConnections?: number; maxUnreadBytes?: number },
): Promise<{ url: string; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const where = { hostname: at.host, port: at.port };
    const options = { fetch: app.fetch, ...where, overrideGlobalObjects: false, serverOptions: SERVER_OPTIONS };
    const server = listen(options, ({ port }) =>
      resolve({ url: `http://${hostForUrl(at.host)}:${port}/`, close: () => close(server) }),
    ) as Server;
    server.once('error', reject);
    server.setTimeout(idleConnectionMs(at.searchLimitMs));
    limitConnections(server, at.maxConnections ?? MAX_CONNECTIONS);
    limitUnread(server, at.maxUnreadBytes ?? MAX_UNREAD_BYTES);
    server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  });
}

function idleConnectionMs(searchLimitMs = 0): number {
  return Math.min(MAX_TIMER_MS, Math.max(IDLE_CONNECTION_MS, SEARCH_LIMITS_PER_ANSWER * searchLimitMs));
}

/** Returns the network of the client of a request; undefined if the connection is closed. */
export function clientAddress(c: Context): string | undefined {
  const { address } = getConnInfo(c).remote;
  return address === undefined ? undefined : clientNetwork(address);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** Returns the host part of a URL for a listening address. A wildcard address cannot be opened, so it becomes localhost. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
