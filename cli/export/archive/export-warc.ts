import { writeChunks } from '../write-file.ts';
import type { ArchiveObject } from './archive-objects.ts';

/** Writes the WARC objects of a crawl into one file, which appears once it is complete. @returns its length in bytes */
export async function exportWarc(objects: AsyncIterable<ArchiveObject>, file: string): Promise<number> {
  let written = 0;
  async function* members() {
    for await (const { bytes } of objects) {
      written += bytes.length;
      yield bytes;
    }
  }
  await writeChunks(file, members());
  return written;
}
