/**
 * Arrays of numbers for the work on one page. A page needs some eighty, most of a few hundred bytes: a buffer for each takes five times
 * as long to allocate and free as a view of a shared one. A buffer lives as long as any of its arrays, so arrays that are kept after
 * the page need a buffer of their own. So do arrays that are posted to a thread, or whose `buffer` is read.
 */

/** Bytes of a shared buffer. */
const BUFFER_BYTES = 1 << 16;
/** Larger arrays get a buffer of their own. */
const MAX_BYTES = BUFFER_BYTES / 8;

let buffer = new ArrayBuffer(BUFFER_BYTES);
/** Bytes of `buffer` in use, a multiple of eight. */
let used = 0;

/** Returns zeros, for the work on one page. */
export function int32Array(length: number): Int32Array<ArrayBuffer> {
  if (4 * length > MAX_BYTES) return new Int32Array(length);
  const start = reserve(4 * length);
  return new Int32Array(buffer, start, length);
}

/** Returns zeros, for the work on one page. */
export function uint16Array(length: number): Uint16Array<ArrayBuffer> {
  if (2 * length > MAX_BYTES) return new Uint16Array(length);
  const start = reserve(2 * length);
  return new Uint16Array(buffer, start, length);
}

/** Returns zeros, for the work on one page. */
export function uint8Array(length: number): Uint8Array<ArrayBuffer> {
  if (length > MAX_BYTES) return new Uint8Array(length);
  const start = reserve(length);
  return new Uint8Array(buffer, start, length);
}

/** Returns zeros, for the work on one page. */
export function float32Array(length: number): Float32Array<ArrayBuffer> {
  if (4 * length > MAX_BYTES) return new Float32Array(length);
  const start = reserve(4 * length);
  return new Float32Array(buffer, start, length);
}

/** Returns zeros, for the work on one page. */
export function float64Array(length: number): Float64Array<ArrayBuffer> {
  if (8 * length > MAX_BYTES) return new Float64Array(length);
  const start = reserve(8 * length);
  return new Float64Array(buffer, start, length);
}

/** Returns the start of this many free bytes in `buffer`, which may be a new one. */
function reserve(bytes: number): number {
  const padded = (bytes + 7) & ~7;
  if (used + padded > BUFFER_BYTES) {
    buffer = new ArrayBuffer(BUFFER_BYTES);
    used = 0;
  }
  const start = used;
  used += padded;
  return start;
}
