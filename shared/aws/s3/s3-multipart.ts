import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { eachAtOnce } from '../at-once.ts';

/** Each part is sent, and sent again, by itself. S3 takes none below 5 MiB but the last. */
const PART_BYTES = 8 << 20;

/**
 * Puts a large object in parts. It is there, whole, when this resolves, and no part of it before; one that fails is
 * given up once no part is on its way, so that none is kept and paid for.
 *
 * @throws as the store does, `PreconditionFailed` for `ifAbsent` where there is one.
 */
export async function putInParts(
  client: S3Client,
  place: { Bucket: string; Key: string },
  bytes: Uint8Array,
  ifAbsent: boolean,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const upload = { ...place, UploadId };
  try {
    const numbers = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, i) => i + 1);
    const Parts = await eachAtOnce(numbers, async (PartNumber) => {
      const Body = bytes.subarray((PartNumber - 1) * PART_BYTES, PartNumber * PART_BYTES);
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      return { PartNumber, ETag };
    });
    const end = { ...upload, MultipartUpload: { Parts }, ...(ifAbsent && { IfNoneMatch: '*' }) };
    await client.send(new CompleteMultipartUploadCommand(end));
  } catch (error) {
    // The first fault is the one to tell; what is left behind the bucket's own rule clears away.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}
