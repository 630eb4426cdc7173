import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoError, type Input } from '../aws/dynamo/memory-dynamo.ts';

/** Performs an operation. `attempts`: how often the SDK sent it; absent: once. */
export type DirectCall = (
  operation: string,
  input: Input,
) => Promise<{ answer: Input | DynamoError; attempts?: number }>;

type Command = { constructor: { name: string }; input: Input };

/**
 * Returns a client that calls `call` instead of the SDK's code for requests, which waits for timers and streams: all waiting of a run
 * is in the hands of its world.
 */
export function directClient(call: DirectCall): DynamoDBClient {
  const send = async ({ constructor: { name }, input }: Command) => {
    const { answer, attempts = 1 } = await call(name.replace(/Command$/, ''), input);
    const $metadata = { attempts };
    if (!(answer instanceof DynamoError)) return { ...answer, $metadata };
    const { type, message, item } = answer;
    if (type !== 'ConditionalCheckFailedException') throw answer;
    throw new ConditionalCheckFailedException({ message, $metadata, ...(item && { Item: item as never }) });
  };
  // The paginators of the SDK ask for an instance.
  return Object.assign(new DynamoDBClient({ region: 'simulation' }), { send });
}
