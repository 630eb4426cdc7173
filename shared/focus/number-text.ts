/** Numbers as text: base 64 with the digits of URL-safe base64, in a fixed number of characters. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

/** UTF-16 units of the digits, by their value. */
export const DIGIT_CODES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));

/** Returns the value of a digit, 0 to 63. Other characters count as 0. */
export function digitAt(text: string, at: number): number {
  return VALUES[text.charCodeAt(at) & 127] ?? 0;
}

/** Writes the low `6 · length` bits of a number. */
export function writeNumber(value: number, length: number): string {
  let text = '';
  for (let i = length - 1; i >= 0; i--) text += DIGITS[(value >>> (6 * i)) & 63];
  return text;
}

/** Reads a number of up to eight digits. Characters that are no digits count as 0. */
export function readNumber(text: string, at: number, length: number): number {
  let value = 0;
  for (let i = at; i < at + length; i++) value = value * 64 + digitAt(text, i);
  return value;
}
