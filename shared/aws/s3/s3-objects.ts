import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ObjectExistsError, type Objects } from '../../ports/objects.ts';
import { chunks, eachAtOnce } from '../at-once.ts';
import { putInParts } from './s3-multipart.ts';

/** What one delete request takes. */
const DELETES = 1_000;

/**
 * A longer object is put in parts. Twice what an archive is closed at: an upload in parts is three requests and more that
 * are paid as puts, so what is usual stays one.
 */
const ONE_PUT_BYTES = 16 << 20;

/**
 * Objects in two buckets: captures (`raw/…`) have one of their own, since they age into colder classes; all else shares
 * the other. S3 answers a read after a write with what was written, so nothing here waits.
 *
 * A missing key is only told as missing to who may list the bucket (else it is "forbidden"): readers need that right.
 */
export function s3Objects(client: S3Client, buckets: { raw: string; data: string }): Objects {
  const bucketOf = (key: string) => (key.startsWith('raw/') ? buckets.raw : buckets.data);

  const get: Objects['get'] = async (key, range) => {
    if (range?.length === 0) return new Uint8Array();
    try {
      const { Body } = await client.send(
        new GetObjectCommand({
          Bucket: bucketOf(key),
          Key: key,
          ...(range && { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` }),
        }),
      );
      return await Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      // Nothing of the range lies in the object.
      if (error instanceof S3ServiceException && error.name === 'InvalidRange') return new Uint8Array();
      throw error;
    }
  };

  return {
    get,

    async put(key, bytes, options) {
      const place = { Bucket: bucketOf(key), Key: key };
      const ifAbsent = options?.ifAbsent ?? false;
      try {
        if (bytes.length > ONE_PUT_BYTES) await putInParts(client, place, bytes, ifAbsent);
        else await client.send(new PutObjectCommand({ ...place, Body: bytes, ...(ifAbsent && { IfNoneMatch: '*' }) }));
      } catch (error) {
        if (!ifAbsent || !(error instanceof S3ServiceException) || error.name !== 'PreconditionFailed') throw error;
        // The SDK asks again when an answer gets lost: then what is there may be our own.
        const repeated = (error.$metadata.attempts ?? 1) > 1;
        const there = repeated ? await get(key) : undefined;
        if (!there || Buffer.compare(there, bytes) !== 0) throw new ObjectExistsError(key, { cause: error });
      }
    },

    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucketOf(prefix), Prefix: prefix })) {
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      }
    },

    async delete(keys) {
      for (const Bucket of new Set(keys.map(bucketOf))) {
        const own = keys.filter((key) => bucketOf(key) === Bucket).map((Key) => ({ Key }));
        await eachAtOnce([...chunks(own, DELETES)], async (Objects) => {
          const { Errors = [] } = await client.send(
            new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          );
          if (Errors.length > 0)
            throw new Error(`delete: ${Errors.length} objects stay (${Errors[0]?.Key}: ${Errors[0]?.Code})`);
        });
      }
    },
  };
}
