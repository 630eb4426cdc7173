import { expect, test } from 'vitest';
import { describeError } from '../../../cli/describe-error.ts';
import { createFaultLimit } from '../../../cli/run/fault-limit.ts';
import { LocalFaultError } from '../../../shared/http/local-fault.ts';

const FAULT = new LocalFaultError('EMFILE', new Error('connect EMFILE'));

test('ends a run after ten minutes of faults, and says what to do', () => {
  let now = 1_000;
  const limit = createFaultLimit({ now: () => now }, 'no page was fetched');
  for (let i = 0; i < 60; i++, now += 10_000) expect(limit.recordFault(FAULT)).toBeUndefined();
  expect(describeError(limit.recordFault(FAULT))).toEqual({
    lines: [
      'no page was fetched for 10 minutes: this machine cannot send requests (connect EMFILE). Run the command again when this is fixed; nothing is lost',
      'too many open files (EMFILE); raise the limit (`ulimit -n`)',
    ],
    code: 3,
  });
});

test('starts anew after each fetched page', () => {
  let now = 0;
  const limit = createFaultLimit({ now: () => now }, 'no page was fetched');
  for (let i = 0; i < 500; i++, now += 60_000) {
    expect(limit.recordFault(FAULT)).toBeUndefined();
    if (i % 8 === 7) limit.recordSuccess();
  }
});

test('starts anew after more than two minutes without a fault, as after a sleep', () => {
  let now = 0;
  const limit = createFaultLimit({ now: () => now }, 'no page was fetched');
  for (let i = 0; i < 59; i++, now += 10_000) expect(limit.recordFault(FAULT)).toBeUndefined();
  for (const gap of [8 * 3_600_000, 121_000, 500_000]) {
    now += gap;
    expect(limit.recordFault(FAULT)).toBeUndefined();
  }
});
