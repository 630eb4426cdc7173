import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromThread, ToThread } from '../../../../cli/run/threads/pipeline-thread.ts';
import {
  CUT_GRACE_MS,
  INTERRUPTED_STAGES_MS,
  type StageWorker,
  stageWorkers,
  startThreads,
  THREAD_COUNT,
} from '../../../../cli/run/threads/threads.ts';

/** A thread that does what the test says. `log`: what it was told. */
type Scripted = { events: EventEmitter; log: (ToThread | 'terminate')[]; post(message: FromThread): void };

const { start } = stageWorkers;
let workers: Scripted[];
let reported: string[];
beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  reported = [];
  stageWorkers.start = () => {
    const events = new EventEmitter();
    const log: Scripted['log'] = [];
    workers.push({ events, log, post: (message) => void events.emit('message', message) });
    return Object.assign(events, {
      postMessage: (message: ToThread) => void log.push(message),
      terminate() {
        log.push('terminate');
        events.emit('exit', 1);
      },
    }) satisfies StageWorker;
  };
});
afterEach(() => {
  vi.useRealTimers();
  stageWorkers.start = start;
});

const startScripted = () =>
  startThreads(
    'folder',
    { now: () => 1, reading: {} },
    {
      ...{ onProgress() {}, onLearned() {}, onRetrained() {}, onError() {} },
      onCrash: ({ receipt }) => reported.push(`crash of ${receipt}`),
      async onCut({ receipt }) {
        await undefined;
        reported.push(`cut of ${receipt}`);
      },
      onExit: ({ message }) => reported.push(message),
    },
  );

const STARTED: FromThread = { started: { stage: 'captures', crawl: 'bog', key: 'k', receipt: 'r1' } };

// When the interrupt aborts: before the end begins, or during it.
test.each([
  ['before', 0],
  ['while', 1_000_000],
])(
  'an interrupt %s threads end ends them after a limit, and waits until their messages are released',
  async (_, afterMs) => {
    const threads = startScripted();
    workers[0]!.post(STARTED);
    const interrupt = new AbortController();
    if (afterMs === 0) interrupt.abort();
    const ended = threads.end(interrupt.signal);
    await vi.advanceTimersByTimeAsync(afterMs);
    interrupt.abort();
    await vi.advanceTimersByTimeAsync(INTERRUPTED_STAGES_MS - 1);
    expect(workers.map(({ log }) => log)).toEqual(Array(THREAD_COUNT).fill(['end']));
    await vi.advanceTimersByTimeAsync(1);
    expect(workers.map(({ log }) => log)).toEqual(Array(THREAD_COUNT).fill(['end', 'cut']));
    await vi.advanceTimersByTimeAsync(CUT_GRACE_MS);
    await ended;
    expect(workers.map(({ log }) => log)).toEqual(Array(THREAD_COUNT).fill(['end', 'cut', 'terminate']));
    expect(reported).toEqual(['cut of r1']);
  },
);

test('without an interrupt, and before the limit, threads finish their messages', async () => {
  for (const interrupt of [undefined, new AbortController().signal, AbortSignal.abort()]) {
    workers = [];
    const threads = startScripted();
    const ended = threads.end(interrupt);
    for (const { events } of workers) events.emit('exit', 0);
    await ended;
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(workers.map(({ log }) => log)).toEqual(Array(THREAD_COUNT).fill(['end']));
  }
  expect(reported).toEqual([]);
});

test('a crash is reported while threads end', async () => {
  const threads = startScripted();
  workers[0]!.post(STARTED);
  const ended = threads.end();
  for (const { events } of workers) events.emit('exit', 7);
  await ended;
  expect([reported, workers.length]).toEqual([['crash of r1'], THREAD_COUNT]);
});
