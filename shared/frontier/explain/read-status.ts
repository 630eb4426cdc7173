import { billOf } from '../../meter/bill.ts';
import { usageFromCounts } from '../../meter/usage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Control, ControlStore } from '../../ports/control.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { type CrawlLimits, projectCost, reachedCrawlLimit } from '../dispatch/limit.ts';
import { LOCK_RETRY_MS } from '../dispatch/lock-retry.ts';
import { countAccepted } from '../host/manifest.ts';
import { readStageQueues, type StageQueues } from './read-stage-queues.ts';
import type { CrawlStatus, Resting } from './status.ts';

export type StatusPorts = { control: ControlStore; frontier: Frontier; index: SearchIndex; clock: Clock } & StageQueues;

/** Hosts due within this time count as running: they wait for their crawl delay. Milliseconds. */
const SOON_AFTER_MS = 15_000;

/**
 * Computes the status of a crawl: URLs from its heads, which stay exact through crashes, and pages from its usage counts. The state is `running` if something is due
 * now or soon, or fetched pages are not searchable yet, even if no worker runs; otherwise `done`.
 *
 * @param settings limits and topic of the crawl, to report which limit ended it; absent: not reported.
 * @returns the status, or undefined if the crawl does not exist.
 */
export async function readStatus(
  crawl: string,
  ports: StatusPorts,
  settings?: CrawlLimits & { topic: { filters: readonly unknown[] } },
): Promise<CrawlStatus | undefined> {
  const control = await ports.control.get(crawl);
  if (!control) return undefined;
  const now = ports.clock.now();
  const [heads, { processing, deadLetters }] = await Promise.all([
    sumHeads(crawl, ports.frontier, now),
    readStageQueues(ports),
  ]);
  return {
    crawl,
    state: stateOf(control, heads.soon + processing),
    pages: control.counts['pages'] ?? 0,
    urls: heads.urls,
    outcomes: heads.outcomes,
    reasons: heads.reasons,
    verdicts: countsWithPrefix(control.counts, 'verdict.'),
    ...documentsField(control.counts),
    ...filterFailuresField(control.counts),
    links: countsWithPrefix(control.counts, 'link.'),
    // The status must be available even if the search engine is down.
    records: await ports.index.count(crawl).catch(() => null),
    hosts: heads.hosts,
    due: heads.due,
    bestClasses: heads.bestClasses,
    waiting: Math.max(0, heads.accepted - heads.urls),
    ...(processing > 0 && { processing }),
    ...(deadLetters > 0 && { deadLetters }),
    ...restingField(heads.rests),
    ...ignoredRobotsField(control),
    bytes: control.counts['bytes'] ?? 0,
    seconds: (control.counts['run.ms'] ?? 0) / 1000,
    cpuSeconds: (control.counts['run.cpu-ms'] ?? 0) / 1000,
    cost: billOf(usageFromCounts(control.counts)).usd,
    ...(settings && { hasTopic: settings.topic.filters.length > 0 }),
    ...(settings && limitFields(settings, control, now, heads.ready > 0)),
  };
}

/** @param hasMore whether a host has URLs to fetch, now or after its rest. If not, no limit ended the crawl. */
function limitFields(
  limits: CrawlLimits,
  control: Control,
  now: number,
  hasMore: boolean,
): Pick<CrawlStatus, 'limit' | 'costInAll'> {
  const limit = hasMore ? reachedCrawlLimit(limits, control, now) : undefined;
  const usd = projectCost(limits, control, now);
  return { ...(limit !== undefined && { limit }), ...(usd !== undefined && { costInAll: usd }) };
}

async function sumHeads(crawl: string, frontier: Frontier, now: number) {
  const sum = {
    hosts: 0,
    due: 0,
    soon: 0,
    ready: 0,
    bestClasses: {} as Record<string, number>,
    urls: 0,
    accepted: 0,
    /** Number of resting hosts, and when the first and the last is due again. */
    rests: { hosts: 0, first: Number.POSITIVE_INFINITY, last: 0 },
    outcomes: {} as Record<string, number>,
    reasons: {} as Record<string, number>,
  };
  for await (const head of frontier.listHeads(crawl)) {
    sum.hosts++;
    if (head.state === 'ready') {
      sum.ready++;
      sum.bestClasses[head.best] = (sum.bestClasses[head.best] ?? 0) + 1;
    }
    if (head.due !== undefined && head.due <= now) sum.due++;
    if (head.due !== undefined && head.due <= now + soonMs(head)) sum.soon++;
    else if (head.state === 'ready' && head.due !== undefined) addRest(sum.rests, head.due);
    sum.accepted += countAccepted(head.manifest);
    for (const [name, n] of Object.entries(head.counts)) {
      const [outcome = '', reason] = name.split('.');
      sum.urls += n;
      sum.outcomes[outcome] = (sum.outcomes[outcome] ?? 0) + n;
      if (reason) sum.reasons[reason] = (sum.reasons[reason] ?? 0) + n;
    }
  }
  return sum;
}

type Rests = { hosts: number; first: number; last: number };

function addRest(rests: Rests, due: number): void {
  rests.hosts++;
  rests.first = Math.min(rests.first, due);
  rests.last = Math.max(rests.last, due);
}

function restingField({ hosts, first, last }: Rests): { resting?: Resting } {
  if (hosts === 0) return {};
  return { resting: { hosts, next: new Date(first).toISOString(), until: new Date(last).toISOString() } };
}

function ignoredRobotsField({ counts }: Control): { robotsIgnored?: number } {
  const n = counts['robots.ignored'];
  return n ? { robotsIgnored: n } : {};
}

/** Returns how far ahead a host counts as due soon. A ready host may only wait for the lock of its group. */
function soonMs({ state }: Head): number {
  return state === 'ready' ? LOCK_RETRY_MS + SOON_AFTER_MS : SOON_AFTER_MS;
}

/** @param work number of hosts that are due soon, and of objects that stages have not processed */
function stateOf(control: Control, work: number): CrawlStatus['state'] {
  if (control.state !== 'open') return control.state;
  return work > 0 ? 'running' : 'done';
}

function documentsField(counts: Record<string, number>): Pick<CrawlStatus, 'documents'> {
  const { 'document.accepted': accepted = 0, 'document.rejected': rejected = 0 } = counts;
  return accepted + rejected === 0 ? {} : { documents: { accepted, rejected } };
}

function filterFailuresField({
  'filter.failed': failures = 0,
}: Record<string, number>): Pick<CrawlStatus, 'filterFailures'> {
  return failures === 0 ? {} : { filterFailures: failures };
}

function countsWithPrefix(counts: Record<string, number>, prefix: string): Record<string, number> {
  const names = Object.entries(counts).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(names.map(([name, n]) => [name.slice(prefix.length), n]));
}
