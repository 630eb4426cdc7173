/** What the readers of old and new Excel files share. */

/** Removes the codes from the header or footer of printed pages: `&L` left, `&"Arial,Bold"` a font, `&P` the page number … */
export function stripHeaderCodes(code: string): string {
  return code
    .replace(/&(?:"[^"]*"|K[0-9A-Fa-f+-]{1,6}|\d{1,3}|[LCR])/g, ' ')
    .replace(/&([A-Za-z&])/g, (_, character: string) => (character === '&' ? '&' : ''));
}

/** Error values as cells show them, by their numbers in old files. */
export const CELL_ERRORS: Record<number, string> = {
  ...{ 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' },
};
