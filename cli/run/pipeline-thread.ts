/** Thread that cleans, classifies and indexes with its own database connections. The main thread wakes and ends it. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPipeline, type MessageInProgress } from './pipeline.ts';
import { openStores } from './wiring.ts';

export type ToThread = 'wake' | 'end';
/** `started` is posted before each message is processed, one of the others after it. */
export type FromThread =
  | { started: MessageInProgress }
  | { worked: true }
  | { error: { message: string; code: string | undefined } }
  | { idle: true };

/** Longest wait of an idle thread. Retried messages become visible without a notification, so the thread polls. */
const IDLE_POLL_MS = 500;

const port = parentPort!;
const stores = openStores((workerData as { dir: string }).dir);
const work = createPipeline(stores, (started) => post({ started }));
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
