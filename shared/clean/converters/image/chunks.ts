/** Reads the chunks of JPEG, PNG, WebP and GIF files that contain text. A broken file yields the chunks before the error. */
import { inflateSync } from 'node:zlib';

export type ImageChunk =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'exif'; bytes: Buffer }
  | { kind: 'xmp'; text: string };

/** @param unpackedBytes maximum size of an inflated text, in bytes */
export function* readImageChunks(data: Buffer, mimeType: string, unpackedBytes: number): Generator<ImageChunk> {
  if (mimeType === 'image/jpeg') yield* readJpegChunks(data);
  else if (mimeType === 'image/png') yield* readPngChunks(data, Math.min(unpackedBytes, MAX_TEXT_SIZE));
  else if (mimeType === 'image/webp') yield* readWebpChunks(data);
  else if (mimeType === 'image/gif') yield* readGifComments(data);
}

/** Maximum size of a text chunk: bytes for PNG, UTF-16 units for GIF. */
const MAX_TEXT_SIZE = 1_000_000;
/** Maximum number of comments read from a GIF file. */
const MAX_GIF_COMMENTS = 20;
/** Signature of an XMP segment. */
const XMP_SIGNATURE = 'http://ns.adobe.com/xap/1.0/\0';

function* readJpegChunks(data: Buffer): Generator<ImageChunk> {
  for (let at = 2; at + 4 <= data.length && data[at] === 0xff; ) {
    const marker = data[at + 1]!;
    const length = data.readUInt16BE(at + 2);
    const body = data.subarray(at + 4, at + 2 + length);
    if (marker === 0xe1 && body.toString('latin1', 0, 4) === 'Exif') yield { kind: 'exif', bytes: body.subarray(6) };
    else if (marker === 0xe1 && body.toString('latin1', 0, XMP_SIGNATURE.length) === XMP_SIGNATURE)
      yield { kind: 'xmp', text: body.toString('utf8', XMP_SIGNATURE.length) };
    else if (marker === 0xfe) yield { kind: 'text', name: 'comment', text: body.toString('utf8') };
    else if (marker === 0xda) return;
    at += 2 + length;
  }
}

function* readPngChunks(data: Buffer, maxBytes: number): Generator<ImageChunk> {
  for (let at = 8; at + 12 <= data.length; ) {
    const length = data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    const body = data.subarray(at + 8, at + 8 + length);
    if (type === 'eXIf') yield { kind: 'exif', bytes: body };
    else if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') {
      const chunk = pngText(type, body, maxBytes);
      if (chunk) yield chunk;
    }
    at += 12 + length;
  }
}

/**
 * Reads a text chunk of PNG: keyword, NUL, text.
 * - `zTXt`: a compression method byte before the text
 * - `iTXt`: compression flag, compression method, language tag and translated keyword before the text
 */
function pngText(type: string, body: Buffer, maxBytes: number): ImageChunk | undefined {
  const nul = body.indexOf(0);
  if (nul < 1) return undefined;
  const name = body.toString('latin1', 0, nul);
  const international = type === 'iTXt';
  const from = international ? body.indexOf(0, body.indexOf(0, nul + 3) + 1) + 1 : nul + (type === 'zTXt' ? 2 : 1);
  const isCompressed = type === 'zTXt' || (international && body[nul + 1] === 1);
  const bytes = isCompressed ? inflate(body.subarray(from), maxBytes) : body.subarray(from, from + maxBytes);
  const text = bytes.toString(international ? 'utf8' : 'latin1');
  return name === 'XML:com.adobe.xmp' ? { kind: 'xmp', text } : { kind: 'text', name, text };
}

/** Returns an empty buffer if the data is broken or too large. */
function inflate(bytes: Buffer, maxBytes: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return Buffer.alloc(0);
  }
}

function* readWebpChunks(data: Buffer): Generator<ImageChunk> {
  for (let at = 12; at + 8 <= data.length; ) {
    const type = data.toString('latin1', at, at + 4);
    const length = data.readUInt32LE(at + 4);
    const body = data.subarray(at + 8, at + 8 + length);
    if (type === 'EXIF')
      yield { kind: 'exif', bytes: body.toString('latin1', 0, 4) === 'Exif' ? body.subarray(6) : body };
    if (type === 'XMP ') yield { kind: 'xmp', text: body.toString('utf8') };
    at += 8 + length + (length & 1);
  }
}

/** Reads comment extensions: a list of blocks, each with its length before it. */
function* readGifComments(data: Buffer): Generator<ImageChunk> {
  const introducer = Buffer.from([0x21, 0xfe]);
  for (
    let at = data.indexOf(introducer), n = 0;
    at !== -1 && n < MAX_GIF_COMMENTS;
    at = data.indexOf(introducer, at + 2), n++
  ) {
    let text = '';
    for (let block = at + 2; (data[block] ?? 0) > 0 && text.length < MAX_TEXT_SIZE; block += data[block]! + 1)
      text += data.toString('utf8', block + 1, block + 1 + data[block]!);
    // The introducer may also occur in image data.
    if (/^[\p{L}\p{N}\p{P}\p{Zs}\s]+$/u.test(text)) yield { kind: 'text', name: 'comment', text };
  }
}
