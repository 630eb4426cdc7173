import type { MiddlewareHandler } from 'hono';

/** Our own pages: nothing from elsewhere, nothing inline, framed by nobody. */
const OWN_PAGES = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Other people's pages: an origin of their own without any right; the browser keeps what the rewriting might have missed. */
export const ARCHIVED_PAGES = [
  'sandbox',
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Headers of every answer; one that has a policy already keeps it. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', OWN_PAGES);
  headers.set('x-content-type-options', 'nosniff');
  // Neither the question nor the way to it is told to the sites found.
  headers.set('referrer-policy', 'no-referrer');
  headers.set('x-dns-prefetch-control', 'off');
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-resource-policy', 'same-origin');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
};
