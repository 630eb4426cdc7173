import type { ScoredSeed } from '../../../shared/classify/find-seeds/scored-seed.ts';
import {
  createSeedFinder,
  type SeedFinder,
  type SeedFinderCounts,
} from '../../../shared/classify/find-seeds/seed-finder.ts';
import type { Judge } from '../../../shared/classify/judge.ts';
import { seedRulesOf } from '../../../shared/settings/rules.ts';
import type { SeedSetting, SeedSource } from '../../../shared/settings/seeds.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { isSeedSource } from '../../../shared/settings/stages/web-list.ts';
import { formatNoun } from '../../../shared/text/format-count.ts';
import type { Url } from '../../../shared/url/url.ts';
import { UsageError } from '../../command.ts';
import { createRefusalLog } from '../refusal-log.ts';
import { isPrivateAddress } from '../refused-seed.ts';
import { formatPosition, readSource, type SourcePorts } from '../seed-sources.ts';
import { checkPages } from './check-pages.ts';
import type { CheckedSeed } from './page-check.ts';

export type FindSeedsPorts = SourcePorts & {
  /** Tells whether the crawl knows a URL. */
  isKnown(url: Url): Promise<boolean>;
  /** Judges the page of a candidate; absent: what the source says decides. */
  check?: ((seed: ScoredSeed) => Promise<CheckedSeed>) | undefined;
  /** Ends reading. The best candidates so far are still returned. */
  interrupt: AbortSignal;
  log(line: string): void;
};

export type FindSeedsLimits = { minScore: number; limit: number };

/** `known`: number of good candidates that the crawl knows. `dropped`: number of those whose page is off-topic or not available. */
export type FoundSeeds = {
  seeds: ScoredSeed[];
  counts: SeedFinderCounts & { known: number; dropped: number };
  /** Number of invalid entries, failed queries, and files that could not be read to their end. */
  faults: number;
};

/** Candidates that are kept per seed: some are known to the crawl, or dropped when their page is fetched. */
const CANDIDATES_PER_SEED = 4;

/** Reads all sources as streams and returns the best seeds, best first. */
export async function findSeeds(
  sources: readonly SeedSetting[],
  settings: Settings,
  judge: Judge,
  { minScore, limit }: FindSeedsLimits,
  ports: FindSeedsPorts,
): Promise<FoundSeeds> {
  const finder = createSeedFinder({
    judge,
    rules: seedRulesOf(settings),
    refuse: (url) => (isPrivateAddress(url, settings) ? 'private-address' : undefined),
    minScore,
    keepSilent: ports.check !== undefined,
    max: CANDIDATES_PER_SEED * limit,
  });
  offerListed(sources, finder, ports);
  let faults = 0;
  for (const source of sources) if (isSeedSource(source)) faults += await offerSource(source, settings, finder, ports);
  const chosen = await chooseSeeds(finder.ranked(), limit, ports);
  return { seeds: chosen.seeds, counts: { ...finder.counts(), known: chosen.known, dropped: chosen.dropped }, faults };
}

/** Offers the entries of short lists, which have been read with the settings. */
function offerListed(sources: readonly SeedSetting[], finder: SeedFinder, { log }: FindSeedsPorts): void {
  const refusals = createRefusalLog(log);
  for (const source of sources) {
    const seed = typeof source === 'string' ? { url: source, about: undefined } : source;
    if (!('url' in seed)) continue;
    const { url, about } = seed;
    const reason = finder.offer({ url, ...(about && { about }), at: 0 }, 'list');
    if (reason !== undefined) refusals.refused(url, reason);
  }
}

/** Offers the entries of a source. A source that cannot be read to its end gives those before. @returns the number of faults */
async function offerSource(
  source: SeedSource,
  settings: Settings,
  finder: SeedFinder,
  ports: FindSeedsPorts,
): Promise<number> {
  const refusals = createRefusalLog(ports.log);
  const before = finder.counts();
  let faults = 0;
  const fault = (line: string): void => {
    faults++;
    refusals.fault(line);
  };
  try {
    for await (const { name, piece } of readSource(source, settings, ports)) {
      for (const { at, message } of piece.faults) fault(`${formatPosition(name, at)}: ${message}`);
      for (const found of piece.seeds) {
        const reason = finder.offer(found, name);
        if (reason !== undefined) refusals.refused(`${formatPosition(name, found.at)}: ${found.url}`, reason);
      }
      if (ports.interrupt.aborted) break;
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    fault(`${describeSource(source)}: not read to its end: ${(error as Error).message}`);
  }
  const { candidates, onTopic } = finder.counts();
  const found = `${onTopic - before.onTopic} of ${formatNoun(candidates - before.candidates, 'candidate')} on topic`;
  ports.log(`${describeSource(source)}: ${found}${refusals.end()}`);
  return faults;
}

function describeSource(source: SeedSource): string {
  if (!('queries' in source)) return String(Object.values(source)[0]);
  return formatNoun((source.queries as string[]).length, 'query', 'queries');
}

/** Takes candidates from the best on, until there are enough seeds. */
async function chooseSeeds(
  ranked: readonly ScoredSeed[],
  limit: number,
  { isKnown, check, log }: FindSeedsPorts,
): Promise<{ seeds: ScoredSeed[]; known: number; dropped: number }> {
  const seeds: ScoredSeed[] = [];
  let [known, dropped, at] = [0, 0, 0];
  while (seeds.length < limit && at < ranked.length) {
    const batch: ScoredSeed[] = [];
    for (; seeds.length + batch.length < limit && at < ranked.length; at++)
      if (await isKnown(ranked[at]!.url)) known++;
      else batch.push(ranked[at]!);
    const checked = check ? await checkPages(batch, check) : batch.map((seed) => ({ seed }));
    for (const [i, result] of checked.entries()) {
      if ('seed' in result) seeds.push(result.seed);
      else {
        dropped++;
        log(`no seed: ${batch[i]!.url}: ${result.dropped}`);
      }
    }
  }
  return { seeds: seeds.sort((a, b) => b.score - a.score), known, dropped };
}
