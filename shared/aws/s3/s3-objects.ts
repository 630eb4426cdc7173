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
import { formatNoun } from '../../text/format-count.ts';
import { chunks, mapConcurrently } from '../concurrency.ts';
import { putMultipart } from './s3-multipart.ts';

/** Keys per delete request: a limit of S3. */
const MAX_DELETES = 1_000;

/**
 * Maximum size of an object that is uploaded with one PUT. Larger objects are uploaded in parts, which costs at least three
 * requests at the price of a PUT. WARC files are closed below this size, so they take one request. Bytes.
 */
const MAX_SINGLE_PUT_BYTES = 32 << 20;

/**
 * Objects in two S3 buckets. Captures (`raw/…`) have their own bucket, since they move to colder storage classes. S3 is strongly
 * consistent, so nothing needs to wait after a write.
 *
 * S3 reports a missing key as missing only to principals that may list the bucket, and otherwise as forbidden. So readers need
 * the permission `s3:ListBucket`.
 */
export function s3Objects(client: S3Client, buckets: { raw: string; data: string }): Objects {
  const bucketOf = (key: string) => (key.startsWith('raw/') ? buckets.raw : buckets.data);
  const get: Objects['get'] = (key, range) => getObject(client, { Bucket: bucketOf(key), Key: key }, range);

  /**
   * Returns whether a failed put with `ifAbsent` stored the bytes; false if there is another object.
   *
   * @param error refusal of S3, or a fault of the connection
   * @throws the fault if there is no object, or if S3 does not answer
   */
  const isStored = async (key: string, bytes: Uint8Array, error: unknown): Promise<boolean> => {
    // If a response is lost, the SDK retries, and the retry may find the object of the first attempt.
    if (error instanceof S3ServiceException && (error.$metadata.attempts ?? 1) === 1) return false;
    // A server that refuses a large body before it has read it closes the connection, so the SDK may see a reset instead of the refusal.
    const isRefused = error instanceof S3ServiceException;
    const existing = await get(key).catch((fault: unknown) => {
      throw isRefused ? fault : error;
    });
    if (!existing && !isRefused) throw error;
    return existing !== undefined && Buffer.compare(existing, bytes) === 0;
  };

  return {
    get,

    async put(key, bytes, options) {
      const location = { Bucket: bucketOf(key), Key: key };
      const ifAbsent = options?.ifAbsent ?? false;
      try {
        if (bytes.length > MAX_SINGLE_PUT_BYTES) await putMultipart(client, location, bytes, ifAbsent);
        else
          await client.send(new PutObjectCommand({ ...location, Body: bytes, ...(ifAbsent && { IfNoneMatch: '*' }) }));
      } catch (error) {
        if (!ifAbsent || (error instanceof S3ServiceException && error.name !== 'PreconditionFailed')) throw error;
        if (await isStored(key, bytes, error)) return;
        throw new ObjectExistsError(key, { cause: error });
      }
    },

    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucketOf(prefix), Prefix: prefix })) {
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      }
    },

    async delete(keys) {
      for (const [Bucket, own] of Map.groupBy(keys, bucketOf)) await deleteObjects(client, Bucket, own);
    },
  };
}

async function getObject(
  client: S3Client,
  location: { Bucket: string; Key: string },
  range: { offset: number; length: number } | undefined,
): Promise<Uint8Array | undefined> {
  if (range?.length === 0) return new Uint8Array();
  try {
    const { Body } = await client.send(
      new GetObjectCommand({
        ...location,
        ...(range && { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` }),
      }),
    );
    return await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    // The range starts beyond the end of the object.
    if (error instanceof S3ServiceException && error.name === 'InvalidRange') return new Uint8Array();
    throw error;
  }
}

async function deleteObjects(client: S3Client, Bucket: string, keys: readonly string[]): Promise<void> {
  const all = keys.map((Key) => ({ Key }));
  await mapConcurrently([...chunks(all, MAX_DELETES)], async (Objects) => {
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors.length > 0)
      throw new Error(
        `delete: S3 failed to delete ${formatNoun(Errors.length, 'object')} (${Errors[0]?.Key}: ${Errors[0]?.Code})`,
      );
  });
}
