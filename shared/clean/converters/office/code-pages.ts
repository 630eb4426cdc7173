/** Encodings by the numbers that RTF and the binary Office formats use: code pages, and character sets of fonts. */
import { legacyHookDecode } from '@exodus/bytes/encoding.js';

/** Code pages whose encoding is not named `windows-<number>`. */
const CODE_PAGES: Record<number, string> = {
  ...{ 437: 'ibm866', 850: 'windows-1252', 866: 'ibm866', 874: 'windows-874', 932: 'shift_jis', 936: 'gbk' },
  ...{ 949: 'euc-kr', 950: 'big5', 10000: 'macintosh', 10007: 'x-mac-cyrillic', 20866: 'koi8-r', 65001: 'utf-8' },
};

/** Encodings, by the character set of a font ([MS-WMF] 2.1.1.5). */
const FONT_CHARSETS: Record<number, string> = {
  ...{ 0: 'windows-1252', 77: 'macintosh', 128: 'shift_jis', 129: 'euc-kr', 130: 'euc-kr', 134: 'gbk', 136: 'big5' },
  ...{ 161: 'windows-1253', 162: 'windows-1254', 163: 'windows-1258', 177: 'windows-1255', 178: 'windows-1256' },
  ...{ 186: 'windows-1257', 204: 'windows-1251', 222: 'windows-874', 238: 'windows-1250' },
};

/** Returns the encoding of a code page; windows-1252 if it is unknown. */
export function encodingOfCodePage(page: number): string {
  return CODE_PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252');
}

/** @returns the encoding of a font's character set; undefined for the document's encoding */
export function encodingOfFontCharset(set: number): string | undefined {
  return FONT_CHARSETS[set];
}

/** Decodes bytes. @param bytes one character for each byte, as in Latin-1 */
export function decodeBytes(bytes: string, encoding: string): string {
  return legacyHookDecode(Buffer.from(bytes, 'latin1'), encoding);
}
