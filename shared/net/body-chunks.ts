/** Chunks of a body as they arrive. */
export type BodyChunks = {
  add(chunk: Buffer): void;
  /** Returns the chunks as one buffer, and forgets them. `isCopy`: the buffer is none of the chunks. */
  join(): { body: Buffer; isCopy: boolean };
};

/** Shorter chunks are copied: a buffer takes some 160 bytes, and may keep the read in memory that it is a part of. */
const SHORT_CHUNK_BYTES = 2048;
const MIN_BLOCK_BYTES = 4096;
const MAX_BLOCK_BYTES = 65_536;

export function createBodyChunks(): BodyChunks {
  const chunks: Buffer[] = [];
  let length = 0;
  /** Block of the short chunks at the end. It grows with the body. */
  let block: Buffer | undefined;
  let used = 0;

  const copyToBlock = (chunk: Buffer) => {
    if (!block || used + chunk.length > block.length) {
      block = Buffer.allocUnsafeSlow(Math.min(MAX_BLOCK_BYTES, Math.max(MIN_BLOCK_BYTES, length)));
      used = 0;
      chunks.push(block);
    }
    chunk.copy(block, used);
    used += chunk.length;
    chunks[chunks.length - 1] = block.subarray(0, used);
  };

  return {
    add(chunk) {
      // The first chunk may be the whole body.
      if (chunk.length < SHORT_CHUNK_BYTES && chunks.length > 0) copyToBlock(chunk);
      else {
        block = undefined;
        chunks.push(chunk);
      }
      length += chunk.length;
    },
    join() {
      const [first] = chunks;
      // A single chunk is copied only if it would keep a much larger buffer in memory.
      const isWhole = chunks.length === 1 && first && first.buffer.byteLength < first.length + first.length / 4;
      const body = isWhole ? first : concat(chunks, length);
      chunks.length = 0;
      length = 0;
      block = undefined;
      return { body, isCopy: !isWhole };
    },
  };
}

/** Concatenates chunks into memory of their own: `Buffer.concat` gives short buffers parts of a block that others use too. */
function concat(chunks: readonly Buffer[], length: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(whole, at);
  return whole;
}

/**
 * Frees the memory of a body at once; it is empty then. A body survives the collections of young objects while it is recorded, so V8
 * would free it only in a full collection, after a thousand others.
 */
export function freeBody({ buffer }: Buffer): void {
  // A short chunk may be a part of a block that Node shares between buffers. Blocks have this length.
  if (buffer instanceof ArrayBuffer && buffer.byteLength !== Buffer.poolSize) buffer.transfer(0);
}
