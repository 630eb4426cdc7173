import { UsageError } from '../command.ts';
import type { DeadQueues } from '../dead-letters.ts';
import type { DeadQueue } from './request.ts';
import { type Resource, resourcesOf } from './services.ts';
import type { Stack } from './target.ts';

/** Which stage works on the messages of a queue; its name begins the names of its two queues in the template. */
const STAGE: Record<string, string> = { captures: 'Clean', documents: 'Classify', records: 'Index' };

/** Those of a stack, whose addresses are asked of CloudFormation: queues take who is called, not what they are for. */
export async function deadQueuesOf({ aws, stack }: Stack): Promise<DeadQueues> {
  const queues = queuesIn(await resourcesOf(aws, stack));
  if (queues.size === 0) throw new UsageError(`the stack ${stack} in ${aws.region} has no queues of dead letters`);
  const each = async <A>(ask: (queue: DeadQueue) => Promise<A>) => {
    const answers = new Map<string, A>();
    for (const [name, queue] of queues) answers.set(name, await ask(queue));
    return answers;
  };
  return {
    letters: (max) => each((queue) => aws.deadLetters(queue, max)),
    redrive: (max) => each((queue) => aws.redrive(queue, max)),
  };
}

/** A stack without search has none of records. */
export function queuesIn(resources: readonly Resource[]): Map<string, DeadQueue> {
  const addressOf = (start: string) =>
    resources.find(({ type, logicalId }) => type === 'AWS::SQS::Queue' && logicalId.startsWith(start))?.physicalId;
  const found = Object.entries(STAGE).flatMap(([name, stage]): [string, DeadQueue][] => {
    const [dead, target] = [addressOf(`${stage}GivenUp`), addressOf(`${stage}Queue`)];
    return dead && target ? [[name, { dead, target }]] : [];
  });
  return new Map(found);
}
