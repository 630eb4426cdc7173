/** What sheets of old and new Excel files have in common. */

/** What stands in the head and foot of printed sheets, without its codes: `&L` left, `&"Arial,Bold"` a font, `&P` the page … */
export function stripHeaderCodes(code: string): string {
  return code
    .replace(/&(?:"[^"]*"|K[0-9A-Fa-f+-]{1,6}|\d{1,3}|[LCR])/g, ' ')
    .replace(/&([A-Za-z&])/g, (_, sign: string) => (sign === '&' ? '&' : ''));
}

/** As cells show what cannot be computed, by the numbers of old files. */
export const CELL_ERRORS: Record<number, string> = {
  ...{ 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' },
};
