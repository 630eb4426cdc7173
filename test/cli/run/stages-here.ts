import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll } from 'vitest';
import type { ThreadData } from '../../../cli/run/threads/pipeline-thread.ts';
import { type StageWorker, stageWorkers } from '../../../cli/run/threads/threads.ts';

const inThread = stageWorkers.start;

/**
 * Runs the stages of a crawl or an import in the thread of the test. A new thread takes half a second of CPU to load their modules.
 * Messages are copied as between threads.
 */
export function startHere(workerData: ThreadData): StageWorker {
  const { port1, port2 } = new MessageChannel();
  const events = new EventEmitter();
  let code = 0;
  port1.on('message', (message) => events.emit('message', message));
  // All messages have arrived when the other port has closed.
  port1.on('close', () => events.emit('exit', code));
  void import('../../../cli/run/threads/pipeline-thread.ts')
    .then(({ runPipelineThread }) => runPipelineThread(port2, workerData))
    .catch((error: Error) => {
      code = 1;
      events.emit('error', error);
      port2.close();
    });
  // The thread of the test cannot be ended: it finishes its message.
  const terminate = () => undefined;
  return Object.assign(events, { postMessage: (message: unknown) => port1.postMessage(message), terminate });
}

/** Declares that the tests of this file start threads as the product does. */
export function withThreads(): void {
  beforeAll(() => {
    stageWorkers.start = inThread;
  });
  afterAll(() => {
    stageWorkers.start = startHere;
  });
}
