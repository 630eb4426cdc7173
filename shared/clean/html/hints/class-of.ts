import type { ParsedPage } from '../parsed-page.ts';

/** Maximum length of a class that is read, in UTF-16 units. */
const MAX_CLASS = 200;

/**
 * Returns the class of an element as written, its id if it has no class, or the start of a long one.
 *
 * @param name index in `page.classNames`; 0: it has none, the result is ''
 */
export function classOf(
  { html, classNames: { froms, tos } }: Pick<ParsedPage, 'html' | 'classNames'>,
  name: number,
  maxLength = MAX_CLASS,
): string {
  const from = froms[name] as number;
  return html.slice(from, Math.min(tos[name] as number, from + maxLength));
}
