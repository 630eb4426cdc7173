import { billOf } from '../../meter/bill.ts';
import { usageFromCounts } from '../../meter/usage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Control, ControlStore } from '../../ports/control.ts';
import type { Frontier } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { UNFETCHED_COUNT } from '../counted-page.ts';
import { type CrawlLimits, projectCost, reachedCrawlLimit } from '../dispatch/limit.ts';
import { type CountedHeads, LOST_VISITS_COUNT, readCountedHeads } from './count-heads.ts';
import { addHead, type HeadSums, noHeads, READY_SOON_MS } from './head-sums.ts';
import { hasLeftovers, type Leftovers } from './leftovers.ts';
import { countLimitedLinks, type LinkLimits } from './link-limits.ts';
import { readStageQueues, type StageQueues } from './read-stage-queues.ts';
import type { CrawlStatus, Resting } from './status.ts';

/** What a status reads. `objects`: where dispatch stores the sums of large crawls. Absent: every look reads all heads. */
export type StatusSources = {
  control: ControlStore;
  frontier: Pick<Frontier, 'listDue' | 'listHeads'>;
  index: Pick<SearchIndex, 'count' | 'hasOldWords'>;
  clock: Clock;
  objects?: Pick<Objects, 'get'>;
} & StageQueues;

/** Stores of a crawl, for callers that do more than reading a status. */
export type StatusPorts = StatusSources & { frontier: Frontier; index: SearchIndex };

/** Settings of a crawl that its status depends on. */
export type StatusSettings = CrawlLimits & { limits: LinkLimits; topic: { filters: readonly unknown[] } };

/**
 * Computes the status of a crawl: URLs from its heads, which stay exact through crashes (of a large crawl from sums over them), and pages from its usage counts. The state is `running` if something is due
 * now or soon, or fetched pages are not searchable yet, even if no worker runs. Otherwise it is `incomplete` if something is left, and `done` if
 * nothing is.
 *
 * @param settings limits and topic of the crawl, to report which limits ended it and refused links; absent: not reported.
 * @returns the status, or undefined if the crawl does not exist.
 */
export async function readStatus(
  crawl: string,
  ports: StatusSources,
  settings?: StatusSettings,
): Promise<CrawlStatus | undefined> {
  const control = await ports.control.get(crawl);
  if (!control) return undefined;
  const now = ports.clock.now();
  const [{ at, sums: heads, isOutdated }, { processing, unanswered, deadLetters }, records, oldIndex] =
    await Promise.all([
      sumHeads(control, ports, now),
      readStageQueues(crawl, ports),
      // The status must be available even if the search engine is down.
      ports.index.count(crawl).catch(() => null),
      ports.index.hasOldWords(crawl).catch(() => false),
    ]);
  const links = countsWithPrefix(control.counts, 'link.');
  const leftovers: Leftovers = {
    waiting: Math.max(0, heads.accepted - heads.urls),
    ...(deadLetters > 0 && { deadLetters }),
    ...restingField(heads.rests),
  };
  return {
    crawl,
    state: stateOf(control, heads.soon + processing, leftovers),
    pages: control.counts['pages'] ?? 0,
    ...unfetchedPagesField(control),
    urls: heads.urls,
    outcomes: heads.outcomes,
    reasons: heads.reasons,
    verdicts: countsWithPrefix(control.counts, 'verdict.'),
    ...documentsField(control.counts),
    ...filterFailuresField(control.counts),
    links,
    ...(settings && limitedLinksField(settings.limits, links)),
    records,
    ...(oldIndex && { oldIndex }),
    hosts: heads.hosts,
    ...(at < now && { countedAt: new Date(at).toISOString() }),
    ...(isOutdated && { outdated: true }),
    due: heads.due,
    ...(heads.firstDue !== undefined && { dueSince: new Date(heads.firstDue).toISOString() }),
    bestClasses: heads.bestClasses,
    ...(processing > unanswered && { processing: processing - unanswered }),
    ...(unanswered > 0 && { unansweredQueues: unanswered }),
    ...leftovers,
    ...(heads.silent && { silent: heads.silent }),
    ...ignoredRobotsField(control),
    ...lostVisitsField(control),
    ...renderingFields(control),
    ...withoutMetadataField(control),
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

function limitedLinksField(limits: LinkLimits, links: Record<string, number>): Pick<CrawlStatus, 'limitedLinks'> {
  const limitedLinks = countLimitedLinks(limits, links);
  return Object.keys(limitedLinks).length > 0 ? { limitedLinks } : {};
}

/** Adds up the heads of a crawl; of a large crawl the stored sums, and whether a host is due soon. */
async function sumHeads(control: Control, { frontier, objects }: StatusSources, now: number): Promise<CountedHeads> {
  const counted = objects && (await readCountedHeads(control, objects));
  if (counted) {
    const [soon] = await frontier.listDue(control.crawl, now + READY_SOON_MS, 1);
    const { firstDue: _, ...sums } = counted.sums;
    if (!soon) return { ...counted, sums: { ...sums, soon: 0, due: 0 } };
    const firstDue = soon.due <= now ? { firstDue: soon.due } : {};
    return { ...counted, sums: { ...sums, ...firstDue, soon: Math.max(1, sums.soon) } };
  }
  const sums = noHeads();
  for await (const head of frontier.listHeads(control.crawl)) addHead(sums, head, now);
  return { at: now, sums, isOutdated: false };
}

function restingField({ hosts, first, last }: HeadSums['rests']): { resting?: Resting } {
  if (hosts === 0) return {};
  return { resting: { hosts, next: new Date(first).toISOString(), until: new Date(last).toISOString() } };
}

function ignoredRobotsField({ counts }: Control): { robotsIgnored?: number } {
  const n = counts['robots.ignored'];
  return n ? { robotsIgnored: n } : {};
}

function unfetchedPagesField({ counts }: Control): Pick<CrawlStatus, 'unfetchedPages'> {
  const unfetchedPages = counts[UNFETCHED_COUNT];
  return unfetchedPages ? { unfetchedPages } : {};
}

function lostVisitsField({ counts }: Control): Pick<CrawlStatus, 'lostVisits'> {
  const lostVisits = counts[LOST_VISITS_COUNT];
  return lostVisits ? { lostVisits } : {};
}

function withoutMetadataField({ counts }: Control): Pick<CrawlStatus, 'withoutMetadata'> {
  const n = counts['clean.no-metadata'];
  return n ? { withoutMetadata: n } : {};
}

function renderingFields({ counts }: Control): Pick<CrawlStatus, 'rendering' | 'scriptShells'> {
  const { 'rendering.rendered': rendered = 0, 'rendering.failed': failed = 0 } = counts;
  const { 'rendering.refused': refusedRequests = 0, 'clean.shell': shells = 0 } = counts;
  return {
    ...(rendered + failed > 0 && { rendering: { rendered, failed, refusedRequests } }),
    ...(shells > 0 && { scriptShells: shells }),
  };
}

/** @param work number of hosts that are due soon, and of objects that stages have not processed */
function stateOf(control: Control, work: number, leftovers: Leftovers): CrawlStatus['state'] {
  if (control.state !== 'open') return control.state;
  if (work > 0) return 'running';
  return hasLeftovers(leftovers) ? 'incomplete' : 'done';
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
