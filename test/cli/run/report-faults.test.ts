import { expect, test } from 'vitest';
import { describeError } from '../../../cli/describe-error.ts';
import { createFaultReporter } from '../../../cli/run/report-faults.ts';
import { LocalFaultError } from '../../../shared/http/local-fault.ts';

function reporter() {
  let now = 1_000;
  const lines: string[] = [];
  const report = createFaultReporter({ now: () => now }, (line) => lines.push(line));
  return { report, lines, pass: (ms: number) => (now += ms) };
}

const refused = (address: string) => new LocalFaultError('EMFILE', new Error(`connect EMFILE ${address}`));

test('reports a fault of this machine once a minute, with what to do', () => {
  const { report, lines, pass } = reporter();
  for (let i = 0; i < 1_235; i++) report(refused(`192.0.2.${i}`));
  const advice = 'raise the limit (`ulimit -n`), or lower `concurrency`';
  const first = `this machine cannot send requests (connect EMFILE 192.0.2.0); ${advice}`;
  expect(lines).toEqual([first]);
  pass(60_000);
  report(refused('192.0.2.7'));
  const second = `this machine cannot send requests (connect EMFILE 192.0.2.7); ${advice}; 1,234 more since the last report`;
  expect(lines).toEqual([first, second]);
});

test('reports different faults, and each of the others', () => {
  const { report, lines } = reporter();
  report(refused('192.0.2.1'));
  report(new LocalFaultError('ENETDOWN', new Error('connect ENETDOWN')));
  report(new Error('the service is busy'));
  report(new Error('the service is busy'));
  expect(lines).toHaveLength(4);
});

test.each([
  'Cannot read package config /a/package.json: too many open files.',
  'Worker initialization failure: EMFILE',
  'EMFILE',
])('says what to do about a thread that does not start: %s', (message) => {
  expect(describeError(new Error(message))).toEqual({
    lines: ['too many open files (EMFILE); raise the limit (`ulimit -n`)'],
    code: 3,
  });
});
