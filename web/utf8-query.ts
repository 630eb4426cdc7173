import type { MiddlewareHandler } from 'hono';

/** Escaped bytes that are no ASCII, one after another. */
const ESCAPES = /(?:%[89A-F][0-9A-F])+/gi;

/**
 * Redirects a query whose letters are escaped in Windows-1252 (`caf%E9`), as links and forms of old catalogues do, to the one in UTF-8.
 * Only for paths of the app: of any other path, a redirect could lead to another host.
 */
export const redirectToUtf8: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const utf8 = search.replace(ESCAPES, toUtf8);
  return utf8 === search ? next() : c.redirect(pathname + utf8, 302);
};

function toUtf8(escapes: string): string {
  try {
    decodeURIComponent(escapes);
    return escapes;
  } catch {
    const bytes = Uint8Array.from(escapes.slice(1).split('%'), (byte) => Number.parseInt(byte, 16));
    // A query in UTF-8 that is cut within a letter keeps the letters before it.
    const utf8 = new TextDecoder().decode(bytes).replaceAll('\uFFFD', '');
    return encodeURIComponent(utf8 === '' ? new TextDecoder('windows-1252').decode(bytes) : utf8);
  }
}
