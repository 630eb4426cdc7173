/** Text of Exif (CIPA DC-008) metadata. */
import { addProperty, type DocumentProperties } from '../document-properties.ts';

/** Text tags → property names. */
const TAG_NAMES: Record<number, string> = {
  ...{ 270: 'imagedescription', 271: 'make', 272: 'model', 305: 'software', 306: 'datetime' },
  ...{ 315: 'artist', 33432: 'copyright', 36867: 'datetimeoriginal', 37510: 'usercomment' },
};
/** Tag with the position of the Exif directory. */
const EXIF_POINTER = 0x8769;
/** Maximum number of tags per directory. */
const MAX_TAGS = 500;
/** Maximum size of a value, in bytes. */
const MAX_VALUE_BYTES = 100_000;
/** TIFF types of text: ASCII and undefined. */
const TEXT_TYPES = new Set([2, 7]);

/**
 * Adds the text tags to properties. Ignores invalid tags.
 * @param tiff TIFF data, starting with its byte order mark
 */
export function readExif(tiff: Buffer, properties: DocumentProperties): void {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return;
  const isLittleEndian = order === 'II';
  const u16 = (at: number) =>
    at + 2 <= tiff.length ? (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)) : 0;
  const u32 = (at: number) =>
    at + 4 <= tiff.length ? (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)) : 0;

  const readDirectory = (from: number): number => {
    let pointer = 0;
    const count = Math.min(u16(from), MAX_TAGS);
    for (let i = 0; i < count; i++) {
      const at = from + 2 + 12 * i;
      const tag = u16(at);
      if (tag === EXIF_POINTER) pointer = u32(at + 8);
      const name = TAG_NAMES[tag];
      const length = Math.min(u32(at + 4), MAX_VALUE_BYTES);
      const value = length <= 4 ? at + 8 : u32(at + 8);
      if (name && TEXT_TYPES.has(u16(at + 2)) && value + length <= tiff.length)
        addProperty(properties, name, decodeValue(tiff.subarray(value, value + length), name));
    }
    return pointer;
  };
  const exif = readDirectory(u32(4));
  if (exif > 0) readDirectory(exif);
}

/** Decodes a value. User comments start with eight bytes that name their encoding. */
function decodeValue(bytes: Buffer, name: string): string {
  if (name !== 'usercomment') return bytes.toString('utf8').split('\0')[0]!;
  return bytes.toString('latin1', 0, 7) === 'UNICODE' ? bytes.toString('utf16le', 8) : bytes.toString('utf8', 8);
}
