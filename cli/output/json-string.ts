/** Decodes a string of JSON from bytes. */

/** A decoded string, and the index of the quote that ends it. */
export type JsonString = { text: string; end: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Bytes that need more than a copy: quotes, backslashes, control characters and all bytes of other characters than ASCII. */
const IS_SPECIAL = new Uint8Array(256).fill(1, 0, 0x20).fill(1, 0x80);
IS_SPECIAL[QUOTE] = 1;
IS_SPECIAL[BACKSLASH] = 1;

/** Character of a one-letter escape by its letter; 0 if there is no such escape. */
const ESCAPED = new Uint8Array(256);
for (const [letter, character] of Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))
  ESCAPED[letter.charCodeAt(0)] = character.charCodeAt(0);
for (const character of '"\\/') ESCAPED[character.charCodeAt(0)] = character.charCodeAt(0);

/** Value of a hexadecimal digit; `NO_DIGIT` for other bytes. */
const NO_DIGIT = 0x10000;
const DIGITS = new Int32Array(256).fill(NO_DIGIT);
for (const digit of '0123456789abcdefABCDEF') DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** Maximum size of the array that is kept for the next string, in UTF-16 units. */
const MAX_KEPT_LENGTH = 2 * 1024 * 1024;
let kept = new Uint16Array(65_536);

/**
 * Decodes a string in one pass, which takes less than decoding the bytes first and then parsing the JSON.
 *
 * @param from index after the opening quote
 * @returns undefined if the string is not valid JSON in valid UTF-8
 */
export function decodeJsonString(bytes: Uint8Array, from: number): JsonString | undefined {
  const units = unitsFor(bytes.length - from);
  let at = from;
  let to = 0;
  for (;;) {
    let byte = bytes[at] as number;
    while (IS_SPECIAL[byte] === 0) {
      units[to++] = byte;
      byte = bytes[++at] as number;
    }
    if (byte === QUOTE) return { text: textOf(units, to), end: at };
    const unit = byte === BACKSLASH ? escapedUnit(bytes, at) : byte < 0xf0 ? shortUnit(bytes, at) : -1;
    if (unit >= 0) {
      units[to++] = unit;
      at += byte === BACKSLASH ? (bytes[at + 1] === LETTER_U ? 6 : 2) : byte < 0xe0 ? 2 : 3;
      continue;
    }
    const point = byte >= 0xf0 ? longPoint(bytes, at) : -1;
    if (point < 0) return undefined;
    units[to++] = 0xd800 | ((point - 0x10000) >> 10);
    units[to++] = 0xdc00 | (point & 0x3ff);
    at += 4;
  }
}

function unitsFor(length: number): Uint16Array {
  if (length <= kept.length) return kept;
  const units = new Uint16Array(length);
  if (length <= MAX_KEPT_LENGTH) kept = units;
  return units;
}

/** Returns the units as a string, of one byte a character if no character needs two. */
const textOf = ({ buffer }: Uint16Array, length: number): string =>
  Buffer.from(buffer, 0, 2 * length).toString('utf16le');

/** Returns the unit of an escape, or -1. */
function escapedUnit(bytes: Uint8Array, at: number): number {
  const letter = bytes[at + 1] as number;
  if (letter !== LETTER_U) return ESCAPED[letter] || -1;
  let unit = 0;
  for (let i = at + 2; i < at + 6; i++) unit = unit * 16 + (DIGITS[bytes[i] as number] as number);
  return unit < NO_DIGIT ? unit : -1;
}

/** Whether a byte continues a character in UTF-8. */
const continues = (byte: number | undefined): boolean => ((byte as number) & 0xc0) === 0x80;

/** Returns the unit of a character of two or three bytes, or -1. Longer forms than needed and surrogates are not valid. */
function shortUnit(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const second = bytes[at + 1] as number;
  if (first < 0xc2 || !continues(second)) return -1;
  if (first < 0xe0) return ((first & 0x1f) << 6) | (second & 0x3f);
  const third = bytes[at + 2] as number;
  const unit = ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
  return continues(third) && unit >= 0x800 && (unit & 0xf800) !== 0xd800 ? unit : -1;
}

/** Returns the code point of a character of four bytes, or -1. */
function longPoint(bytes: Uint8Array, at: number): number {
  const [first, second, third, fourth] = bytes.subarray(at, at + 4);
  const point =
    (((first as number) & 0x07) << 18) |
    (((second as number) & 0x3f) << 12) |
    (((third as number) & 0x3f) << 6) |
    ((fourth as number) & 0x3f);
  const isWhole = continues(second) && continues(third) && continues(fourth);
  return (first as number) < 0xf5 && isWhole && point >= 0x10000 && point <= 0x10ffff ? point : -1;
}
