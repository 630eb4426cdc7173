/** Weekday first, and a time of day. `Date.parse` alone accepts nearly any word followed by a number. */
const HTTP_DATE = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/**
 * Parses an HTTP date in any of its three forms (RFC 9110, 5.6.7); one of them omits GMT.
 *
 * @returns epoch ms, or NaN if the text is not an HTTP date
 */
export function parseHttpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
