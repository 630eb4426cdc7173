import { expect, test } from 'vitest';
import { lambdaConverter } from '../../functions/lambda-converter.ts';
import { TooLittleTimeError } from '../../shared/http/too-little-time.ts';
import type { Converter, ConvertJob } from '../../shared/ports/converter.ts';

const limits = { timeoutMs: 20_000, memoryMb: 512, unpackedBytes: 1e8, maxText: 1e6, maxLinks: 100 };
const job: ConvertJob = { bytes: new Uint8Array(1), mimeType: 'application/pdf', contentType: '', limits };

/** Converts documents that take up their whole time limit, in an invocation with this remaining time. */
function callWith(left: number) {
  const given: number[] = [];
  const slow: Converter = {
    async convert({ limits: { timeoutMs } }) {
      given.push(timeoutMs);
      left -= timeoutMs;
      return { reason: 'conversion-timeout', detail: '' };
    },
    close: async () => {},
  };
  return { given, converter: lambdaConverter({ getRemainingTimeInMillis: () => left }, slow), left: () => left };
}

test('gives the documents of an object the time of the call up to its reserve, so that its message does not fail on every retry', async () => {
  const call = callWith(118_000);
  for (let i = 0; i < 7; i++) expect(await call.converter.convert(job)).toMatchObject({ reason: 'conversion-timeout' });
  expect(call.given).toEqual([20_000, 20_000, 20_000, 20_000, 20_000, 3_000]);
  expect(call.left()).toBe(15_000);
});

test('gives the documents of a second object in the same call the remaining time', async () => {
  const call = callWith(70_000);
  for (let i = 0; i < 4; i++) await call.converter.convert(job);
  expect(call.given).toEqual([20_000, 20_000, 15_000]);
});

test.each([
  ['their own limit if there is enough', 1_769, 512, 512],
  ['at most what the function can spare', 1_769, 8_192, 969],
  ['the minimum for a PDF in a small function', 512, 512, 96],
])('sets the memory limit of documents to %s', async (_, hasMb, memoryMb, expected) => {
  const given: number[] = [];
  const converter: Converter = {
    async convert(request) {
      given.push(request.limits.memoryMb);
      return { reason: 'conversion-failed', detail: '' };
    },
    close: async () => {},
  };
  const call = lambdaConverter({ getRemainingTimeInMillis: () => 118_000 }, converter, hasMb);
  await call.convert({ ...job, limits: { ...limits, memoryMb } });
  expect(given).toEqual([expected]);
});

test('throws if too little time is left, so that the message is requeued', async () => {
  await expect(callWith(60_000).converter.convert(job)).rejects.toThrow(TooLittleTimeError);
});
