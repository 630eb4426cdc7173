import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import type { ListRecords } from '../../ports/reindex.ts';

/** Lists the record objects in a bucket, a thousand per request. `keptAt` has a precision of seconds. */
export function listS3Records(client: S3Client, Bucket: string): ListRecords {
  return async function* (crawl, after) {
    const place = { Bucket, Prefix: `records/${crawl}/`, ...(after !== undefined && { StartAfter: after }) };
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, place)) {
      for (const { Key, LastModified } of Contents)
        if (Key !== undefined) yield { key: Key, keptAt: LastModified?.getTime() ?? Number.POSITIVE_INFINITY };
    }
  };
}
