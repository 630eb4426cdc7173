import { inflateRawSync } from 'node:zlib';
import { deflateRaw, inflateRaw } from '../../http/raw-deflate.ts';

/** Maximum size of a piece in bytes: DynamoDB bills writes per 1 KB and reads per 4 KB. */
const MAX_PIECE_BYTES = 4096;
/** Maximum length of the JSON rows of one piece, in UTF-16 units. They usually deflate to less than a piece. */
const MAX_RAW_LENGTH = 14_000;
/** Holds the text of a piece while it is parsed. Usual pieces fit. */
const SCRATCH = Buffer.alloc(1 << 16);

/** Packs rows into pieces of at most 4 KB, in order. Only a single long row makes a larger piece. */
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
  const bytes = new Uint8Array(deflateRaw(Buffer.from(`[${rows.join(',')}]`)));
  if (bytes.length <= MAX_PIECE_BYTES || rows.length === 1) return [bytes];
  const middle = rows.length >> 1;
  return [...deflate(rows.slice(0, middle)), ...deflate(rows.slice(middle))];
}

/** Reads the rows of a piece. @throws if the piece is damaged */
export function unpackRows<Row>(piece: Uint8Array): Row[] {
  const found = inflateRaw(piece, SCRATCH);
  return JSON.parse(found ? SCRATCH.toString('utf8', 0, found.length) : inflateRawSync(piece).toString()) as Row[];
}

/** Splits bytes into pieces that hold whole fingerprints. */
export function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let i = 0; i < bytes.length; i += MAX_PIECE_BYTES) pieces.push(bytes.subarray(i, i + MAX_PIECE_BYTES));
  return pieces;
}
