/**
 * Encodings of real pages that the Encoding standard does not support: UTF-32, the Cyrillic DOS code page 855, and two
 * seven-bit encodings of Korean and Chinese. Browsers refuse them because of script injection; no script runs here.
 */
import { legacyHookDecode } from '@exodus/bytes/encoding.js';

const NONSTANDARD_ENCODINGS = ['UTF-32LE', 'UTF-32BE', 'IBM855', 'ISO-2022-KR', 'HZ-GB-2312'] as const;
export type NonstandardEncoding = (typeof NONSTANDARD_ENCODINGS)[number];

/** Returns the encoding of a name, or undefined if it is none of these. @param name in any case, with or without hyphens */
export function nonstandardEncoding(name: string): NonstandardEncoding | undefined {
  const plain = normalizeName(name);
  return NONSTANDARD_ENCODINGS.find((one) => normalizeName(one) === plain) ?? ALIASES.get(plain);
}

const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const ALIASES = new Map<string, NonstandardEncoding>([
  ['cp855', 'IBM855'],
  ['855', 'IBM855'],
  ['hz', 'HZ-GB-2312'],
  ['csiso2022kr', 'ISO-2022-KR'],
]);

/** Decodes bytes; invalid sequences become U+FFFD. */
export function decodeNonstandard(bytes: Uint8Array, name: NonstandardEncoding): string {
  switch (name) {
    case 'UTF-32LE':
    case 'UTF-32BE':
      return decodeUtf32(bytes, name === 'UTF-32LE');
    case 'IBM855':
      return decodeCodePage855(bytes);
    case 'ISO-2022-KR':
      return legacyHookDecode(toEucKr(bytes), 'EUC-KR');
    case 'HZ-GB-2312':
      return legacyHookDecode(toGb2312(bytes), 'GBK');
  }
}

/**
 * Returns the encoding of a UTF-32 byte order mark, or undefined. The mark of UTF-32LE begins like that of UTF-16LE, where a NUL
 * would follow; no text begins with NUL.
 */
export function utf32ByteOrderMark(bytes: Uint8Array): NonstandardEncoding | undefined {
  if (bytes.length < 4 || bytes.length % 4 !== 0) return undefined;
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'UTF-32LE';
  return a === 0 && b === 0 && c === 0xfe && d === 0xff ? 'UTF-32BE' : undefined;
}

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let i = 0; i + 4 <= bytes.length; i += 4) {
    const point = view.getUint32(i, little);
    const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    if (i > 0 || point !== 0xfeff) parts.push(isCharacter ? String.fromCodePoint(point) : '\ufffd');
  }
  if (bytes.length % 4 !== 0) parts.push('\ufffd');
  return parts.join('');
}

/** Bytes 0x80 to 0xFF of code page 855 (https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/CP855.TXT). */
const CODE_PAGE_855 =
  'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪ' +
  'аАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐' +
  '└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀' +
  'ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0';

function decodeCodePage855(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/[\x80-\xff]/g, (sign) => CODE_PAGE_855[sign.charCodeAt(0) - 0x80] as string);
}

const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
const LINE_FEED = 0x0a;

/** Converts ISO-2022-KR to EUC-KR (RFC 1557): between SO and SI, or the end of the line, bytes lack their highest bit. */
function toEucKr(bytes: Uint8Array): Uint8Array {
  const found = new Uint8Array(bytes.length);
  let length = 0;
  let shifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    // Skips the announcement ESC $ ) C.
    if (byte === 0x1b && bytes[i + 1] === 0x24 && bytes[i + 2] === 0x29 && bytes[i + 3] === 0x43) i += 3;
    else if (byte === SHIFT_OUT || byte === SHIFT_IN) shifted = byte === SHIFT_OUT;
    else {
      if (byte === LINE_FEED) shifted = false;
      found[length++] = shifted && byte > 0x20 ? byte | 0x80 : byte;
    }
  }
  return found.subarray(0, length);
}

const TILDE = 0x7e;
const BRACE = 0x7b;
const END_BRACE = 0x7d;

/** Converts HZ to GB 2312 (RFC 1843): between ~{ and ~} bytes lack their highest bit; ~~ is a tilde. */
function toGb2312(bytes: Uint8Array): Uint8Array {
  const found = new Uint8Array(bytes.length);
  let length = 0;
  let shifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    const next = bytes[i + 1];
    if (byte === TILDE && (next === BRACE || next === END_BRACE)) {
      shifted = next === BRACE;
      i++;
    } else if (byte === TILDE && (next === TILDE || next === LINE_FEED)) {
      if (next === TILDE) found[length++] = TILDE;
      i++;
    } else {
      if (byte === LINE_FEED) shifted = false;
      found[length++] = shifted && byte > 0x20 ? byte | 0x80 : byte;
    }
  }
  return found.subarray(0, length);
}
