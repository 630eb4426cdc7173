import { z } from 'zod';
import type { Clock } from '../shared/ports/clock.ts';
import type { ReindexMessage } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { type Answer, wrong } from './answer.ts';

/** Asks that all records of a crawl are written again, under a new index. */
export const ReindexRequest = z.strictObject({ action: z.literal('reindex'), crawl: z.string() });

/** Only begins it: the function that writes records goes on until it is done. */
export async function reindexAction(
  crawl: string,
  { records, clock }: { records?: Pick<Queue<ReindexMessage>, 'send'>; clock: Clock },
): Promise<Answer> {
  if (!records) return wrong(409, 'this stack has no search engine: deploy it with another `search`');
  const at = clock.now();
  await records.send([{ crawl, reindex: { at } }]);
  return { status: 200, body: { crawl, at } };
}
