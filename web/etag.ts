import { hash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/**
 * Headers of a 304 response (RFC 9110, 15.4.5), beside those that every response gets. A cookie is set by the request, whether or not
 * its page is known.
 */
const KEPT_HEADERS = ['cache-control', 'content-location', 'date', 'etag', 'expires', 'vary', 'link', 'set-cookie'];

/**
 * Gives every successful response an ETag of its content, and answers 304 to a client that has it already. Hono's middleware
 * clones the body as a stream, which costs more than the digest.
 */
export const etag: MiddlewareHandler = async (c, next) => {
  await next();
  if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || c.res.status !== 200) return;
  const { headers } = c.res;
  // Its body ends when the client leaves.
  if (headers.get('content-type')?.startsWith('text/event-stream')) return;
  // A downloaded document is no text.
  const body = Buffer.from(await c.res.arrayBuffer());
  // Weak, because a proxy may compress the response.
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  headers.set('etag', tag);
  const isKnown = matches(c.req.header('if-none-match'), tag);
  if (isKnown) for (const name of [...headers.keys()]) if (!isKept(name)) headers.delete(name);
  c.res = undefined;
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { status: 200, headers });
};

/** Scripts of other origins may only read a response that allows it. */
const isKept = (name: string): boolean => KEPT_HEADERS.includes(name) || name.startsWith('access-control-');

/** Compares weakly: without the `W/` before the tags. */
const matches = (given: string | undefined, tag: string): boolean =>
  given !== undefined && (given.trim() === '*' || [...given.matchAll(/"[^"]*"/g)].some(([one]) => tag.endsWith(one)));
