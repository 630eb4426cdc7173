/**
 * Tells whether an archived response is a page, not a redirect or an error.
 *
 * @param status HTTP status as text. Absent, `-` or empty: unknown, as of revisit records, which counts as a page
 */
export function isPageStatus(status = '-'): boolean {
  return /^(?:2\d\d|304|-|)$/.test(status);
}
