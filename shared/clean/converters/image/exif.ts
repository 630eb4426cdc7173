/** Words in Exif (CIPA DC-008), which is a TIFF of tags. */
import { addProperty, type DocumentProperties } from '../document-properties.ts';

const NAMES: Record<number, string> = {
  ...{ 270: 'imagedescription', 271: 'make', 272: 'model', 305: 'software', 306: 'datetime' },
  ...{ 315: 'artist', 33432: 'copyright', 36867: 'datetimeoriginal', 37510: 'usercomment' },
};
const EXIF_POINTER = 0x8769;

/** Faulty tags are passed over. @param tiff from its byte order mark on. */
export function readExif(tiff: Buffer, said: DocumentProperties): void {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return;
  const little = order === 'II';
  const u16 = (at: number) => (at + 2 <= tiff.length ? (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)) : 0);
  const u32 = (at: number) => (at + 4 <= tiff.length ? (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)) : 0);

  const readDirectory = (from: number): number => {
    let pointer = 0;
    const count = Math.min(u16(from), 500);
    for (let i = 0; i < count; i++) {
      const at = from + 2 + 12 * i;
      const tag = u16(at);
      if (tag === EXIF_POINTER) pointer = u32(at + 8);
      const name = NAMES[tag];
      const length = Math.min(u32(at + 4), 100_000);
      const value = length <= 4 ? at + 8 : u32(at + 8);
      if (name && TEXTS.has(u16(at + 2)) && value + length <= tiff.length)
        addProperty(said, name, textOf(tiff.subarray(value, value + length), name));
    }
    return pointer;
  };
  const exif = readDirectory(u32(4));
  if (exif > 0) readDirectory(exif);
}

/** ASCII, and bytes of no type. */
const TEXTS = new Set([2, 7]);

/** Comments begin with eight bytes that name their encoding. */
function textOf(bytes: Buffer, name: string): string {
  if (name !== 'usercomment') return bytes.toString('utf8').split('\0')[0]!;
  return bytes.toString('latin1', 0, 7) === 'UNICODE' ? bytes.toString('utf16le', 8) : bytes.toString('utf8', 8);
}
