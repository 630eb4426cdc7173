import { expect, test } from 'vitest';
import { requeueCrashed } from '../../../cli/run/requeue-crashed.ts';
import type { ObjectQueueName } from '../../../shared/ports/messages.ts';

/** Queues that record the calls. */
function queues() {
  const done: string[] = [];
  const queue = {
    nack: async () => void done.push('nack'),
    deadLetter: async () => void done.push('dead letter'),
  };
  return { done, stores: { captures: queue, documents: queue, records: queue } as never };
}

// stage · crashes until its message becomes a dead letter
test.each<[ObjectQueueName, number]>([
  ['captures', 5],
  ['documents', 2],
  ['records', 2],
])('makes a message of %s a dead letter after %i crashes, and reports it', async (stage, crashes) => {
  const { done, stores } = queues();
  const events: string[] = [];
  const onCrash = requeueCrashed(stores, {
    onRetry: () => void events.push('retry'),
    onDeadLetter: (message) => void events.push(message),
    onFatal: (error) => void events.push(`fatal: ${error}`),
  });
  for (let i = 0; i < crashes; i++) {
    onCrash({ stage, crawl: 'bogs', key: 'k', receipt: 'r1' }, new Error('code 7'));
    onCrash({ stage, crawl: 'bogs', key: 'k', receipt: `other${i}` }, new Error('code 7'));
  }
  await new Promise(setImmediate);
  expect(done.filter((call) => call === 'dead letter')).toHaveLength(1);
  expect(events.filter((event) => event !== 'retry')).toEqual([`${stage} of bogs: code 7`]);
  expect(events.filter((event) => event === 'retry')).toHaveLength(2 * crashes - 1);
});
