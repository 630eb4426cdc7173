import { type DynamoCall, DynamoError, type Input } from '../aws/dynamo/memory-dynamo.ts';
import { unreliableDynamo } from '../aws/dynamo/unreliable-dynamo.ts';
import type { DirectCall } from './direct-dynamo.ts';
import { PlannedFault } from './worker.ts';
import type { World } from './world.ts';

/** Probability that a request takes time before it has effect. Its answer takes none, so that a run's records follow at once. */
const LAG_RATE = 0.3;
/** Probability that the answer to a write is lost, so that the SDK sends it again. */
const REPEATED_RATE = 0.05;
/** Longest time until eventually consistent reads see a write: far longer than usual, so that visits meet stale heads. Seconds. */
const REPLICATED_WITHIN_S = 60;

const WRITES = new Set(['UpdateItem', 'BatchWriteItem']);

/** Passes on calls, and brings the replicas up to date some time after each write. */
export function replicated(world: World, memory: DynamoCall): { call: DynamoCall; changes: () => number } {
  const dynamo = unreliableDynamo(memory, { stale: true });
  let changes = 0;
  let isPlanned = false;
  const settle = () => {
    isPlanned = false;
    void dynamo.settle();
  };
  const call: DynamoCall = (operation, input) => {
    if (WRITES.has(operation)) {
      changes++;
      if (!isPlanned) world.at(world.random() * REPLICATED_WITHIN_S, settle);
      isPlanned = true;
    }
    return dynamo.call(operation, input);
  };
  return { call, changes: () => changes };
}

/**
 * Requests of workers: they take time, and answers to writes get lost.
 *
 * @param faultRate probability that a request fails without effect, also after retries
 */
export function overNetwork(world: World, call: DynamoCall, faultRate: number): DirectCall {
  const lag = (seconds: number): Promise<void> | undefined =>
    world.random() < LAG_RATE ? new Promise((resolve) => world.at(seconds, resolve)) : undefined;
  const soon = () => world.random() * 0.2;
  return async (operation, input) => {
    await lag(world.random() < 0.02 ? world.random() * 40 : soon());
    if (faultRate > 0 && world.random() < faultRate) throw new PlannedFault(operation);
    let answer = await answerOf(call, operation, input);
    let attempts = 1;
    for (; WRITES.has(operation) && world.random() < REPEATED_RATE; attempts++) {
      await lag(soon());
      answer = await answerOf(call, operation, input);
    }
    return { answer, attempts };
  };
}

/** Requests that take no time. Their reads see all writes. */
export const atOnce =
  (call: DynamoCall, memory: DynamoCall): DirectCall =>
  async (operation, input) => ({ answer: await answerOf(WRITES.has(operation) ? call : memory, operation, input) });

async function answerOf(call: DynamoCall, operation: string, input: Input): Promise<Input | DynamoError> {
  try {
    return await call(operation, input);
  } catch (error) {
    if (error instanceof DynamoError) return error;
    throw error;
  }
}
