import { expect, test } from 'vitest';
import {
  ARM_CPU_FACTOR,
  type FunctionRun,
  modelTime,
  PAUSE_MS,
  RESPONSE_MS,
  totalUsage,
} from '../../../bench/measure/bill-model.ts';

const call = (cpuMs: number, usage: Record<string, number> = {}) => ({ usage, cpuMs, wallMs: 0, rssMb: 0, errors: [] });
const run = (more: Partial<FunctionRun>): FunctionRun => ({ name: 'clean', memoryMb: 1_769, calls: [], ...more });

test('adds computing time and waiting time of a stage', () => {
  const { seconds } = modelTime(
    run({ calls: [call(1_000, { 's3.GetObject.gets': 10, 'sqs.SendMessageBatch.requests': 1 })] }),
  );
  expect(seconds).toBeCloseTo(ARM_CPU_FACTOR + 0.3 + 0.01);
});

test('doubles the duration at half the memory, at the same cost', () => {
  const whole = modelTime(run({ calls: [call(1_000)] }));
  const half = modelTime(run({ memoryMb: 884.5, calls: [call(1_000)] }));
  expect(half.seconds).toBeCloseTo(2 * whole.seconds);
  expect(half.gbSeconds).toBeCloseTo(whole.gbSeconds);
  expect(modelTime(run({ memoryMb: 3_538, calls: [call(1_000)] })).seconds).toBeCloseTo(whole.seconds);
});

test('ends a fetch call with its slowest host and the time to store its object', () => {
  const page = (RESPONSE_MS + PAUSE_MS) / 1000;
  const { seconds, busy } = modelTime(run({ memoryMb: 1_024, calls: [call(10)], visits: [[10, 40, 40]] }));
  expect(seconds).toBeCloseTo(0.5 + 40 * page + PAUSE_MS / 1000);
  expect(busy).toBeCloseTo((3 * 0.5 + 90 * page) / (3 * seconds));
});

test('uses the computing time of a fetch call if it exceeds the waiting time', () => {
  expect(modelTime(run({ calls: [call(100_000)], visits: [[1]] })).seconds).toBeCloseTo(100 * ARM_CPU_FACTOR);
});

test('keeps counted units and replaces measured time with modelled time', () => {
  const calls = [call(1_000, { 's3.PutObject.puts': 2, 'lambda.run.gb-s': 99, 'lambda.run.invocations': 1 })];
  const usage = totalUsage([run({ calls }), run({ calls })], 10);
  expect(usage).toMatchObject({ 's3.PutObject.puts': 4, 'lambda.run.invocations': 2 });
  expect(usage['lambda.run.gb-s']).toBeCloseTo(2 * modelTime(run({ calls })).gbSeconds);
  expect(usage['network.Fetch.bytes-out']).toBeGreaterThan(0);
});
