import { parseAccept } from 'hono/utils/accept';
import { FORMATS, type FormatName, isFormatName } from './formats.ts';

/** Maximum number of media ranges of an `Accept` header that are read. Browsers send about eight. */
const MAX_RANGES = 50;

/**
 * Returns the format of a response: the one in `format`, or the one that the client prefers (RFC 9110, 12.5.1).
 *
 * @param offered formats of the route. The first wins among equals, and without an `Accept` header.
 * @param format value of the parameter `format`; empty counts as absent
 * @param accept value of the `Accept` header, or undefined if there is none
 * @returns undefined if the client accepts none of the formats
 */
export function negotiate<Name extends FormatName>(
  offered: readonly [Name, ...Name[]],
  { format, accept }: { format: string | undefined; accept: string | undefined },
): Name | undefined {
  const named = (format ?? '').trim().toLowerCase();
  if (named !== '') return isFormatName(named) ? offered.find((one) => one === named) : undefined;
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = parseAccept(accept)
    .slice(0, MAX_RANGES)
    .map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  let best: { name: Name; q: number } | undefined;
  for (const name of offered) {
    const q = Math.max(...FORMATS[name].types.map((type) => qualityOf(type, ranges)));
    if (q > (best?.q ?? 0)) best = { name, q };
  }
  return best?.name;
}

/** Returns the quality that the most specific range gives to a media type; 0: the client does not accept it. */
function qualityOf(type: string, ranges: readonly { type: string; q: number }[]): number {
  const anySubtype = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const wanted of [type, anySubtype, '*/*']) {
    const range = ranges.find((one) => one.type === wanted);
    if (range) return range.q;
  }
  return 0;
}
