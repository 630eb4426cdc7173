import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** What one piece may measure: writes are billed by the 1 KB and reads by the 4 KB. */
const MAX_PIECE_BYTES = 4096;
/** Rows are gathered up to so many characters, which usually deflate to less than a piece. */
const MAX_RAW_LENGTH = 14_000;

/** Rows → pieces of at most 4 KB each (more only for a single row that is longer), in order. */
export function packRows(rows: readonly (readonly unknown[])[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let gathered: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (length + text.length > MAX_RAW_LENGTH && gathered.length > 0) {
      pieces.push(...deflate(gathered));
      gathered = [];
      length = 0;
    }
    gathered.push(text);
    length += text.length;
  }
  if (gathered.length > 0) pieces.push(...deflate(gathered));
  return pieces;
}

function deflate(rows: string[]): Uint8Array[] {
  // Copied: what zlib gives is cut from a buffer of 16 KB, which would be kept with it.
  const bytes = new Uint8Array(deflateRawSync(`[${rows.join(',')}]`, { level: 1 }));
  if (bytes.length <= MAX_PIECE_BYTES || rows.length === 1) return [bytes];
  const middle = rows.length >> 1;
  return [...deflate(rows.slice(0, middle)), ...deflate(rows.slice(middle))];
}

export function unpackRows<Row>(piece: Uint8Array): Row[] {
  return JSON.parse(inflateRawSync(piece).toString()) as Row[];
}

/** Raw bytes → pieces of whole fingerprints. */
export function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let i = 0; i < bytes.length; i += MAX_PIECE_BYTES) pieces.push(bytes.subarray(i, i + MAX_PIECE_BYTES));
  return pieces;
}
