/** A search thread that computes for ever, ends, or fails, as the query says; otherwise it answers with the query. */
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import type { ToSearchThread } from '../../../cli/serve/search-thread.ts';

parentPort!.on('message', ({ args }: ToSearchThread) => {
  const { q } = args[0] as { q: string };
  while (q === 'endless');
  if (q === 'exit') process.exit(3);
  if (q === 'throw') throw new Error('out of memory');
  parentPort!.postMessage(
    q === 'full' ? { error: { name: 'Error', message: 'disk', errcode: 13 } } : { result: { query: q } },
  );
});
parentPort!.postMessage({ ready: true });
