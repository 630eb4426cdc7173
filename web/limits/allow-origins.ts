import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/** What scripts of other websites may send and read, and how long a browser may keep the answer to a preflight request. */
export const CORS = {
  requestHeaders: ['Accept', 'Content-Type', 'If-None-Match', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  responseHeaders: ['ETag', 'Link', 'Retry-After'],
  maxAgeS: 3600,
};

/**
 * Lets pages of other websites read responses (CORS). Requests carry no credentials.
 *
 * @param origins scheme and host, such as `https://library.example`; `*` for every website
 */
export const allowOrigins = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: CORS.requestHeaders,
    exposeHeaders: CORS.responseHeaders,
    maxAge: CORS.maxAgeS,
  });

/** Tells whether pages of a website may read responses. */
export const isAllowedOrigin = (origins: readonly string[], origin: string | undefined): boolean =>
  origin !== undefined && (origins.includes('*') || origins.includes(origin));
