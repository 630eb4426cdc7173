import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { mapConcurrently } from '../concurrency.ts';

/** Size of a part, which is retried by itself. S3 requires at least 5 MiB, except for the last part. */
const PART_BYTES = 8 << 20;

/**
 * The SDK adds this checksum to each part by itself. It must be that of the upload, whose end then names it for each part:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html
 */
const CHECKSUM = { ChecksumAlgorithm: 'CRC32' } as const;

/**
 * Uploads a large object in parts. The object becomes visible as a whole. A failed upload is aborted after all part requests have
 * ended, so that no part is stored and billed.
 *
 * @throws errors of S3; `PreconditionFailed` if the object exists and `ifAbsent` is set.
 */
export async function putMultipart(
  client: S3Client,
  place: { Bucket: string; Key: string },
  bytes: Uint8Array,
  ifAbsent: boolean,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, ...CHECKSUM }));
  const upload = { ...place, UploadId };
  try {
    const numbers = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, i) => i + 1);
    const Parts = await mapConcurrently(numbers, async (PartNumber) => {
      const Body = bytes.subarray((PartNumber - 1) * PART_BYTES, PartNumber * PART_BYTES);
      const part = await client.send(new UploadPartCommand({ ...upload, ...CHECKSUM, PartNumber, Body }));
      return { PartNumber, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 };
    });
    const end = { ...upload, MultipartUpload: { Parts }, ...(ifAbsent && { IfNoneMatch: '*' }) };
    await client.send(new CompleteMultipartUploadCommand(end));
  } catch (error) {
    // The original error is thrown, even if the abort fails. A lifecycle rule of the bucket deletes remaining parts.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}
