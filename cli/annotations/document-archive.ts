import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import { fieldsOf, recordOf } from '../import/page-record.ts';

/** A document that a contributor hands in. `at`: when, epoch milliseconds. */
export type GivenDocument = { crawl: string; url: string; body: Uint8Array; contentType?: string; at: number };

/** Returns a document as an archive with one record. */
export function documentArchive({ url, body, contentType, at }: GivenDocument): Archive {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return {
    name: url,
    async *read(keep) {
      const fields = fieldsOf({ url, at, contentType });
      yield recordOf(fields, bytes.subarray(0, keep(fields)), { offset: 0, blockBytes: bytes.length });
    },
  };
}
