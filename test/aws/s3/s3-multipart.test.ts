import type { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { putMultipart } from '../../../shared/aws/s3/s3-multipart.ts';
import { recordingClient, type Sent } from '../recording-client.ts';

const PLACE = { Bucket: 'raw', Key: 'raw/long' };
const MIB = 1 << 20;

/** Responds to parts in the order of their numbers; rejects part `bad`. */
function storeThatRefuses(bad?: number) {
  const ended: string[] = [];
  const { client, sent } = recordingClient(async ({ call, input }: Sent) => {
    const part = Number(input['PartNumber'] ?? 0);
    await new Promise((resolve) => setTimeout(resolve, part));
    ended.push(call);
    if (part > 0 && part === bad) throw new Error(`part ${part} is refused`);
    return { UploadId: 'u', ETag: `e${part}`, ChecksumCRC32: `c${part}` };
  });
  return { client: client as unknown as S3Client, sent, ended };
}

test('completes the upload with all parts in order', async () => {
  const { client, sent } = storeThatRefuses();
  await putMultipart(client, PLACE, new Uint8Array(20 * MIB), true);
  expect(sent.map(({ call }) => call)).toEqual([
    'CreateMultipartUpload',
    ...Array(3).fill('UploadPart'),
    'CompleteMultipartUpload',
  ]);
  expect(sent.at(-1)!.input).toEqual({
    ...PLACE,
    UploadId: 'u',
    IfNoneMatch: '*',
    MultipartUpload: { Parts: [1, 2, 3].map((n) => ({ PartNumber: n, ETag: `e${n}`, ChecksumCRC32: `c${n}` })) },
  });
});

test('names the checksum of the parts when it creates the upload: S3 may refuse parts with another one', async () => {
  const { client, sent } = storeThatRefuses();
  await putMultipart(client, PLACE, new Uint8Array(9 * MIB), false);
  expect(sent.map(({ call, input }) => [call, input['ChecksumAlgorithm']])).toEqual([
    ['CreateMultipartUpload', 'CRC32'],
    ['UploadPart', 'CRC32'],
    ['UploadPart', 'CRC32'],
    ['CompleteMultipartUpload', undefined],
  ]);
});

test('after a rejected part, starts no further parts and aborts when all requests have ended: later parts would be billed', async () => {
  const { client, sent, ended } = storeThatRefuses(1);
  await expect(putMultipart(client, PLACE, new Uint8Array(8 * 40 * MIB), false)).rejects.toThrow('part 1 is refused');
  const parts = sent.filter(({ call }) => call === 'UploadPart').length;
  expect(parts).toBeLessThan(40);
  expect(ended.filter((call) => call === 'UploadPart')).toHaveLength(parts);
  expect(ended.at(-1)).toBe('AbortMultipartUpload');
  expect(sent.at(-1)!.input).toEqual({ ...PLACE, UploadId: 'u' });
});
