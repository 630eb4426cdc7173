import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import type { ListRecords } from '../../ports/reindex.ts';

/** The objects of records in a bucket, a thousand a request; when they were kept is told in whole seconds. */
export function s3Records(client: S3Client, Bucket: string): ListRecords {
  return async function* (crawl, after) {
    const place = { Bucket, Prefix: `records/${crawl}/`, ...(after !== undefined && { StartAfter: after }) };
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, place)) {
      for (const { Key, LastModified } of Contents)
        if (Key !== undefined) yield { key: Key, keptAt: LastModified?.getTime() ?? Number.POSITIVE_INFINITY };
    }
  };
}
