import { beforeEach, expect, test, vi } from 'vitest';
import { meter } from '../../functions/wiring/wiring-meter.ts';
import { withMetering } from '../../functions/with-metering.ts';

let lines: { event: string; messages?: number; usage?: Record<string, number> }[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(line));
});

const batch = (messages: number) => ({ Records: Array.from({ length: messages }, () => ({})) });
const context = {} as never;

test('logs the usage of each invocation in one line, including the requests of the service for its messages', async () => {
  const handle = withMetering(async () => {
    meter.count('s3.PutObject.puts', 2);
    return 'done';
  });
  expect(await handle(batch(12), context)).toBe('done');
  await handle(batch(1), context);
  expect(lines.map(({ event, messages }) => [event, messages])).toEqual([
    ['run', 12],
    ['run', 1],
  ]);
  expect(lines[0]?.usage).toMatchObject({
    'lambda.run.invocations': 1,
    's3.PutObject.puts': 2,
    'sqs.EventSource.requests': 4,
  });
  expect(lines[1]?.usage).toMatchObject({ 's3.PutObject.puts': 2, 'sqs.EventSource.requests': 2 });
});

test('logs the usage of a failed invocation too; one by a schedule has no messages', async () => {
  const handle = withMetering(() => Promise.reject(new Error('broken')));
  await expect(handle({}, context)).rejects.toThrow('broken');
  expect(lines).toMatchObject([{ event: 'run', messages: 0, usage: { 'lambda.run.invocations': 1 } }]);
  expect(lines[0]?.usage).not.toHaveProperty('sqs.EventSource.requests');
});

test('counts log lines in the next invocation', async () => {
  await withMetering(async () => undefined)({}, context);
  expect(meter.drain()['logs.PutLogEvents.bytes']).toBeGreaterThan(200);
});
