/** Thread that answers searches with its own database connections, so that a long one does not block the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { postableError, type StorageError } from '../run/folder/storage-fault.ts';
import { readOnlyStores } from './read-only-stores.ts';
import type { SearchCalls } from './search-calls.ts';
import { searchCalls } from './search-calls.ts';

export type ToSearchThread = { call: keyof SearchCalls; args: readonly unknown[] };
/** `ready` is posted once, when calls are answered at once; one of the others for each call, in their order. */
export type FromSearchThread = { ready: true } | { result: unknown } | { error: StorageError & { name: string } };

const port = parentPort!;
const stores = readOnlyStores(String(workerData), searchCalls);

port.on('message', async ({ call, args }: ToSearchThread) => {
  try {
    const work = (calls: SearchCalls) => (calls[call] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    post({ result: await stores.run(work) });
  } catch (error) {
    post({ error: { name: error instanceof Error ? error.name : 'Error', ...postableError(error) } });
  }
});
post({ ready: true });

function post(message: FromSearchThread): void {
  port.postMessage(message);
}
