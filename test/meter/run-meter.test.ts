import { beforeEach, expect, test } from 'vitest';
import { type RunMeter, runMeter } from '../../shared/meter/run-meter.ts';

let now: number;
let meter: RunMeter;
beforeEach(() => {
  now = 1_000_000;
  meter = runMeter({ now: () => now }, 512);
});

test("a run's time is billed by its memory", () => {
  meter.start();
  now += 4_000;
  expect(meter.end()).toEqual({ 'lambda.run.invocations': 1, 'lambda.run.gb-s': 2 });
});

test('what is taken in the middle of a run is what was used until then, and does not come again', () => {
  meter.start();
  meter.count('s3.PutObject.puts', 1);
  now += 2_000;
  expect(meter.drain()).toEqual({ 'lambda.run.invocations': 1, 's3.PutObject.puts': 1, 'lambda.run.gb-s': 1 });
  now += 1_000;
  expect(meter.drain()).toEqual({ 'lambda.run.gb-s': 0.5 });
  expect(meter.end()).toEqual({ 'lambda.run.invocations': 1, 's3.PutObject.puts': 1, 'lambda.run.gb-s': 1.5 });
});

test('the rest of a run comes with what is taken next; the time between two runs is nobody’s', () => {
  meter.start();
  meter.drain();
  now += 1_000;
  meter.end();
  now += 60_000;
  meter.start();
  expect(meter.drain()).toEqual({ 'lambda.run.invocations': 1, 'lambda.run.gb-s': 0.5 });
});

test('what could not be told is taken once more', () => {
  meter.count('a.b.c', 2);
  meter.restore(meter.drain());
  meter.count('a.b.c', 1);
  expect(meter.drain()).toEqual({ 'a.b.c': 3 });
});

test('where nobody bills time, none is counted; a clock that is set back takes nothing away', () => {
  const free = runMeter({ now: () => now }, 0);
  free.start();
  now += 1_000;
  expect(free.end()).toEqual({ 'lambda.run.invocations': 1 });
  meter.start();
  now -= 5_000;
  expect(meter.end()).toEqual({ 'lambda.run.invocations': 1 });
});
