/** Flags of a gzip header (RFC 1952, 2.3.1). */
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FLAG_COMMENT = 16;
const FLAG_HEADER_CRC = 2;

/** Minimum length of a member: a header of 10 bytes and a trailer of 8. */
const MIN_MEMBER_BYTES = 18;

/** Returns whether bytes begin like gzip data. */
export const hasGzipMagic = (bytes: Uint8Array, offset = 0): boolean =>
  bytes[offset] === 0x1f && bytes[offset + 1] === 0x8b;

/**
 * Returns the offset of the deflated data of a gzip member (RFC 1952, 2.3), or undefined if no complete gzip header starts
 * at `offset`.
 */
export function gzipDataOffset(bytes: Buffer, offset: number): number | undefined {
  if (offset + MIN_MEMBER_BYTES > bytes.length) return undefined;
  if (!hasGzipMagic(bytes, offset) || bytes[offset + 2] !== 8) return undefined;
  const flags = bytes[offset + 3] as number;
  let at = offset + 10;
  if (flags & FLAG_EXTRA) at += 2 + bytes.readUInt16LE(at);
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if (!(flags & flag)) continue;
    const zero = bytes.indexOf(0, at);
    if (zero === -1) return undefined;
    at = zero + 1;
  }
  if (flags & FLAG_HEADER_CRC) at += 2;
  return at < bytes.length ? at : undefined;
}
