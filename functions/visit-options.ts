import { createStorageBackoff, type StorageBackoff } from '../shared/fetch/storage-backoff.ts';
import type { RankingModel, VisitOptions } from '../shared/fetch/visit-options.ts';
import { type BundleCache, createBundleCache } from '../shared/frontier/host/bundle-reader.ts';
import { createModelReader, type ModelReader } from '../shared/frontier/ranking/model-reader.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { Objects } from '../shared/ports/objects.ts';
import { heldMsOf } from '../shared/settings/fetch-options.ts';
import { loadModelKind } from '../shared/settings/learning/model-kinds.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { visitOptionsOf } from '../shared/settings/visit-options.ts';
import type { Grouping } from '../shared/url/group.ts';
import { log } from './log.ts';
import { FUNCTION_TIMEOUT_MS, MAX_HELD_MS, MAX_PAGES_PER_VISIT, VISIT_MS } from './visit-limits.ts';

/*
 * How an invocation of the fetch function divides its time, in milliseconds. Before the function times out, a visit must start
 * no more requests, store its captures, notify the next stage, and commit.
 */

/** Time before the timeout at which an invocation aborts running requests. */
export const ABORT_RESERVE_MS = 25_000;

/** Lease duration of a lock: longer than the invocation that holds it. */
const LEASE_MS = FUNCTION_TIMEOUT_MS + 10_000;

/** Maximum clock skew between workers. */
const MAX_SKEW_MS = 1_000;

/** Inbox items that one visit reads: a few megabytes at most. */
const MAX_INBOX_ITEMS = 1_000;

/** Maximum back-off of a host after storage errors. */
const MAX_STORAGE_BACKOFF_MS = 900_000;

/** With a learned ranking, a visit reads new links after this many pages. It takes no time of the host. */
const PAGES_PER_RANK = 5;

/** Stored queue entries that a visit ranks again on average: about what it reads anyway, as reads and writes are billed. */
const MAX_RANKED = 200;

/** Minimum time between two looks for a newer link model. Milliseconds. */
const READ_MODEL_EVERY_MS = 20_000;

/** State that outlives an invocation: bundle names are unique, and an outage lasts longer than an invocation. */
export type VisitCaches = { cache: BundleCache; storageBackoff: StorageBackoff };

export const createVisitCaches = (cacheBytes: number): VisitCaches => ({
  cache: createBundleCache(cacheBytes),
  storageBackoff: createStorageBackoff(MAX_STORAGE_BACKOFF_MS),
});

/** Returns what visits read the link model with; undefined if the crawl does not learn. */
export async function openLambdaModels(
  settings: Settings,
  ports: { objects: Objects; clock: Clock },
): Promise<ModelReader<RankingModel> | undefined> {
  const kind = await loadModelKind(settings, ports.objects);
  return kind && createModelReader(settings.crawl, ports, kind, READ_MODEL_EVERY_MS);
}

/** Whether the log keeps lines of level debug: one for each URL that is refused or fails would be most of it. */
const isDebugging = (): boolean => ['DEBUG', 'TRACE'].includes(process.env['AWS_LAMBDA_LOG_LEVEL'] ?? '');

/** Returns the options of a visit in a function. @param models reads the models of links. Absent: the crawl learns none */
export function lambdaVisitOptions(
  settings: Settings,
  grouping: Grouping,
  caches: VisitCaches,
  models?: ModelReader<RankingModel>,
): VisitOptions {
  const maxHeldMs = heldMsOf(settings, MAX_HELD_MS);
  return visitOptionsOf(settings, {
    grouping,
    ...caches,
    onUnfetched: isDebugging() ? (url) => log('debug', 'url-unfetched', { crawl: settings.crawl, ...url }) : undefined,
    leaseMs: LEASE_MS,
    visitMs: VISIT_MS - maxHeldMs,
    maxHeldMs,
    maxPagesPerVisit: MAX_PAGES_PER_VISIT,
    skewMs: MAX_SKEW_MS,
    maxInboxItems: MAX_INBOX_ITEMS,
    learned: models && {
      model: models.current,
      pagesPerVisit: MAX_PAGES_PER_VISIT,
      pagesPerRank: PAGES_PER_RANK,
      maxRanked: MAX_RANKED,
    },
  });
}
