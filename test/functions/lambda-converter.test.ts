import { expect, test } from 'vitest';
import { converterFor } from '../../functions/lambda-converter.ts';
import type { Converter, ConvertJob } from '../../shared/ports/converter.ts';

const limits = { timeoutMs: 20_000, memoryMb: 512, unpackedBytes: 1e8, maxText: 1e6, maxLinks: 100 };
const job: ConvertJob = { bytes: new Uint8Array(1), mimeType: 'application/pdf', contentType: '', limits };

/** Documents that take as long as they may, in a call that has so many milliseconds left. */
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
  return { given, converter: converterFor({ getRemainingTimeInMillis: () => left }, slow), left: () => left };
}

test('documents of one object share a time, so that a message does not fail for them again and again', async () => {
  const call = callWith(118_000);
  for (let i = 0; i < 4; i++) expect(await call.converter.convert(job)).toMatchObject({ reason: 'conversion-timeout' });
  expect(call.given).toEqual([20_000, 20_000, 10_000]);
  expect(call.left()).toBeGreaterThan(60_000);
});

test.each([
  ['as much as they ask for where it is there', 1_769, 512, 512],
  ['no more than the function has to spare', 1_769, 8_192, 1_069],
  ['as much as a PDF needs in a small function', 512, 512, 96],
])('documents take %s', async (_, hasMb, memoryMb, expected) => {
  const given: number[] = [];
  const converter: Converter = {
    async convert(asked) {
      given.push(asked.limits.memoryMb);
      return { reason: 'conversion-failed', detail: '' };
    },
    close: async () => {},
  };
  const call = converterFor({ getRemainingTimeInMillis: () => 118_000 }, converter, hasMb);
  await call.convert({ ...job, limits: { ...limits, memoryMb } });
  expect(given).toEqual([expected]);
});

test('a message whose documents find too little time left comes again, instead of losing them', async () => {
  await expect(callWith(60_000).converter.convert(job)).rejects.toThrow('too little time');
});
