import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { varyBy } from '../headers.ts';
import type { Version } from './versions.ts';

/** Media types of responses of version 2.0. The first is that of the standard (RFC 6207); browsers show the others. */
const TYPES = ['application/sru+xml', 'application/xml', 'text/xml'] as const;

/**
 * Returns the media type of a response: `text/xml` in the first versions. In version 2.0 the client chooses, by `httpAccept` or the
 * header `Accept`.
 *
 * @returns a response of status 406 if the client of version 2.0 names other types in `httpAccept`
 */
export function contentType(c: Context, version: Version, httpAccept: string | undefined): string | Response {
  if (version !== '2.0') return 'text/xml';
  varyBy(c, 'accept');
  if (httpAccept !== undefined)
    return chosenType(httpAccept) ?? c.text(`httpAccept: must be one of ${TYPES.join(', ')}\n`, 406);
  // Clients that accept no XML, such as those for JSON, get what there is.
  return chosenType(c.req.header('accept') ?? '*/*') ?? TYPES[0];
}

function chosenType(accept: string): (typeof TYPES)[number] | undefined {
  const ranges = parseAccept(accept).map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const named = TYPES.map((type) => ({ type, q: ranges.find((range) => range.type === type)?.q ?? 0 }));
  const best = named.reduce((a, b) => (b.q > a.q ? b : a));
  if (best.q > 0) return best.type;
  return ranges.some(({ type, q }) => q > 0 && /^(?:\*|application)\/\*$/.test(type)) ? TYPES[0] : undefined;
}
