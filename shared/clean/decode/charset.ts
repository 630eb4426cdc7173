/**
 * Decodes bytes to text. Decoding never fails: invalid bytes become U+FFFD.
 *
 * The encoding comes from the byte order mark, HTTP or the head of the page (the prescan of the HTML standard), in this order.
 * If none declares an encoding, or the bytes contradict it, the encoding is detected. Valid UTF-8 with characters beyond ASCII
 * wins over another declared encoding: it is hardly ever anything else. If HTTP declares the default of old servers and the head another
 * encoding, detection may decide for the head. The platform decodes UTF-8. Tables that follow the
 * Encoding standard decode everything else, because platforms differ (byte 0x93 of windows-1252 is U+201C).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { getBOMEncoding, labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js';
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { detectCharset, detectOrDefault, encodingName, MIN_HIGH_BYTES, SAMPLE_BYTES } from './detect-charset.ts';
import { decodeNonstandard, nonstandardEncoding, utf32ByteOrderMark } from './nonstandard-encodings.ts';

export type DecodedText = {
  text: string;
  /** The encoding that was used, by its WHATWG name, or a name of `nonstandard-encodings.ts`. */
  charset: string;
  /** The encoding that HTTP or the head of the page declares; null if there is none or it is unknown. */
  declared: string | null;
  /** The encoding detected from the bytes; null if detection did not decide. */
  detected: string | null;
};

/**
 * Decodes a body.
 *
 * @param declared the charset label of `Content-Type`, or ''
 * @param xml whether to look for an XML declaration instead of `<meta>`
 */
export function decodeText(bytes: Uint8Array, declared: string, xml: boolean): DecodedText {
  const ofHttp = encodingName(declared);
  const claimed = ofHttp ?? sniffHead(bytes, xml);
  const mark = utf32ByteOrderMark(bytes) ?? byteOrderMark(bytes);
  const { charset, detected } = mark
    ? { charset: mark, detected: mark }
    : chooseCharset(bytes, claimed, () => (ofHttp === null ? null : sniffHead(bytes, xml)));
  return { text: decodeAs(bytes, charset), charset, declared: claimed, detected };
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const mark = getBOMEncoding(bytes);
  return mark ? (labelToName(mark) ?? 'UTF-8') : undefined;
}

type ChosenCharset = { charset: string; detected: string | null };
const withoutDetection = (charset: string): ChosenCharset => ({ charset, detected: null });
const withDetection = (charset: string): ChosenCharset => ({ charset, detected: charset });

/** @param inHead returns the encoding that the head declares if HTTP declares one too; otherwise null */
function chooseCharset(bytes: Uint8Array, claimed: string | null, inHead: () => string | null): ChosenCharset {
  if (hasEscape(bytes) || isWide(bytes, claimed)) {
    const found = detectCharset(bytes);
    if (found !== undefined && NOT_ASCII_COMPATIBLE.test(found)) return withDetection(withByteOrder(found, bytes));
  }
  // Nearly all encodings are the same for ASCII bytes.
  if (isAscii(bytes)) return withoutDetection(asciiCharset(claimed, bytes));
  if (isUtf8(bytes))
    return claimed === null || isContradicted(claimed, bytes) ? withDetection('UTF-8') : withoutDetection(claimed);
  if (claimed === null) return withDetection(detectOrDefault(bytes));
  const other = claimed === SERVER_DEFAULT ? inHead() : null;
  if (other !== null && other !== claimed && isSimilar(detectOrDefault(bytes), other)) return withDetection(other);
  const broken = brokenShare(bytes, claimed);
  if (broken <= (claimed === 'UTF-8' ? MAX_BROKEN : MAX_BROKEN_OTHER)) return withoutDetection(claimed);
  const found = detectOrDefault(bytes);
  // An encoding of single bytes decodes everything, also a page with one character that is cut.
  const isBetter = broken > MAX_BROKEN || (!SINGLE_BYTE.test(found) && brokenShare(bytes, found) < broken);
  return isBetter ? withDetection(found) : withoutDetection(claimed);
}

/** The encoding that ISO-8859-1 stands for, which servers declared for all pages. */
const SERVER_DEFAULT = 'windows-1252';
/** Pairs of encodings that decode most texts of each other, so that detection may name either. */
const SIMILAR: Readonly<Record<string, string>> = {
  gb18030: 'GBK',
  'windows-1250': 'ISO-8859-2',
  'windows-1253': 'ISO-8859-7',
};
const isSimilar = (one: string, other: string): boolean => (SIMILAR[one] ?? one) === (SIMILAR[other] ?? other);

/** Returns the `charset` parameter of a `Content-Type` value, or ''. */
export function charsetParameter(contentType: string): string {
  return /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ?? '';
}

/** Escape sequences of seven-bit encodings, whose bytes are all ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of ISO 2022 and HZ
const SEVEN_BIT_ESCAPE = /\x1b(?:\$[@AB()]|\([JI])|~\{[!-w][!-~]/;
const ESCAPE = 0x1b;
const NOT_ASCII_COMPATIBLE = /^(?:UTF-16|UTF-32|ISO-2022|HZ)/;
/** Number of bytes that are searched for escape sequences and zero bytes. */
const HEAD_BYTES = 16_384;

/** Whether the head has an escape sequence. Its first bytes are looked for before a string of the head is made. */
function hasEscape(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  return (head.includes(ESCAPE) || head.includes('~{')) && SEVEN_BIT_ESCAPE.test(head.toString('latin1'));
}

/**
 * Returns whether the text may be UTF-16 or UTF-32: it contains zero bytes, UTF-16 is not declared, and most tags do not begin with
 * one byte, as in a page of another encoding with a few NULs.
 */
function isWide(bytes: Uint8Array, claimed: string | null): boolean {
  if (claimed?.startsWith('UTF-16') === true) return false;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!head.includes(0)) return false;
  let narrow = 0;
  for (let at = head.indexOf(LESS_THAN); at >= 0; at = head.indexOf(LESS_THAN, at + 1))
    narrow += head[at + 1] === 0 || head[at - 1] === 0 ? -1 : 1;
  return narrow <= 0;
}

const LESS_THAN = 0x3c;

/** Corrects the byte order of UTF-16 without a mark: the zero bytes of ASCII characters come first in UTF-16BE and second in UTF-16LE. */
function withByteOrder(found: string, bytes: Uint8Array): string {
  if (!UTF16_NAME.test(found)) return found;
  const zeros = [0, 0];
  for (let i = 0; i < bytes.length && i < HEAD_BYTES; i++) if (bytes[i] === 0) zeros[i % 2]!++;
  if (zeros[0] === 0) return 'UTF-16LE';
  return zeros[1] === 0 ? 'UTF-16BE' : found;
}

const UTF16_NAME = /^UTF-16/;

/** Returns the encoding of bytes that are all ASCII. A declared UTF-16 without zero bytes is wrong. */
function asciiCharset(claimed: string | null, bytes: Uint8Array): string {
  return claimed === null || (UTF16_NAME.test(claimed) && !bytes.includes(0)) ? 'UTF-8' : claimed;
}

/** Returns the encoding that the prescan finds, or null. The default of the standard, windows-1252, is not used: detection knows better. */
function sniffHead(bytes: Uint8Array, xml: boolean): string | null {
  const found = sniffHtmlEncoding(bytes, xml ? { xml, defaultEncoding: null } : { defaultEncoding: null });
  return found === 'replacement' ? null : found;
}

const SINGLE_BYTE = /^(?:windows-|ISO-8859-|IBM866|KOI8|macintosh|x-mac|x-user)/;
/** Number of UTF-8 lead bytes that make valid UTF-8 in a single-byte encoding unlikely. */
const MIN_LEAD_BYTES = 3;
/** Returns whether valid UTF-8 contradicts the declared encoding. @param bytes valid UTF-8 */
function isContradicted(claimed: string, bytes: Uint8Array): boolean {
  if (claimed === 'UTF-8') return false;
  if (claimed.startsWith('UTF-16')) return !bytes.includes(0);
  const enough = SINGLE_BYTE.test(claimed) ? MIN_LEAD_BYTES : MIN_HIGH_BYTES;
  let leads = 0;
  for (let i = 0; i < bytes.length && leads < enough; i++) if ((bytes[i] as number) >= 0xc2) leads++;
  return leads >= enough;
}

const UTF8 = new TextDecoder('utf-8');

/** Maximum share of broken characters (`brokenShare`) with which the declared encoding is readable. */
const MAX_BROKEN = 1;
/**
 * The same if another encoding of several bytes breaks fewer. These decode most of each other's texts. Of UTF-8, all other bytes are hardly ever
 * valid by chance.
 */
const MAX_BROKEN_OTHER = 0.02;

/** Returns the number of characters that an encoding fails on, as a share of the characters beyond ASCII that it decodes. */
function brokenShare(bytes: Uint8Array, charset: string): number {
  if (SINGLE_BYTE.test(charset)) return 0;
  const text = decodeAs(bytes.subarray(0, SAMPLE_BYTES), charset);
  const broken = text.split('\ufffd').length - 1;
  return broken === 0 ? 0 : broken / (text.match(BEYOND_ASCII)?.length ?? 0);
}

const BEYOND_ASCII = /[\u0080-\ufffc]/g;

function decodeAs(bytes: Uint8Array, charset: string): string {
  if (charset === 'UTF-8') return UTF8.decode(bytes);
  const old = nonstandardEncoding(charset);
  if (old !== undefined) return decodeNonstandard(bytes, old);
  return legacyHookDecode(bytes, standardEncoding(charset));
}

/** Returns the encoding of the standard that decodes a charset. For `x-user-defined` it is windows-1252, as for a meta element. */
export const standardEncoding = (charset: string): string => (charset === 'x-user-defined' ? 'windows-1252' : charset);
