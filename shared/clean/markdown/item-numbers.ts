import { escapeLineStart } from './escape.ts';
import type { Nesting } from './nesting.ts';

/** A number at the start of a text, with the backslash that keeps it from being that of a list. */
const NUMBER = /^(\d{1,9})\\?[.)]\s*(?=\S)(?!\d)/;

/**
 * Removes the number of an item from its text: pages have it there if their style hides those of the list.
 *
 * @param lines lines of Markdown that begin the innermost item
 */
export function withoutOrdinal(lines: string[], path: readonly Nesting[]): string[] {
  const ordinal = path.at(-1)?.marker?.ordinal;
  const [first = '', ...rest] = lines;
  if (ordinal == null || Number(NUMBER.exec(first)?.[1]) !== ordinal) return lines;
  return [escapeLineStart(first.replace(NUMBER, '')), ...rest];
}
