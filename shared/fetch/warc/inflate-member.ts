import { crc32, createInflateRaw, type InflateRaw, type ZstdDecompress } from 'node:zlib';
import { gzipDataOffset } from '../../http/gzip-header.ts';
import type { ByteCursor } from './byte-cursor.ts';

/** Bytes of a stored file that cannot be read. */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  /** Offset of the damaged part, if the thrower knows it. Bytes. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

/** Maximum length of a gzip header: names, comments and extra fields of real files are far shorter. Bytes. */
const MAX_HEADER_BYTES = 1 << 17;
const TRAILER_BYTES = 8;
/** Length of the pieces that are inflated, so that one yields 64 MB at most. Bytes. */
const CHUNK_BYTES = 1 << 16;

/**
 * Inflates a gzip member of any length, such as a whole file in one member, with some chunks in memory. Consumes the member from
 * the cursor.
 *
 * @throws DamageError if the member ends early, cannot be inflated, or its checksum differs. Content before it was yielded then
 */
export async function* inflateMember(from: ByteCursor): AsyncGenerator<Buffer> {
  const start = gzipDataOffset(await from.fill(MAX_HEADER_BYTES), 0);
  if (start === undefined) throw new DamageError('no gzip header');
  from.consume(start);
  const inflater = createInflateRaw();
  const { promise: hasEnded, resolve: end, reject: fail } = Promise.withResolvers<void>();
  let content: Buffer[] = [];
  let failure: Error | undefined;
  let checksum = 0;
  inflater.on('data', (chunk: Buffer) => {
    checksum = crc32(chunk, checksum);
    content.push(chunk);
  });
  inflater.on('end', end);
  inflater.on('error', fail);
  // Also keeps the promise from being an unhandled rejection.
  hasEnded.catch((error: Error) => {
    failure = error;
  });
  try {
    // The engine leaves bytes of a chunk unread only if the member ends before them.
    for (let given = 0; inflater.bytesWritten === given; ) {
      const chunk = (await from.fill(1)).subarray(0, CHUNK_BYTES);
      if (chunk.length === 0) throw new DamageError('the member ends early');
      given += chunk.length;
      await writeTo(inflater, chunk);
      if (failure) throw new DamageError(failure.message);
      from.consume(chunk.length - (given - inflater.bytesWritten));
      yield* content;
      content = [];
    }
    await hasEnded;
    yield* content;
  } finally {
    inflater.destroy();
  }
  const trailer = await from.fill(TRAILER_BYTES);
  if (trailer.length < TRAILER_BYTES) throw new DamageError('the member ends early');
  if (trailer.readUInt32LE(0) !== checksum) throw new DamageError('the checksum differs');
  from.consume(TRAILER_BYTES);
}

/** Resolves when the engine has read the chunk, or failed. */
export function writeTo(inflater: InflateRaw | ZstdDecompress, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      inflater.off('close', done);
      resolve();
    };
    // After an error, the callback may not be called.
    inflater.once('close', done);
    inflater.write(chunk, done);
  });
}
