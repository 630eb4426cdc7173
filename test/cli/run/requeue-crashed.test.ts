import { expect, test } from 'vitest';
import type { MessageInProgress } from '../../../cli/run/pipeline.ts';
import { requeueCrashed } from '../../../cli/run/requeue-crashed.ts';

/** Queues that note what is asked of them. */
function queues() {
  const done: string[] = [];
  const queue = {
    giveBack: async () => void done.push('given back'),
    bury: async () => void done.push('buried'),
  };
  return { done, stores: { captures: queue, documents: queue, records: queue } as never };
}

// stage · ends of its threads until a message is given up
test.each<[MessageInProgress['stage'], number]>([
  ['captures', 5],
  ['documents', 2],
  ['records', 2],
])('a message of %s is put with the dead letters when %i threads have ended on it, and told', async (stage, ends) => {
  const { done, stores } = queues();
  const told: string[] = [];
  const lost = requeueCrashed(stores, {
    again: () => void told.push('again'),
    buried: (message) => void told.push(message),
    failed: (error) => void told.push(`failed: ${error}`),
  });
  for (let i = 0; i < ends; i++) {
    lost({ stage, crawl: 'bogs', receipt: 'r1' }, new Error('code 7'));
    lost({ stage, crawl: 'bogs', receipt: `other${i}` }, new Error('code 7'));
  }
  await new Promise(setImmediate);
  expect(done.filter((what) => what === 'buried')).toHaveLength(1);
  expect(told.filter((what) => what !== 'again')).toEqual([`${stage} of bogs: code 7`]);
  expect(told.filter((what) => what === 'again')).toHaveLength(2 * ends - 1);
});
