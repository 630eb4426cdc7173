import { readFolder } from './read-folder.ts';

/** First parts of the names of the counts that clean, classify and index add with each message that they have processed. */
const STAGE_COUNTS = /^(?:clean|verdict|record)\./;

/** Returns the sum of what the stages have counted of all crawls of a folder; 0 without a folder. It grows with each object that has pages or records. */
export function countProcessed(dir: string): Promise<number> {
  return readFolder(dir, 0, async ({ control }) => {
    const counts = (await control.list()).flatMap((one) => Object.entries(one.counts));
    return counts.reduce((sum, [name, n]) => (STAGE_COUNTS.test(name) ? sum + n : sum), 0);
  });
}
