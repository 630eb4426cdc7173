import type { ObjectQueueName } from '../../shared/ports/messages.ts';
import { UsageError } from '../command.ts';
import type { DeadLetterQueues } from '../dead-letters.ts';
import type { DeadLetterQueue } from './request.ts';
import { listStackResources, type Resource } from './services.ts';
import type { Stack } from './target.ts';

/** Stage that processes each queue. Its name is the prefix of the names of the two queues in the template. */
const STAGE_BY_QUEUE: Record<ObjectQueueName, string> = { captures: 'Clean', documents: 'Classify', records: 'Index' };

/**
 * Opens the dead-letter queues of a stack. CloudFormation lists their URLs.
 *
 * @param only name of a queue. Absent: all
 */
export async function openStackDeadLetters({ aws, stack }: Stack, only?: string): Promise<DeadLetterQueues> {
  const all = findDeadLetterQueues(await listStackResources(aws, stack));
  const queues = new Map([...all].filter(([name]) => only === undefined || name === only));
  if (all.size === 0) throw new UsageError(`stack ${stack} in ${aws.region} has no dead-letter queues`);
  const each = async <A>(ask: (queue: DeadLetterQueue) => Promise<A>) => {
    const answers = new Map<string, A>();
    for (const [name, queue] of queues) answers.set(name, await ask(queue));
    return answers;
  };
  return {
    letters: (max) => each((queue) => aws.deadLetters(queue, max)),
    redrive: (max) => each((queue) => aws.redrive(queue, max)),
    discard: (max) => each((queue) => aws.discard(queue, max)),
    hidden: () => each((queue) => aws.hiddenDeadLetters(queue)),
  };
}

/** Dead letters per queue that are read to count those of one crawl: a hundred requests. */
const MAX_COUNTED = 1_000;

/**
 * Counts the dead letters of one crawl by reading them, because SQS counts those of all crawls together.
 *
 * @param all number of dead letters of all crawls
 * @returns undefined if the user may not read the queues, or if they did not return all dead letters
 */
export async function countDeadLettersOf(crawl: string, stack: Stack, all: number): Promise<number | undefined> {
  const queues = await openStackDeadLetters(stack).catch(() => undefined);
  const found = await queues?.letters(MAX_COUNTED).catch(() => undefined);
  const letters = [...(found?.values() ?? [])].flat();
  if (letters.length < all) return undefined;
  return letters.filter(({ message }) => Object(message).crawl === crawl).length;
}

/** Finds the queues of each stage and their dead-letter queues. A stack without search has none for records. */
export function findDeadLetterQueues(resources: readonly Resource[]): Map<string, DeadLetterQueue> {
  const addressOf = (start: string) =>
    resources.find(({ type, logicalId }) => type === 'AWS::SQS::Queue' && logicalId.startsWith(start))?.physicalId;
  const found = Object.entries(STAGE_BY_QUEUE).flatMap(([name, stage]): [string, DeadLetterQueue][] => {
    const [dead, target] = [addressOf(`${stage}GivenUp`), addressOf(`${stage}Queue`)];
    return dead && target ? [[name, { dead, target }]] : [];
  });
  return new Map(found);
}
