import type { Context, MiddlewareHandler } from 'hono';

/** Content security policy of our own pages: nothing from other origins, nothing inline, no framing. */
const OWN_PAGE_POLICY = [
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

/** Policy of archived pages: an opaque origin without any permission. It blocks what the sanitiser might have missed. */
export const ARCHIVED_PAGE_POLICY = [
  'sandbox',
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Sets the security headers of every response. A policy that is already set is kept. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', OWN_PAGE_POLICY);
  headers.set('x-content-type-options', 'nosniff');
  // The sites of hits do not learn the query.
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'no-referrer');
  headers.set('x-dns-prefetch-control', 'off');
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-resource-policy', 'same-origin');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
};

/** Names request headers that the response depends on, in its header `Vary`. Each is named once. */
export function varyBy(c: Context, ...names: readonly string[]): void {
  const named = (c.res.headers.get('vary') ?? '').split(',').map((name) => name.trim());
  c.header('vary', [...new Set([...named, ...names])].filter((name) => name !== '').join(', '));
}
