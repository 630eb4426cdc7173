/**
 * What a ZIP file holds (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3), as far as it is needed to read
 * office documents and a WACZ (https://specs.webrecorder.net/wacz/1.1.1/). The directory stands at the end of the file.
 */
export type ZipEntry = {
  name: string;
  /** As it lies in the file. */
  packedBytes: number;
  isEncrypted: boolean;
  /** 0: stored as it is; 8: deflated. Others are not read. */
  method: number;
  /** Of the entry's own header, whose length `dataOffset` tells. */
  headerOffset: number;
};

/** So much of the end of a file is looked at for the directory's place: the longest comment and the records before it. */
export const TAIL_BYTES = 65_535 + 22 + 20 + 56;
/** Of the header before an entry's bytes, without its name and what else stands there. */
export const LOCAL_HEADER_BYTES = 30;

const END_SIGNATURE = 0x06054b50;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;

/** @param tail the last bytes of the file. @param tailOffset where they begin. @returns undefined: no ZIP file. */
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

/** @param most entries that are read. @returns those up to the first that is broken. */
export function readDirectory(directory: Buffer, most = Number.POSITIVE_INFINITY): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < most && at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
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

/** A size that is all ones stands in the field of ZIP64 instead; those that do come in their order. */
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

/** @param header the bytes at `headerOffset`. @returns how far behind it the entry's bytes begin; undefined: no header. */
export function dataOffset(header: Buffer): number | undefined {
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_SIGNATURE) return undefined;
  return LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}
