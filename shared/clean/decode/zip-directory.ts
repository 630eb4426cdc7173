/**
 * Reads the central directory of a ZIP file (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3), as far as Office
 * documents and WACZ (https://specs.webrecorder.net/wacz/1.1.1/) need it. The directory is at the end of the file.
 */
export type ZipEntry = {
  name: string;
  /** Compressed size, in bytes. */
  packedBytes: number;
  isEncrypted: boolean;
  /** Compression method: 0 is stored, 8 is deflated. Others are not supported. */
  method: number;
  /** Offset of the entry's local header; `dataOffset` returns its length. */
  headerOffset: number;
};

/** Number of bytes at the end of a file that are searched for the directory: the longest comment and the end records. */
export const TAIL_BYTES = 65_535 + 22 + 20 + 56;
/** Length of a local header without name and extra field, in bytes. */
export const LOCAL_HEADER_BYTES = 30;

const END_SIGNATURE = 0x06054b50;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;

/**
 * Finds the central directory.
 *
 * @param tail the last bytes of the file
 * @param tailOffset offset of `tail` in the file
 * @returns the place of the directory, or undefined if the file is not a ZIP file
 */
export function findDirectory(tail: Buffer, tailOffset: number): { offset: number; bytes: number } | undefined {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const place = at - 20;
    if (place >= 0 && tail.readUInt32LE(place) === ZIP64_LOCATOR_SIGNATURE) {
      const whole = Number(tail.readBigUInt64LE(place + 8)) - tailOffset;
      if (whole >= 0 && whole + 56 <= tail.length && tail.readUInt32LE(whole) === ZIP64_END_SIGNATURE)
        return {
          offset: Number(tail.readBigUInt64LE(whole + 48)),
          bytes: Number(tail.readBigUInt64LE(whole + 40)),
        };
    }
    return { offset: tail.readUInt32LE(at + 16), bytes: tail.readUInt32LE(at + 12) };
  }
  return undefined;
}

/** Reads the entries up to the first broken one. @param maxEntries maximum number of entries */
export function readDirectory(directory: Buffer, maxEntries = Number.POSITIVE_INFINITY): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < maxEntries && at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const sizes = [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)];
    const [, packedBytes = 0, headerOffset = 0] = resolveZip64Sizes(sizes, extra);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)];
    entries.push({ name, packedBytes, isEncrypted: (flags & 1) === 1, method, headerOffset });
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Replaces sizes that are all ones by the values of the ZIP64 extra field, which are in the same order. */
function resolveZip64Sizes(sizes: number[], extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    return sizes.map((size) => {
      if (size !== 0xffffffff || from + 8 > extra.length) return size;
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    });
  }
  return sizes;
}

/** Returns the length of a local header, or undefined if there is none. @param header the bytes at `headerOffset` */
export function dataOffset(header: Buffer): number | undefined {
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_SIGNATURE) return undefined;
  return LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}
