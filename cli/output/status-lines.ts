import type { CutOff } from '../../shared/classify/judge.ts';
import { formatLeftovers, formatLimit } from '../../shared/frontier/explain/format-leftovers.ts';
import type { CrawlStatus, MovedSeed } from '../../shared/frontier/explain/status.ts';
import { estimateUsd, formatUsd } from '../../shared/meter/bill.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { REASONS } from '../../shared/url/reason.ts';
import type { WatchedRun } from '../run/folder/disk-space.ts';
import { formatBytes, formatCounts, formatPercent, formatRecords, relevantShare } from './progress.ts';
import { folderArguments, type PlaceArguments } from './quote-for-shell.ts';
import { printable } from './terminal.ts';

/**
 * Formats a status as text, one fact per line in columns.
 *
 * @param place options for the commands that the lines name
 * @param cutOffs thresholds of the topic; absent: not shown
 */
export function statusLines(status: CrawlStatus, place: PlaceArguments, cutOffs?: readonly CutOff[]): string[] {
  const rows: [string, string][] = [
    ['crawl', status.crawl],
    ['state', formatState(status)],
    ['pages', formatCount(status.pages)],
    ['URLs', formatOutcomes(status)],
    ['reasons', formatCounts(status.reasons)],
    ['limits', formatLimitedLinks(status)],
    ['robots', formatIgnoredRobots(status)],
    ['rendering', formatRendering(status)],
    ['topic', formatTopic(status, cutOffs)],
    ['metadata', formatWithoutMetadata(status)],
    ['time', formatTime(status)],
    ['records', formatRecords(status, place)],
    ['index', formatOldIndex(status, place)],
    ['money', formatCost(status)],
    ['hosts', `${formatCount(status.hosts)}, ${formatDue(status)}${formatCounted(status)}`],
    ['moved', formatMovedSeeds(status.movedSeeds)],
    ['resting', formatResting(status.resting)],
    ['silent', formatSilent(status, place)],
    ['stages', formatProcessing(status)],
    ['dlq', formatDeadLetters(status.deadLetters, place)],
    ['disk', formatDisk(status.disk)],
    ['waiting', status.waiting > 0 ? formatNoun(status.waiting, 'URL') : ''],
  ];
  return rows.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(8)} ${value}`);
}

/** A crawl of a data folder that has several: its status, or why it cannot be read. */
export type ListedCrawl = CrawlStatus | { crawl: string; fault: string };

/** Formats the states of several crawls of a data folder, one per line, and then how to select one. */
export function crawlLines(crawls: readonly ListedCrawl[], dir: string): string[] {
  const width = Math.max(...crawls.map(({ crawl }) => crawl.length));
  const lines = crawls.map((status) => {
    if ('fault' in status) return `${status.crawl.padEnd(width)}  cannot be read: ${printable(status.fault)}`;
    const { crawl, pages, urls, records, waiting } = status;
    const counts = [
      formatNoun(pages, 'page'),
      formatNoun(urls, 'URL'),
      records === null ? '' : formatNoun(records, 'record'),
      waiting > 0 ? `${formatCount(waiting)} waiting` : '',
    ];
    return `${crawl.padEnd(width)}  ${counts.filter(Boolean).join(', ')}; ${formatState(status)}`;
  });
  const first = crawls.find((one) => !('fault' in one)) ?? crawls[0];
  const example = first ? `, such as npx thresher status ${folderArguments(dir, first.crawl)}` : '';
  return [...lines, '', `${formatNoun(crawls.length, 'crawl')}; select one with --name${example}`];
}

function formatState(status: CrawlStatus): string {
  const limit = status.limit
    ? `at its limit of ${formatLimit(status.limit)}; to go on, raise it and run the crawl again`
    : '';
  if (status.unattended) return `not running, but not done: ${limit || 'start the crawl again to go on'}`;
  const state = status.state === 'incomplete' ? `incomplete: ${formatLeftovers(status)}` : status.state;
  return limit ? `${state}; ${limit}` : state;
}

/**
 * Names the limits that refused links. Empty if none did. The counts never fall: a limit may have been raised since, and its links followed, so
 * there is no advice.
 */
function formatLimitedLinks({ limitedLinks = {} }: CrawlStatus): string {
  const counts = Object.entries(limitedLinks).sort(([, a], [, b]) => b - a);
  if (counts.length === 0) return '';
  return `since its start the crawl refused ${counts.map(([limit, n]) => `${formatNoun(n, 'link')} by ${limit}`).join(', ')}`;
}

/** Returns the number of due hosts. For a running crawl also since when the first one is due: longer and longer if more is due than can be fetched. */
function formatDue({ due, dueSince, state, unattended }: CrawlStatus): string {
  const isRunning = state === 'running' && !unattended;
  return `${formatCount(due)} due${isRunning && dueSince !== undefined ? `, the first since ${dueSince}` : ''}`;
}

/** Empty if the numbers of hosts are current. */
function formatCounted({ countedAt, outdated }: CrawlStatus): string {
  if (!countedAt) return '';
  return `; counted ${countedAt}${outdated ? ', before the last changes' : ''}`;
}

/** Empty if no URL has an outcome. */
export function formatOutcomes({ urls, outcomes }: CrawlStatus): string {
  return urls === 0 ? '' : `${formatCount(urls)}: ${formatCounts(outcomes)}`;
}

/** Empty if no page is classified yet. */
export function formatTopic(status: CrawlStatus, cutOffs?: readonly CutOff[]): string {
  const share = relevantShare(status);
  const verdicts = `${formatCounts(status.verdicts)}${formatRevisits(status)}`;
  if (share === undefined) return verdicts && `none: ${verdicts}`;
  return `${formatPercent(share)} relevant: ${verdicts}${formatThresholds(cutOffs)}${formatDocuments(status)}${formatFailures(status)}`;
}

/** A page that was fetched again was judged again. */
function formatRevisits({ verdicts, urls }: CrawlStatus): string {
  const judged = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  return judged > urls ? ' (pages count at each visit)' : '';
}

/** Empty if no page lacks the metadata that the crawl requires. */
export function formatWithoutMetadata({ withoutMetadata: n = 0 }: CrawlStatus): string {
  return n === 0 ? '' : `${formatNoun(n, 'page')} not kept, without the meta elements of metadata.required`;
}

function formatFailures({ filterFailures: n = 0 }: CrawlStatus): string {
  return n === 0 ? '' : `; a topic plug-in failed on ${formatNoun(n, 'page')}`;
}

function formatDocuments({ documents }: CrawlStatus): string {
  if (!documents) return '';
  const { accepted, rejected } = documents;
  return `; ${formatPercent(accepted / (accepted + rejected))} of documents accepted: ${formatCounts(documents)}`;
}

function formatThresholds(cutOffs: readonly CutOff[] = []): string {
  if (cutOffs.length === 0) return '';
  return `; accepted above ${cutOffs.map(({ filter, cutOff }) => `${cutOff} (${printable(filter)})`).join(' or ')}`;
}

/** Empty if robots.txt was obeyed everywhere. */
export function formatIgnoredRobots({ robotsIgnored: n = 0 }: CrawlStatus): string {
  return n === 0 ? '' : `ignored for ${formatNoun(n, 'disallowed page')} (robots.ignore)`;
}

/** Minimum share of pages with scripts and hardly any text for which the status recommends to render them. */
const MANY_SHELLS = 0.1;

/** Empty if no page was rendered, and few have scripts and hardly any text. */
export function formatRendering({ rendering, scriptShells: shells = 0, pages }: CrawlStatus): string {
  if (!rendering)
    return shells < pages * MANY_SHELLS || shells === 0
      ? ''
      : `${formatNoun(shells, 'page')} with scripts and hardly any text; --render reads such pages in a browser`;
  const { rendered, failed, refusedRequests } = rendering;
  const unrendered = failed === 0 ? '' : `; ${formatNoun(failed, 'page')} read as sent, because rendering failed`;
  const refused = refusedRequests === 0 ? '' : `; ${formatNoun(refusedRequests, 'request')} of scripts refused`;
  return `${formatNoun(rendered, 'page')} rendered${unrendered}${refused}`;
}

/** Formats duration, speed and CPU time of all runs together. Empty before the first page. */
export function formatTime({ pages, seconds, cpuSeconds }: CrawlStatus): string {
  if (pages === 0 || seconds === 0) return '';
  const cpu = cpuSeconds > 0 ? `, ${((cpuSeconds * 1_000) / pages).toFixed(1)} ms of CPU per page` : '';
  return `${seconds.toFixed(1)} s, ${(pages / seconds).toFixed(1)} pages/s${cpu}`;
}

/** Empty if every fetched page is processed. */
function formatProcessing({ processing: objects = 0, unansweredQueues: queues = 0 }: CrawlStatus): string {
  const parts = [
    objects > 0 ? `${formatNoun(objects, 'object')} with fetched pages to clean, classify or index` : '',
    queues > 0 ? `${formatNoun(queues, 'queue')} not answering` : '',
  ];
  return parts.filter(Boolean).join('; ');
}

/** Empty if the search index has the words of this version. */
function formatOldIndex({ oldIndex }: CrawlStatus, { crawl, store, isFolder }: PlaceArguments): string {
  const place = isFolder ? store : crawl;
  return oldIndex
    ? `of an earlier version, so some searches miss pages; npx thresher reindex ${place} rebuilds it`
    : '';
}

/** Empty if there are no dead letters. */
export function formatDeadLetters(objects = 0, { store }: PlaceArguments): string {
  return objects === 0
    ? ''
    : `${formatNoun(objects, 'object')} that a stage could not process; see npx thresher dlq ${store}`;
}

/** Empty if no host is resting. */
export function formatResting(resting: CrawlStatus['resting']): string {
  if (!resting) return '';
  const { hosts, next, until } = resting;
  if (hosts === 1) return `1 host with URLs to fetch, until ${until}; a later run continues`;
  return `${formatCount(hosts)} hosts with URLs to fetch, the first until ${next}, the last until ${until}; a later run continues`;
}

/** Empty if every visited host answers. */
export function formatSilent(
  { silent, reasons }: Pick<CrawlStatus, 'silent' | 'reasons'>,
  { crawl }: PlaceArguments,
): string {
  if (!silent) return '';
  const { hosts, named } = silent;
  const more = hosts > named.length ? ` and ${formatCount(hosts - named.length)} more` : '';
  const [does, sends] = hosts === 1 ? ['does', 'sends'] : ['do', 'send'];
  const checks = reasons['bot-check'] ? `, or ${sends} checks for browsers instead of pages` : '';
  return `${formatNoun(hosts, 'host')} ${does} not answer${checks}: ${named.map(printable).join(', ')}${more}; see npx thresher frontier list --new ${crawl}, or with --state unavailable instead of --new for pages that were fetched before`;
}

/**
 * Says that the disk of the data folder is filling up. Empty if it has enough space, or is unknown.
 *
 * @param run what ends when the disk is nearly full
 */
export function formatDisk(disk: CrawlStatus['disk'], run: WatchedRun = 'a crawl'): string {
  if (!disk?.low) return '';
  return `${formatBytes(disk.freeBytes)} left; ${run} ends in order before its disk is full, so free some space`;
}

/** Maximum number of seeds that are named. */
const MAX_NAMED_SEEDS = 3;

/** Says which seeds redirect to other sites, and what to do. Empty if none does. */
export function formatMovedSeeds(moved: readonly MovedSeed[] = []): string {
  if (moved.length === 0) return '';
  const named = moved.slice(0, MAX_NAMED_SEEDS).map(({ url, to, reason }) => {
    const why = reason === 'scope' ? 'out of scope' : `refused: ${REASONS[reason]}`;
    return `${printable(url)} redirects to ${printable(to)} (${why})`;
  });
  const more = moved.length > named.length ? `; and ${moved.length - named.length} more` : '';
  const isOut = moved.some(({ reason }) => reason === 'scope');
  const advice = isOut ? '. Only the page itself is fetched: to crawl its site, add it to the seeds' : '';
  return `${named.join('; ')}${more}${advice}`;
}

/** Empty if the crawl cost nothing, as on one machine. */
function formatCost({ cost, pages, costInAll }: CrawlStatus): string {
  if (cost === 0) return '';
  const million = estimateUsd(1e6, cost, pages);
  const aPage =
    million === undefined
      ? ''
      : `: ${formatUsd(million / 1_000)} per thousand pages, ${formatUsd(million)} per million`;
  return `${formatUsd(cost)} so far${aPage}${costInAll === undefined ? '' : `; ${formatUsd(costInAll)} at the page limit`}`;
}
