/** Bytes that are appended to; the content is the first `length` bytes. */
export type GrowingBuffer = { bytes: Uint8Array; length: number };

/** Appends a chunk, doubling the buffer as often as needed. */
export function append(buffer: GrowingBuffer, chunk: Uint8Array): void {
  const end = buffer.length + chunk.length;
  if (end > buffer.bytes.length) {
    const larger = new Uint8Array(Math.max(end, 2 * buffer.bytes.length));
    larger.set(buffer.bytes.subarray(0, buffer.length));
    buffer.bytes = larger;
  }
  buffer.bytes.set(chunk, buffer.length);
  buffer.length = end;
}
