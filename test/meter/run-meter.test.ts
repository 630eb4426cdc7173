import { beforeEach, expect, test } from 'vitest';
import { type RunMeter, runMeter } from '../../shared/meter/run-meter.ts';

let now: number;
let meter: RunMeter;
beforeEach(() => {
  now = 1_000_000;
  meter = runMeter({ now: () => now }, 512);
});

test('bills the time of a run by its memory', () => {
  meter.start();
  now += 4_000;
  expect(meter.end()).toEqual({ 'lambda.run.invocations': 1, 'lambda.run.gb-s': 2 });
});

test('drains usage in the middle of a run once', () => {
  meter.start();
  meter.count('s3.PutObject.puts', 1);
  now += 2_000;
  expect(meter.drain()).toEqual({ 'lambda.run.invocations': 1, 's3.PutObject.puts': 1, 'lambda.run.gb-s': 1 });
  now += 1_000;
  expect(meter.drain()).toEqual({ 'lambda.run.gb-s': 0.5 });
  expect(meter.end()).toEqual({ 'lambda.run.invocations': 1, 's3.PutObject.puts': 1, 'lambda.run.gb-s': 1.5 });
});

test('drains the rest of a run later, without the time between runs', () => {
  meter.start();
  meter.drain();
  now += 1_000;
  meter.end();
  now += 60_000;
  meter.start();
  expect(meter.drain()).toEqual({ 'lambda.run.invocations': 1, 'lambda.run.gb-s': 0.5 });
});

test('drains restored usage again', () => {
  meter.count('a.b.c', 2);
  meter.restore(meter.drain());
  meter.count('a.b.c', 1);
  expect(meter.drain()).toEqual({ 'a.b.c': 3 });
});

test('counts no time without a memory size, and none for a clock that goes back', () => {
  const free = runMeter({ now: () => now }, 0);
  free.start();
  now += 1_000;
  expect(free.end()).toEqual({ 'lambda.run.invocations': 1 });
  meter.start();
  now -= 5_000;
  expect(meter.end()).toEqual({ 'lambda.run.invocations': 1 });
});
