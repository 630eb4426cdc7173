import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A written entry as a data package lists it. `hash` is `sha256:` and hexadecimal digits. */
export type WrittenEntry = { name: string; path: string; hash: string; bytes: number };

export type ZipWriter = {
  /** The ZIP file. Entries are only written while it is read. After an error, the caller must destroy it: it would never end. */
  stream: Readable;
  /**
   * Adds an entry and waits until it is written.
   *
   * @param isStored whether the entry is not compressed
   * @throws the error of the chunks, or an error if the stream was destroyed
   */
  add(path: string, chunks: Iterable<Chunk> | AsyncIterable<Chunk>, isStored: boolean): Promise<WrittenEntry>;
  end(): void;
};

type Chunk = Uint8Array | string;

/**
 * Writes a ZIP file entry by entry, in constant memory. An entry must have less than 4 GB.
 *
 * @param now time of the entries, epoch milliseconds
 */
export function zipWriter(now: number): ZipWriter {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error) => stream.destroy(error));
  return {
    stream,
    async add(path, chunks, isStored) {
      const hash = createHash('sha256');
      let bytes = 0;
      async function* counted() {
        for await (const chunk of chunks) {
          const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
          hash.update(buffer);
          bytes += buffer.length;
          yield buffer;
        }
      }
      const content = Readable.from(counted(), { objectMode: false });
      const settled = new AbortController();
      zip.addReadStream(content, path, { compress: !isStored, mtime: new Date(now) });
      // A stream without a reader never asks for the rest of the content.
      const unread = finished(stream, { signal: settled.signal });
      try {
        await Promise.race([finished(content), unread]);
      } finally {
        settled.abort();
        unread.catch(() => undefined);
        content.destroy();
      }
      return { name: path.slice(path.lastIndexOf('/') + 1), path, hash: `sha256:${hash.digest('hex')}`, bytes };
    },
    end: () => zip.end(),
  };
}
