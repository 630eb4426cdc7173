import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ByteCursor } from '../../shared/fetch/warc/byte-cursor.ts';
import { DamageError } from '../../shared/fetch/warc/inflate-member.ts';
import { unpackFrame } from '../../shared/fetch/warc/zstd-frame.ts';

/** How a whole file is compressed. */
export type Packing = 'gzip' | 'Zstandard';

/** Bytes of a frame that are in memory before it is read: more than its header has. */
const START_OF_FRAME_BYTES = 32;
/** Maximum length of a content that is unpacked at once. A longer one is unpacked block by block. */
const UNPACKED_AT_ONCE_BYTES = 1 << 20;

/** Reads a file, and unpacks it. Throws what `isDamage` knows if the file is damaged. */
export function unpackFile(file: string, packing: Packing | undefined): AsyncIterable<Uint8Array> {
  const packed = createReadStream(file);
  if (packing === undefined) return packed;
  if (packing === 'Zstandard') return unpackFrames(packed);
  // The reader gets the errors.
  return pipeline(packed, createGunzip(), () => undefined);
}

/** Tells whether an error says that compressed bytes are damaged or cut off. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof DamageError || /^Z_/.test(String((error as NodeJS.ErrnoException).code));

/** Unpacks frame by frame: the stream of Node drops the frames that follow the first one in a chunk. */
async function* unpackFrames(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const cursor = new ByteCursor(packed);
  try {
    for (;;) {
      const start = await cursor.fill(START_OF_FRAME_BYTES);
      if (start.length === 0) return;
      yield* unpackFrame(cursor, start, UNPACKED_AT_ONCE_BYTES, undefined);
    }
  } finally {
    await cursor.close();
  }
}
