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

/** Each returns zeros, for the work on one page. */
export const int32Array = (length: number) => zeros(Int32Array<ArrayBuffer>, length);
export const uint16Array = (length: number) => zeros(Uint16Array<ArrayBuffer>, length);
export const uint8Array = (length: number) => zeros(Uint8Array<ArrayBuffer>, length);
export const float32Array = (length: number) => zeros(Float32Array<ArrayBuffer>, length);
export const float64Array = (length: number) => zeros(Float64Array<ArrayBuffer>, length);

type ArrayType<Numbers> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, offset?: number, length?: number): Numbers;
};

function zeros<Numbers>(Type: ArrayType<Numbers>, length: number): Numbers {
  const bytes = Type.BYTES_PER_ELEMENT * length;
  if (bytes > MAX_BYTES) return new Type(new ArrayBuffer(bytes));
  const padded = (bytes + 7) & ~7;
  if (used + padded > BUFFER_BYTES) {
    buffer = new ArrayBuffer(BUFFER_BYTES);
    used = 0;
  }
  const start = used;
  used += padded;
  return new Type(buffer, start, length);
}
