import type { ScoredSeed } from '../../../shared/classify/find-seeds/scored-seed.ts';
import { hostOf } from '../../../shared/url/url.ts';
import type { CheckedSeed } from './page-check.ts';

/** Number of hosts whose pages are fetched at the same time. A host gets one request at a time. */
const CONCURRENT_HOSTS = 8;

/** Checks the pages of candidates. @returns the results in the order of the candidates */
export async function checkPages(
  seeds: readonly ScoredSeed[],
  check: (seed: ScoredSeed) => Promise<CheckedSeed>,
): Promise<CheckedSeed[]> {
  const results: CheckedSeed[] = [];
  const waiting = [...Map.groupBy(seeds.entries(), ([, { url }]) => hostOf(url)).values()];
  const work = async (): Promise<void> => {
    for (let host = waiting.shift(); host; host = waiting.shift())
      for (const [i, seed] of host) results[i] = await check(seed);
  };
  await Promise.all(Array.from({ length: CONCURRENT_HOSTS }, work));
  return results;
}
