/**
 * Gzip members of a WARC object: one member per record (WARC 1.1, annex D), which can be read by its offset and length alone.
 *
 * `gzipSync` cannot do two things that this file needs. The header has the extra field `sl` ("skip lengths" of the first WARC
 * drafts: length of the member and of its content), so that a reader splits an object without inflating it. And short or
 * already compressed content is stored, because deflating it costs more than it saves.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { gzipDataOffset } from '../../http/gzip-header.ts';
import { deflateRaw, inflateRaw } from '../../http/raw-deflate.ts';

/** Length of a header with the `sl` field. Bytes. */
const HEADER_BYTES = 24;
const TRAILER_BYTES = 8;
/** Maximum length of a stored block (RFC 1951, 3.2.4). Bytes. */
const STORED_BLOCK_BYTES = 0xffff;
/** Length of the head of a stored block. Bytes. */
const STORED_HEAD_BYTES = 5;

const FLAG_EXTRA = 4;

/** Returns the content as a deflated gzip member. */
export function deflatedMember(content: Uint8Array): Uint8Array {
  const deflated = deflateRaw(content);
  const member = emptyMember(deflated.length, content.length);
  member.set(deflated, HEADER_BYTES);
  member.writeUInt32LE(crc32(content), member.length - TRAILER_BYTES);
  return member;
}

/** Returns a member with header and length, without data and checksum. */
function emptyMember(dataBytes: number, contentBytes: number): Buffer {
  const length = HEADER_BYTES + dataBytes + TRAILER_BYTES;
  const member = Buffer.allocUnsafe(length);
  member.set([0x1f, 0x8b, 8, FLAG_EXTRA, 0, 0, 0, 0, 4, 255, 12, 0, 0x73, 0x6c, 8, 0]);
  member.writeUInt32LE(length, 16);
  member.writeUInt32LE(contentBytes, 20);
  member.writeUInt32LE(contentBytes, length - 4);
  return member;
}

/**
 * Returns an uncompressed gzip member of exactly `length` bytes, to replace a member of an object in its place.
 *
 * @param fill returns the content, which has as many bytes as it is given
 * @throws RangeError if no member is that short
 */
export function memberOfLength(length: number, fill: (bytes: number) => Uint8Array): Uint8Array {
  const deflatedBytes = length - HEADER_BYTES - TRAILER_BYTES;
  const blocks = Math.ceil(deflatedBytes / (STORED_BLOCK_BYTES + STORED_HEAD_BYTES));
  const contentBytes = deflatedBytes - STORED_HEAD_BYTES * blocks;
  if (contentBytes < 0) throw new RangeError(`no gzip member has ${length} bytes`);
  const content = fill(contentBytes);
  return storedMember([content], blocks);
}

/**
 * Returns the parts, one after another, as a gzip member of stored blocks. Copies each byte of a part once: a part may be a video of
 * 100 MB.
 *
 * @param blocks number of blocks. Default: as few as possible
 */
export function storedMember(parts: readonly Uint8Array[], blocks?: number): Uint8Array {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const count = blocks ?? Math.max(1, Math.ceil(bytes / STORED_BLOCK_BYTES));
  const member = emptyMember(bytes + STORED_HEAD_BYTES * count, bytes);
  const end = member.length - TRAILER_BYTES;
  const content = member.subarray(end - bytes, end);
  let at = 0;
  for (const part of parts) {
    content.set(part, at);
    at += part.length;
  }
  member.writeUInt32LE(crc32(content), end);
  divideIntoBlocks(member.subarray(HEADER_BYTES, end), count);
  return member;
}

/** Moves the content at the end of `data` towards its start, block by block, and writes the head of each block before it. */
function divideIntoBlocks(data: Buffer, blocks: number): void {
  const headBytes = STORED_HEAD_BYTES * blocks;
  const bytes = data.length - headBytes;
  const size = Math.ceil(bytes / blocks);
  for (let i = 0; i < blocks; i++) {
    const start = Math.min(i * size, bytes);
    const end = Math.min(start + size, bytes);
    const at = STORED_HEAD_BYTES * i + start;
    data.copyWithin(at + STORED_HEAD_BYTES, headBytes + start, headBytes + end);
    data[at] = i === blocks - 1 ? 1 : 0;
    data.writeUInt16LE(end - start, at + 1);
    data.writeUInt16LE((end - start) ^ 0xffff, at + 3);
  }
}

/** A gzip member, unpacked. `offset` and `length`: its packed bytes in the file. */
export type Member = { kind: 'member'; offset: number; length: number; content: Uint8Array };
/** Bytes that are no complete gzip member. The bytes after them are still read. */
export type BrokenMember = { kind: 'broken'; offset: number; length: number; detail: string };

/**
 * Splits an object into its members, also an object of another program (without `sl`). After a broken member it continues at
 * its end if that is known, otherwise at the next bytes that look like the start of a member.
 *
 * @param maxBytes maximum length of a member's content; a longer one counts as broken
 */
export function* gzipMembers(object: Uint8Array, maxBytes: number): Generator<Member | BrokenMember> {
  const bytes = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  let offset = 0;
  while (offset < bytes.length) {
    const member = memberAt(bytes, offset, maxBytes);
    if (typeof member === 'string') {
      const next = afterBroken(bytes, offset);
      yield { kind: 'broken', offset, length: next - offset, detail: member };
      offset = next;
    } else {
      yield member;
      offset += member.length;
    }
  }
}

/**
 * Returns where to read on after a broken member. Its length is right if it leads to another member or to the end. A search would find
 * members in its stored content, such as the records of a WARC file that was fetched.
 */
function afterBroken(bytes: Buffer, offset: number): number {
  if (gzipDataOffset(bytes, offset) !== undefined) {
    const end = offset + (skipLengths(bytes, offset)?.member ?? 0);
    if (end > offset && (end === bytes.length || isStart(bytes, end))) return end;
  }
  return nextStart(bytes, offset + 1);
}

/**
 * Returns the offset of the next possible start of a member: magic number, method deflate, no undefined flag. The length of the bytes
 * if there is none.
 */
export function nextStart(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1))
    if (isStart(bytes, at)) return at;
  return bytes.length;
}

const MAGIC = Buffer.from([0x1f, 0x8b, 8]);

const isStart = (bytes: Buffer, at: number): boolean =>
  bytes.subarray(at, at + MAGIC.length).equals(MAGIC) && (bytes[at + MAGIC.length] ?? 0xff) < 0x20;

/**
 * Returns the member at `offset`, or a message if there is no complete one.
 *
 * @param maxBytes maximum length of its content
 */
export function memberAt(bytes: Buffer, offset: number, maxBytes: number): Member | string {
  const start = gzipDataOffset(bytes, offset);
  if (start === undefined) return 'no gzip header';
  const lengths = skipLengths(bytes, offset);
  if (lengths && offset + lengths.member > bytes.length) return 'the member ends early';
  if (lengths && lengths.content > maxBytes) return `longer than ${maxBytes} bytes`;
  const end = lengths ? offset + lengths.member - TRAILER_BYTES : undefined;
  try {
    const { content, used } = inflate(
      bytes.subarray(start, end),
      lengths ? lengths.content : maxBytes,
      lengths !== undefined,
    );
    const trailer = start + used;
    if (trailer + TRAILER_BYTES > bytes.length) return 'the member ends early';
    if (crc32(content) !== bytes.readUInt32LE(trailer)) return 'the checksum differs';
    return { kind: 'member', offset, length: trailer + TRAILER_BYTES - offset, content };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param bytes length of the content if it is `exact`, otherwise its maximum */
function inflate(deflated: Uint8Array, bytes: number, exact: boolean): { content: Uint8Array; used: number } {
  if (exact) {
    // Zlib needs one more byte to detect the end.
    const content = Buffer.allocUnsafe(bytes + 1);
    const found = inflateRaw(deflated, content);
    if (found) return { content: content.subarray(0, found.length), used: found.used };
  }
  const result: unknown = inflateRawSync(deflated, {
    info: true,
    maxOutputLength: Math.max(1, bytes),
    ...LARGE_CHUNKS,
  });
  const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
  return { content: buffer, used: engine.bytesWritten };
}

const LARGE_CHUNKS = { chunkSize: 65_536 };

function skipLengths(bytes: Buffer, offset: number): { member: number; content: number } | undefined {
  if (bytes[offset + 3] !== FLAG_EXTRA || bytes.readUInt16LE(offset + 10) !== 12) return undefined;
  if (bytes.readUInt32LE(offset + 12) !== 0x00086c73) return undefined;
  const member = bytes.readUInt32LE(offset + 16);
  return member > HEADER_BYTES + TRAILER_BYTES ? { member, content: bytes.readUInt32LE(offset + 20) } : undefined;
}
