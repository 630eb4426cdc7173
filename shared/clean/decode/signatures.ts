/** Signatures of binary file formats (https://mimesniff.spec.whatwg.org/). */

/** First bytes of files, as Latin-1, and their media types. */
export const SIGNATURES: readonly [signature: string, type: string][] = [
  ['%PDF-', 'application/pdf'],
  ['%!PS', 'application/postscript'],
  ['\x04%!PS', 'application/postscript'],
  ['\xc5\xd0\xd3\xc6', 'application/postscript'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['BM', 'image/bmp'],
  ['RIFF', 'image/webp'],
  ['OggS\0', 'application/ogg'],
  ['ID3', 'audio/mpeg'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['Rar!\x1a\x07', 'application/x-rar-compressed'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
  ['{\\rtf', 'application/rtf'],
  // Excel 2, 3 and 4: the record that begins a sheet, and its length.
  ['\x09\x00\x04\x00', 'application/vnd.ms-excel'],
  ['\x09\x02\x06\x00', 'application/vnd.ms-excel'],
  ['\x09\x04\x06\x00', 'application/vnd.ms-excel'],
];

/** Returns whether the bytes after a short signature confirm it: text may begin with the same letters. */
export function isConfirmed(signature: string, bytes: Uint8Array): boolean {
  const byte = (at: number): number => bytes[at] ?? 0x20;
  switch (signature) {
    // Major version and revision of the tag.
    case 'ID3':
      return byte(3) < 0x10 && byte(4) < 0x10;
    case 'RIFF':
      return /^(?:WAVE|WEBP|AVI )/.test(head12(bytes).slice(8));
    // Width and height, 16 bits each: if all four bytes were letters, the image would be over 8,000 pixels wide and high.
    case 'GIF87a':
    case 'GIF89a':
      return [6, 7, 8, 9].some((at) => !isPrintable(byte(at)));
    // File size at byte 2 and pixel offset at byte 10, 32 bits each: neither is as large as letters would make it.
    case 'BM':
      return byte(5) < 0x20 && byte(12) === 0 && byte(13) === 0;
    default:
      return true;
  }
}

const isPrintable = (byte: number): boolean => (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/** Returns the first 12 bytes as Latin-1. */
export const head12 = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 12)).toString('latin1');
