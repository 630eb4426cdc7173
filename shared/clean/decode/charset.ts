/**
 * Bytes to text, never failing: what cannot be decoded becomes U+FFFD.
 *
 * The encoding is what the byte order mark, HTTP, or the page's own head say (the HTML standard's prescan), in this order;
 * what the bytes say where nothing does, or where they contradict it. Valid UTF-8 with letters beyond ASCII is hardly
 * ever anything else, so it wins over another declared encoding. UTF-8 is decoded by the platform, everything else by
 * tables that follow the Encoding standard (platforms differ on them: byte 0x93 of windows-1252 is U+201C).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { getBOMEncoding, labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js';
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { detect } from 'jschardet';
import { decodeNonstandard, nonstandardEncoding, utf32ByteOrderMark } from './nonstandard-encodings.ts';

export type DecodedText = {
  text: string;
  /** Name of the encoding that was used, as the standard has it (or of one of `nonstandard-encodings.ts`, which it leaves out). */
  charset: string;
  /** What HTTP or the head of the page said, by its name; null: nothing that is known. */
  declared: string | null;
  /** What the bytes were taken for, where they were asked. */
  detected: string | null;
};

/** @param declared label in the Content-Type field, or nothing. @param xml look for an XML declaration, not for `<meta>`. */
export function decodeText(bytes: Uint8Array, declared: string, xml: boolean): DecodedText {
  const claimed = encodingName(declared) ?? sniffHead(bytes, xml);
  const mark = utf32ByteOrderMark(bytes) ?? byteOrderMark(bytes);
  const { charset, detected } = mark ? { charset: mark, detected: mark } : chooseCharset(bytes, claimed);
  return { text: decodeAs(bytes, charset), charset, declared: claimed, detected };
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const mark = getBOMEncoding(bytes);
  return mark ? (labelToName(mark) ?? 'UTF-8') : undefined;
}

/** What the standard forbids, because a page could hide its scripts in it, says nothing here: the bytes tell. */
function encodingName(label: string): string | null {
  const name = labelToName(label);
  return name === 'replacement' ? null : (name ?? null);
}

type ChosenCharset = { charset: string; detected: string | null };
const withoutDetection = (charset: string): ChosenCharset => ({ charset, detected: null });
const withDetection = (charset: string): ChosenCharset => ({ charset, detected: charset });

function chooseCharset(bytes: Uint8Array, claimed: string | null): ChosenCharset {
  if (SEVEN_BIT_ESCAPE.test(headOf(bytes)) || isWide(bytes, claimed)) {
    const found = detectCharset(bytes);
    if (found !== undefined && NOT_ASCII_COMPATIBLE.test(found)) return withDetection(found);
  }
  // Without a byte beyond ASCII nearly all encodings are one.
  if (isAscii(bytes)) return withoutDetection(asciiCharset(claimed, bytes));
  if (isUtf8(bytes))
    return claimed === null || isContradicted(claimed, bytes) ? withDetection('UTF-8') : withoutDetection(claimed);
  if (claimed === null) return withDetection(detectOrDefault(bytes));
  return isReadable(bytes, claimed) ? withoutDetection(claimed) : withDetection(detectOrDefault(bytes));
}

/** The `charset` parameter of a Content-Type value, or ''. */
export function charsetParameter(contentType: string): string {
  return /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ?? '';
}

/** Escape sequences and shifts that begin what is not ASCII although every byte is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of ISO 2022 and HZ
const SEVEN_BIT_ESCAPE = /\x1b(?:\$[@AB()]|\([JI])|~\{[!-w][!-~]/;
const NOT_ASCII_COMPATIBLE = /^(?:UTF-16|UTF-32|ISO-2022|HZ)/;
const HEAD_BYTES = 16_384;

function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString('latin1');
}

/** Zeros are no letters of any text, but halves of them where each takes two or four bytes. */
function isWide(bytes: Uint8Array, claimed: string | null): boolean {
  return claimed?.startsWith('UTF-16') !== true && bytes.subarray(0, HEAD_BYTES).includes(0);
}

/** Encodings whose ASCII bytes are not all ASCII letters. */
const UTF16_NAME = /^UTF-16/;

/** Letters of ASCII in UTF-16 are ASCII too, with zeros between them. */
function asciiCharset(claimed: string | null, bytes: Uint8Array): string {
  return claimed === null || (UTF16_NAME.test(claimed) && !bytes.includes(0)) ? 'UTF-8' : claimed;
}

/** Where the prescan and the standard say windows-1252 "by default", this says nothing: bytes tell more. */
function sniffHead(bytes: Uint8Array, xml: boolean): string | null {
  const found = sniffHtmlEncoding(bytes, xml ? { xml, defaultEncoding: null } : { defaultEncoding: null });
  return found === 'replacement' ? null : found;
}

const SINGLE_BYTE = /^(?:windows-|ISO-8859-|IBM866|KOI8|macintosh|x-mac|x-user)/;
/** Characters of several bytes that are no chance any more, in place of letters of one byte, and of two. */
const MIN_LEAD_BYTES = 3;
const MIN_LEAD_BYTES_MULTIBYTE = 16;

/** @param bytes valid UTF-8. */
function isContradicted(claimed: string, bytes: Uint8Array): boolean {
  if (claimed === 'UTF-8') return false;
  if (claimed.startsWith('UTF-16')) return !bytes.includes(0);
  const enough = SINGLE_BYTE.test(claimed) ? MIN_LEAD_BYTES : MIN_LEAD_BYTES_MULTIBYTE;
  let leads = 0;
  for (let i = 0; i < bytes.length && leads < enough; i++) if ((bytes[i] as number) >= 0xc2) leads++;
  return leads >= enough;
}

const UTF8 = new TextDecoder('utf-8');

/** A few broken characters do not make a page something else; one without a good character beyond ASCII is something else. */
function isReadable(bytes: Uint8Array, claimed: string): boolean {
  if (SINGLE_BYTE.test(claimed)) return true;
  const text = decodeAs(bytes.subarray(0, SAMPLE_BYTES), claimed);
  const broken = text.split('\ufffd').length - 1;
  return broken === 0 || (text.match(BEYOND_ASCII)?.length ?? 0) >= broken;
}

const BEYOND_ASCII = /[\u0080-\ufffc]/g;

/** A guess needs no more than this, and its time grows with it. */
const SAMPLE_BYTES = 65_536;

function detectOrDefault(bytes: Uint8Array): string {
  const found = detectCharset(bytes);
  return found === undefined || found === 'UTF-8' ? 'windows-1252' : found;
}

/** Names of the guesser that are no labels of the standard. */
const DETECTOR_NAMES = new Map([
  ['cp932', 'Shift_JIS'],
  ['cp949', 'EUC-KR'],
  ['cp874', 'windows-874'],
  ['tis-620', 'windows-874'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['mac-cyrillic', 'x-mac-cyrillic'],
  ['macroman', 'macintosh'],
  ['mac-roman', 'macintosh'],
  ['big5hkscs', 'Big5'],
  ['big5-hkscs', 'Big5'],
  ['euc-jis-2004', 'EUC-JP'],
  ['euc_jis_2004', 'EUC-JP'],
  ['shift_jis_2004', 'Shift_JIS'],
  ['utf-16-le', 'UTF-16LE'],
  ['utf-16-be', 'UTF-16BE'],
]);

function detectCharset(bytes: Uint8Array): string | undefined {
  const sample = Buffer.from(bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES)));
  const name = nameOfDetected(detect(sample).encoding);
  if (name === undefined || !NON_LATIN_SINGLE_BYTE.test(name)) return name;
  const { beyond, after } = highBytes(sample);
  if (after > beyond / 2) return name;
  if (beyond < MIN_LEAD_BYTES_MULTIBYTE) return 'windows-1252';
  const latin = nameOfDetected(detect(sample, { detectEncodings: LATIN_ENCODINGS }).encoding);
  return latin ?? 'windows-1252';
}

/** In these alphabets each letter is a byte beyond ASCII; single ones between others are accents of Latin letters. */
const NON_LATIN_SINGLE_BYTE = /^(?:x-mac-cyrillic|IBM8|KOI8|ISO-8859-[5678]|windows-(?:125[1356]|874))/;
const LATIN_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'mac-roman',
];

/** How many bytes are beyond ASCII, and how many of them come after another one. */
function highBytes(sample: Uint8Array): { beyond: number; after: number } {
  let beyond = 0;
  let after = 0;
  for (let i = 1; i < sample.length; i++)
    if ((sample[i] as number) >= 0x80) {
      beyond++;
      if ((sample[i - 1] as number) >= 0x80) after++;
    }
  return { beyond, after };
}

function nameOfDetected(guess: string | null): string | undefined {
  if (guess === null) return undefined;
  const plain = guess.toLowerCase();
  const name =
    DETECTOR_NAMES.get(plain) ??
    nonstandardEncoding(plain) ??
    (plain.startsWith('iso2022') ? 'ISO-2022-JP' : encodingName(plain));
  return name ?? undefined;
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  if (charset === 'UTF-8') return UTF8.decode(bytes);
  const old = nonstandardEncoding(charset);
  if (old !== undefined) return decodeNonstandard(bytes, old);
  return legacyHookDecode(bytes, charset === 'x-user-defined' ? 'windows-1252' : charset);
}
