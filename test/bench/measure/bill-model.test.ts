import { expect, test } from 'vitest';
import { ARM, FETCH_MS, type FunctionRun, PAUSE_MS, timeOf, usageOf } from '../../../bench/measure/bill-model.ts';

const call = (cpuMs: number, usage: Record<string, number> = {}) => ({ usage, cpuMs, wallMs: 0, rssMb: 0, errors: [] });
const run = (more: Partial<FunctionRun>): FunctionRun => ({ name: 'clean', memoryMb: 1_769, calls: [], ...more });

test('a stage computes and waits for its calls one after the other', () => {
  const { seconds } = timeOf(
    run({ calls: [call(1_000, { 's3.GetObject.gets': 10, 'sqs.SendMessageBatch.requests': 1 })] }),
  );
  expect(seconds).toBeCloseTo(ARM + 0.3 + 0.01);
});

test('half the memory is half a processor: it takes twice as long, and costs the same', () => {
  const whole = timeOf(run({ calls: [call(1_000)] }));
  const half = timeOf(run({ memoryMb: 884.5, calls: [call(1_000)] }));
  expect(half.seconds).toBeCloseTo(2 * whole.seconds);
  expect(half.gbSeconds).toBeCloseTo(whole.gbSeconds);
  expect(timeOf(run({ memoryMb: 3_538, calls: [call(1_000)] })).seconds).toBeCloseTo(whole.seconds);
});

test('a call that fetches lasts as long as its slowest host, and waits for its object then', () => {
  const page = (FETCH_MS + PAUSE_MS) / 1000;
  const { seconds, busy } = timeOf(run({ memoryMb: 1_024, calls: [call(10)], visits: [[10, 40, 40]] }));
  expect(seconds).toBeCloseTo(0.5 + 40 * page + PAUSE_MS / 1000);
  expect(busy).toBeCloseTo((3 * 0.5 + 90 * page) / (3 * seconds));
});

test('a call that computes longer than its hosts wait lasts as long as that', () => {
  expect(timeOf(run({ calls: [call(100_000)], visits: [[1]] })).seconds).toBeCloseTo(100 * ARM);
});

test('what the functions counted is used as it is; their time is the modelled one', () => {
  const calls = [call(1_000, { 's3.PutObject.puts': 2, 'lambda.run.gb-s': 99, 'lambda.run.invocations': 1 })];
  const usage = usageOf([run({ calls }), run({ calls })], 10);
  expect(usage).toMatchObject({ 's3.PutObject.puts': 4, 'lambda.run.invocations': 2 });
  expect(usage['lambda.run.gb-s']).toBeCloseTo(2 * timeOf(run({ calls })).gbSeconds);
  expect(usage['network.Fetch.bytes-out']).toBeGreaterThan(0);
});
