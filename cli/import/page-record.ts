import type { StreamedRecord } from '../../shared/fetch/warc/streamed-record.ts';

/** A page that is in no archive. */
export type GivenPage = {
  url: string;
  /** When the page was as it is, epoch ms. */
  at: number;
  /** As of HTTP, with the charset. Absent: the bytes and the URL tell the type. */
  contentType?: string | undefined;
};

/** Returns the fields that a `resource` record of a WARC file would have for a page. */
export function fieldsOf({ url, at, contentType }: GivenPage): ReadonlyMap<string, string> {
  return new Map([
    ['warc-type', 'resource'],
    ['warc-target-uri', url],
    ['warc-date', new Date(at).toISOString()],
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
  ]);
}

/** Returns the time of the last change, epoch ms. Packed software has files of 1970, which a capture cannot have. */
export const timeOfFile = ({ mtimeMs }: { mtimeMs: number }): number => Math.max(1, mtimeMs);

/** Returns a page as a `resource` record. @param block as many bytes of the body as were asked for, or more */
export const recordOf = (
  fields: ReadonlyMap<string, string>,
  block: Buffer,
  place: Pick<StreamedRecord, 'blockBytes' | 'offset' | 'line' | 'file'>,
): StreamedRecord => ({ kind: 'record', type: 'resource', fields, block, ...place });
