/** Detects the encoding of a text from its bytes. */
import { labelToName } from '@exodus/bytes/encoding.js';
import { detect } from '../../packages/charset-detector.ts';
import { nonstandardEncoding } from './nonstandard-encodings.ts';

/**
 * Returns the WHATWG name of an encoding label, or null if the label is unknown. Encodings that the standard maps to
 * `replacement` for security count as unknown.
 */
export function encodingName(label: string): string | null {
  const name = labelToName(label);
  return name === 'replacement' ? null : (name ?? null);
}

/** Number of bytes beyond ASCII that make a chance match of a two-byte encoding unlikely. */
export const MIN_HIGH_BYTES = 16;

/** Number of bytes that detection reads. More do not improve the result, and the time grows with them. */
export const SAMPLE_BYTES = 65_536;

/** Returns the detected encoding, or windows-1252 if detection finds none or UTF-8, which the bytes are not. */
export function detectOrDefault(bytes: Uint8Array): string {
  const found = detectCharset(bytes);
  return found === undefined || found === 'UTF-8' ? 'windows-1252' : found;
}

/** Names of the detector that are no labels of the Encoding standard. */
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

/** Returns the encoding that the detector finds, or undefined if it finds none. */
export function detectCharset(bytes: Uint8Array): string | undefined {
  const sample = Buffer.from(bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES)));
  const name = nameOfDetected(detect(sample).encoding);
  if (name === undefined || !NON_LATIN_SINGLE_BYTE.test(name)) return name;
  const { high, adjacent } = highBytes(sample);
  if (adjacent > high / 2) return name;
  if (high < MIN_HIGH_BYTES) return 'windows-1252';
  const latin = nameOfDetected(detect(sample, { detectEncodings: LATIN_ENCODINGS }).encoding);
  return latin ?? 'windows-1252';
}

/**
 * Single-byte encodings of other alphabets. In their texts most bytes beyond ASCII are adjacent; isolated ones are accented
 * Latin letters.
 */
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

/** Counts the bytes beyond ASCII, and those of them that follow another one. */
function highBytes(sample: Uint8Array): { high: number; adjacent: number } {
  let high = 0;
  let adjacent = 0;
  for (let i = 1; i < sample.length; i++)
    if ((sample[i] as number) >= 0x80) {
      high++;
      if ((sample[i - 1] as number) >= 0x80) adjacent++;
    }
  return { high, adjacent };
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
