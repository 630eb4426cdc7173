/** Everything a link model has learned. */
export type ModelState = {
  /** Weights and sums of squared gradients of the two regressions. */
  relevance: Float32Array;
  squares: Float32Array;
  promise: Float32Array;
  promiseSquares: Float32Array;
  /** Cells of the yields. */
  yields: Float32Array;
};

/** First bytes of a stored model. The last one is the version: any change of features or layout increases it. */
const HEADER = [0x54, 0x4c, 0x4d, 1];
const CHECKSUM_BYTES = 4;

/** Bytes of a number: the upper ones of a 32-bit float. Weights need two or three digits, counts and sums more. */
const BYTES_PER_WEIGHT = 2;
const BYTES_PER_YIELD = 3;

/** Encodes a model: a header, then the numbers that are not zero, each with the distance from the last one. */
export function encodeModelState(state: ModelState): Uint8Array {
  const bytes: number[] = [...HEADER, 0, 0, 0, 0];
  for (const array of weightArrays(state)) writeSparse(bytes, array, BYTES_PER_WEIGHT);
  writeSparse(bytes, state.yields, BYTES_PER_YIELD);
  const all = Uint8Array.from(bytes);
  new DataView(all.buffer).setUint32(HEADER.length, checksumOf(all), true);
  return all;
}

/**
 * Decodes a model.
 *
 * @param weights number of weights of a regression. @param cells number of cells of the yields.
 * @returns undefined if the bytes are damaged, or of another version
 */
export function decodeModelState(bytes: Uint8Array, weights: number, cells: number): ModelState | undefined {
  const start = HEADER.length + CHECKSUM_BYTES;
  if (bytes.length < start || HEADER.some((byte, at) => bytes[at] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(HEADER.length, true) !== checksumOf(bytes)) return undefined;
  const state: ModelState = {
    relevance: new Float32Array(weights),
    squares: new Float32Array(weights),
    promise: new Float32Array(weights),
    promiseSquares: new Float32Array(weights),
    yields: new Float32Array(cells),
  };
  let from: number | undefined = start;
  for (const array of weightArrays(state)) from = from && readSparse(bytes, from, array, BYTES_PER_WEIGHT);
  from = from && readSparse(bytes, from, state.yields, BYTES_PER_YIELD);
  return from === bytes.length ? state : undefined;
}

function weightArrays({ relevance, squares, promise, promiseSquares }: ModelState): Float32Array[] {
  return [relevance, squares, promise, promiseSquares];
}

/** Appends the numbers that are not zero, and a zero as the distance that ends the list. */
function writeSparse(bytes: number[], array: Float32Array, width: number): void {
  const units = new DataView(array.buffer, array.byteOffset, array.byteLength);
  let last = -1;
  for (let at = 0; at < array.length; at++) {
    if (array[at] === 0) continue;
    writeVarint(bytes, at - last);
    const rounded = units.getUint32(4 * at, true) + 2 ** (8 * (4 - width) - 1);
    for (let i = 0; i < width; i++) bytes.push(Math.floor(rounded / 2 ** (24 - 8 * i)) & 255);
    last = at;
  }
  writeVarint(bytes, 0);
}

/** Reads numbers into an array of zeros. @returns the position after them, or undefined if they do not fit */
function readSparse(bytes: Uint8Array, start: number, array: Float32Array, width: number): number | undefined {
  const units = new DataView(array.buffer);
  let from = start;
  for (let at = -1; ; ) {
    const { value, next } = readVarint(bytes, from);
    from = next;
    if (value === 0) return from;
    at += value;
    if (at >= array.length || from + width > bytes.length) return undefined;
    for (let i = 0; i < width; i++) units.setUint8(4 * at + 3 - i, bytes[from++]!);
  }
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}

function readVarint(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0;
  for (let at = from, shift = 0; at < bytes.length && shift < 28; at++, shift += 7) {
    value |= (bytes[at]! & 127) << shift;
    if (bytes[at]! < 128) return { value, next: at + 1 };
  }
  return { value: 0, next: bytes.length };
}

/** FNV-1a of the bytes after the checksum. */
function checksumOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = HEADER.length + CHECKSUM_BYTES; at < bytes.length; at++)
    hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}
