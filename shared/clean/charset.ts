/**
 * Bytes to text, never failing: what cannot be decoded becomes U+FFFD.
 *
 * The encoding is what the byte order mark, HTTP, or the page's own head say (the HTML standard's prescan), in this order;
 * what the bytes say where nothing does, or where they contradict it. Valid UTF-8 with letters beyond ASCII is hardly
 * ever anything else, so it wins over a declared single-byte encoding. UTF-8 is decoded by the platform, everything else by
 * tables that follow the Encoding standard (platforms differ on them: byte 0x93 of windows-1252 is U+201C).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { getBOMEncoding, labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js';
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { detect } from 'jschardet';

export type DecodedText = {
  text: string;
  /** Name of the encoding that was used, as the standard has it. */
  charset: string;
};

/** @param declared label in the Content-Type field, or nothing. @param xml look for an XML declaration, not for `<meta>`. */
export function decodeText(bytes: Uint8Array, declared: string, xml: boolean): DecodedText {
  const mark = getBOMEncoding(bytes);
  if (mark) return decodeAs(bytes, labelToName(mark) ?? 'UTF-8');
  const claimed = labelToName(declared) ?? sniffHead(bytes, xml);
  // Without a byte beyond ASCII nearly all encodings are one.
  if (isAscii(bytes)) return { text: asciiText(bytes, claimed), charset: asciiName(claimed) };
  if (isUtf8(bytes)) return claimed && !isContradicted(claimed, bytes) ? decodeAs(bytes, claimed) : utf8(bytes);
  if (claimed === 'UTF-8') return mostlyUtf8(bytes);
  return decodeAs(bytes, claimed ?? guess(bytes));
}

/** The `charset` parameter of a Content-Type value, or ''. */
export function charsetOf(contentType: string): string {
  return /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ?? '';
}

/** Encodings whose ASCII bytes are not all ASCII letters. */
const SHIFTED = /^(?:ISO-2022-JP|UTF-16BE|UTF-16LE|replacement)$/;

function asciiText(bytes: Uint8Array, claimed: string | null): string {
  if (claimed === 'ISO-2022-JP' && bytes.includes(0x1b)) return legacyHookDecode(bytes, claimed);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function asciiName(claimed: string | null): string {
  return claimed === null || (SHIFTED.test(claimed) && claimed !== 'ISO-2022-JP') ? 'UTF-8' : claimed;
}

/** Where the prescan and the standard say windows-1252 "by default", this says nothing: bytes tell more. */
function sniffHead(bytes: Uint8Array, xml: boolean): string | null {
  const found = sniffHtmlEncoding(bytes, xml ? { xml, defaultEncoding: null } : { defaultEncoding: null });
  return found === null || found === 'replacement' ? null : found;
}

const SINGLE_BYTE = /^(?:windows-|ISO-8859-|IBM866|KOI8|macintosh|x-mac)/;
/** Characters of several bytes that are no chance any more. */
const ENOUGH = 3;

/** @param bytes valid UTF-8. */
function isContradicted(claimed: string, bytes: Uint8Array): boolean {
  if (claimed.startsWith('UTF-16')) return !bytes.includes(0);
  if (!SINGLE_BYTE.test(claimed)) return false;
  let leads = 0;
  for (let i = 0; i < bytes.length && leads < ENOUGH; i++) if ((bytes[i] as number) >= 0xc2) leads++;
  return leads >= ENOUGH;
}

const UTF8 = new TextDecoder('utf-8');

function utf8(bytes: Uint8Array): DecodedText {
  return { text: UTF8.decode(bytes), charset: 'UTF-8' };
}

/** A few broken bytes do not make a page something else; a page without one good character beyond ASCII is something else. */
function mostlyUtf8(bytes: Uint8Array): DecodedText {
  const decoded = utf8(bytes);
  const broken = decoded.text.split('\ufffd').length - 1;
  const good = BEYOND_ASCII.exec(decoded.text) === null ? 0 : (decoded.text.match(BEYOND_ASCII_ALL)?.length ?? 0);
  return good >= broken ? decoded : decodeAs(bytes, guess(bytes));
}

const BEYOND_ASCII = /[\u0080-\ufffc]/;
const BEYOND_ASCII_ALL = /[\u0080-\ufffc]/g;

/** A guess needs no more than this, and its time grows with it. */
const GUESSED_BYTES = 65_536;

function guess(bytes: Uint8Array): string {
  const { encoding } = detect(Buffer.from(bytes.subarray(0, GUESSED_BYTES)));
  const name = encoding === null ? null : labelToName(encoding);
  return name === null || name === 'UTF-8' || name === 'replacement' ? 'windows-1252' : name;
}

function decodeAs(bytes: Uint8Array, charset: string): DecodedText {
  if (charset === 'UTF-8') return utf8(bytes);
  return { text: legacyHookDecode(bytes, charset === 'x-user-defined' ? 'windows-1252' : charset), charset };
}
