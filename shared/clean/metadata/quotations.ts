/** Finds quotations between marks in a text. */

/** Closing marks by their opening ones. */
const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };
const OPENING = /["“„«]/g;

/**
 * Replaces quotations between marks by a pair of marks. Takes linear time, also for marks without an end, as a regular expression with the pairs
 * does not.
 */
export function emptyQuotations(text: string): string {
  /** Opening marks without a closing one behind the present place. */
  const open = new Set<string>();
  let result = '';
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(OPENING)) {
    if (index < from || open.has(mark)) continue;
    const end = text.indexOf(CLOSING[mark] as string, index + 1);
    if (end < 0) open.add(mark);
    else {
      result += `${text.slice(from, index)}""`;
      from = end + 1;
    }
  }
  return result + text.slice(from);
}
