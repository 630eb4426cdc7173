/** A thread that cleans, classifies and indexes, with connections of its own. The main thread wakes it up and ends it. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPipeline, type MessageInProgress } from './pipeline.ts';
import { openStores } from './wiring.ts';

export type ToThread = 'wake' | 'end';
/** `begun` comes before each message's work, one of the others after it. */
export type FromThread =
  | { begun: MessageInProgress }
  | { worked: true }
  | { error: { message: string; code: string | undefined } }
  | { idle: true };

/** Messages that come back after a fault make no noise: somebody has to look. */
const IDLE_POLL_MS = 500;

const port = parentPort!;
const stores = openStores((workerData as { dir: string }).dir);
const work = createPipeline(stores, (begun) => post({ begun }));
let ending = false;
let wake = () => {};

port.on('message', (message: ToThread) => {
  if (message === 'end') ending = true;
  wake();
});

while (!ending) {
  const worked = await work.next();
  if (worked && 'error' in worked) {
    const { message, code } = worked.error as NodeJS.ErrnoException;
    post({ error: { message: `${worked.stage} of ${worked.crawl}: ${message}`, code } });
  } else if (worked) post({ worked: true });
  else {
    post({ idle: true });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_POLL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
await work.close();
stores.close();
port.close();

function post(message: FromThread): void {
  port.postMessage(message);
}
