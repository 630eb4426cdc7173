/** Thread that cleans, classifies and indexes with its own database connections. The main thread wakes and ends it. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { postableError, type StorageError } from '../folder/storage-fault.ts';
import { createPipeline, type MessageInProgress, type SettingsReading } from '../pipeline.ts';
import { openStores } from '../wiring.ts';

/**
 * `since`: current time of the run, epoch ms. `trains`: the thread trains models again when it is time. `reading`: `validKey` is
 * that of the settings that the main thread has validated.
 */
export type ThreadData = { dir: string; since: number; trains: boolean; reading: SettingsReading };

/** `cut`: after `end`. The thread is ended soon, so it kills the external program that it runs. */
export type ToThread = 'wake' | 'end' | 'cut';
/** `started` is posted before each message is processed, `learned` and `retrained` meanwhile, one of the others after it. */
export type FromThread =
  | { started: MessageInProgress }
  | { worked: true }
  | { error: StorageError; isDead: boolean }
  | { idle: true }
  | { learned: { crawl: string; delta: Uint8Array } }
  | { retrained: string };

/** Longest wait of an idle thread. Retried messages become visible without a notification, so the thread polls. */
const IDLE_POLL_MS = 500;

if (parentPort) await runPipelineThread(parentPort, workerData as ThreadData);

/** Processes messages until the port says `end`. */
export async function runPipelineThread(port: MessagePort, { dir, since, trains, reading }: ThreadData): Promise<void> {
  const post = (message: FromThread) => port.postMessage(message);
  const stores = openStores(dir, 'write', since);
  const work = createPipeline(
    stores,
    {
      onStart: (started) => post({ started }),
      onLearned: (crawl, delta) => post({ learned: { crawl, delta } }),
      ...(trains && { onRetrained: (message: string) => post({ retrained: message }) }),
    },
    reading,
  );
  let ending = false;
  let wake = () => {};

  port.on('message', (message: ToThread) => {
    if (message === 'end') ending = true;
    if (message === 'cut') work.interrupt();
    wake();
  });

  while (!ending) {
    const worked = await work.next();
    if (worked && 'error' in worked) {
      const error = postableError(worked.error);
      const message = `${worked.stage} of ${worked.crawl}: ${error.message}`;
      post({ error: { ...error, message }, isDead: worked.isDead ?? false });
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
}
