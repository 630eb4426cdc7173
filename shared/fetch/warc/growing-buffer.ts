/** Bytes that are appended to; the content is the first `length` bytes. `bytes` is a whole `ArrayBuffer`. */
export type GrowingBuffer = { bytes: Uint8Array<ArrayBuffer>; length: number };

/**
 * Appends a chunk, doubling the buffer as often as needed. The smaller buffer is freed at once: V8 would free it only in a full
 * collection, because it has lived for some time.
 */
export function append(buffer: GrowingBuffer, chunk: Uint8Array): void {
  const end = buffer.length + chunk.length;
  if (end > buffer.bytes.length)
    buffer.bytes = new Uint8Array(buffer.bytes.buffer.transfer(Math.max(end, 2 * buffer.bytes.length)));
  buffer.bytes.set(chunk, buffer.length);
  buffer.length = end;
}

/** Frees the memory of a buffer at once. Arrays that share it become empty. */
export function free(bytes: Uint8Array<ArrayBuffer>): void {
  bytes.buffer.transfer(0);
}
