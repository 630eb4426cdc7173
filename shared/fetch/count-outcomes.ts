import { ACCEPTED_COUNT, OUTCOME_PREFIX } from '../frontier/explain/count-heads.ts';
import { countAccepted } from '../frontier/host/manifest.ts';
import type { Counts } from '../ports/control.ts';
import type { HeadChange } from '../ports/frontier.ts';

type Committed = Pick<HeadChange, 'manifest' | 'counts'>;

/** Adds what a commit changed in the numbers of a host's URLs to the counts of its crawl: the sums of large crawls need it. */
export function countOutcomes(totals: Counts, before: Committed, after: Committed): void {
  const add = (name: string, change: number) => {
    if (change !== 0) totals[name] = (totals[name] ?? 0) + change;
  };
  add(ACCEPTED_COUNT, countAccepted(after.manifest) - countAccepted(before.manifest));
  for (const name of new Set([...Object.keys(before.counts), ...Object.keys(after.counts)]))
    add(OUTCOME_PREFIX + name, (after.counts[name] ?? 0) - (before.counts[name] ?? 0));
}
