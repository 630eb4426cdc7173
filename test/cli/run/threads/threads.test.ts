import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FromThread, ToThread } from '../../../../cli/run/threads/pipeline-thread.ts';
import { type StageWorker, stageWorkers, startThreads, THREAD_COUNT } from '../../../../cli/run/threads/threads.ts';

/** A thread that does what the test says. `log`: what it was told. */
type Scripted = { events: EventEmitter; log: (ToThread | 'terminate')[]; post(message: FromThread): void };

const { start } = stageWorkers;
let workers: Scripted[];
let reported: string[];
beforeEach(() => {
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
  stageWorkers.start = start;
});

const startScripted = () =>
  startThreads(
    'folder',
    { now: () => 1, reading: {} },
    {
      ...{ onProgress() {}, onLearned() {}, onRetrained() {}, onError() {} },
      onCrash: ({ receipt }) => reported.push(`crash of ${receipt}`),
      onExit: ({ message }) => reported.push(message),
    },
  );

const STARTED: FromThread = { started: { stage: 'captures', crawl: 'bog', receipt: 'r1' } };

test('ends threads that take longer than the limit without reporting a crash, and starts no others', async () => {
  const threads = startScripted();
  workers[0]!.post(STARTED);
  await threads.end(1);
  expect(workers.map(({ log }) => log)).toEqual(Array(THREAD_COUNT).fill(['end', 'terminate']));
  expect(reported).toEqual([]);
});

test('without a limit, and within it, threads finish their messages', async () => {
  for (const withinMs of [undefined, 1_000_000]) {
    workers = [];
    const threads = startScripted();
    const ended = threads.end(withinMs);
    for (const { events } of workers) events.emit('exit', 0);
    await ended;
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
