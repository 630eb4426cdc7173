import type { Stores } from '../../run/wiring.ts';

/** First parts of the names of the counts that clean, classify and index add with each message that they have processed. */
const STAGE_COUNTS = /^(?:clean|verdict|record)\./;

/** Returns the sum of what the stages have counted of all crawls of a folder. It grows with each object that has pages or records. */
export async function countProcessed({ control }: Pick<Stores, 'control'>): Promise<number> {
  const counts = (await control.list()).flatMap((one) => Object.entries(one.counts));
  return counts.reduce((sum, [name, n]) => (STAGE_COUNTS.test(name) ? sum + n : sum), 0);
}
