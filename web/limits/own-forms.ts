import type { Context } from 'hono';
import { requestOrigin } from '../site.ts';

/**
 * Tells whether a form or script of this server sends a request, by the headers `Sec-Fetch-Site` and `Origin`, of which every browser sends one with
 * a request that writes. Pages with forms have the referrer policy `same-origin`, because with `no-referrer` the origin would be `null`.
 */
export function isOfOwnPage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return c.req.header('origin') === requestOrigin(c.req.raw);
}

/**
 * Tells whether a page of another website sends a request that writes. Programs send neither header. A secret in the form is not enough: a
 * website whose scripts may read responses (`allow-origins.ts`) reads it.
 */
export function isOfOtherPage(c: Context): boolean {
  const isBrowser = c.req.header('sec-fetch-site') !== undefined || c.req.header('origin') !== undefined;
  return isBrowser && !isOfOwnPage(c);
}

/** Lets forms of a page name their origin. Other websites still do not learn the address of the page. */
export function allowForms(c: Context): void {
  c.header('referrer-policy', 'same-origin');
}
