import { formatLeftovers, formatLimit, formatUnreachable } from '../../shared/frontier/explain/format-leftovers.ts';
import { hasLeftovers, isEveryHostUnreachable } from '../../shared/frontier/explain/leftovers.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { formatUsd } from '../../shared/meter/bill.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import type { CrawlEnd } from '../run/crawl-job.ts';
import { formatBytes, formatCounts, formatRecords } from './progress.ts';
import { folderArguments, folderPlace, type PlaceArguments, quoteForShell } from './quote-for-shell.ts';
import {
  formatDeadLetters,
  formatIgnoredRobots,
  formatMovedSeeds,
  formatOutcomes,
  formatRendering,
  formatResting,
  formatSilent,
  formatTime,
  formatTopic,
  formatWithoutMetadata,
} from './status-lines.ts';

const END_TEXTS: Record<CrawlEnd, string> = {
  done: 'done',
  interrupted: 'interrupted; run the same command to resume it',
  budget: 'ended at a limit or budget, with pages still to fetch',
  paused: 'paused',
  stopped: 'stopped',
};

/** Formats the summary at the end of a crawl. */
export function summaryLines(status: CrawlStatus, end: CrawlEnd, place: { dir: string; search: string }): string[] {
  const here = folderPlace(place.dir, status.crawl);
  const rows: [string, string][] = [
    ['pages', `${formatCount(status.pages)} of ${formatNoun(status.hosts, 'host')}`],
    ['URLs', formatOutcomes(status)],
    ['reasons', formatCounts(status.reasons)],
    ['robots', formatIgnoredRobots(status)],
    ['rendering', formatRendering(status)],
    ['topic', formatTopic(status)],
    ['metadata', formatWithoutMetadata(status)],
    ['links skipped', formatCounts(countLeftOut(status.links))],
    ['dead letters', formatDeadLetters(status.deadLetters, here)],
    ['moved seeds', formatMovedSeeds(status.movedSeeds)],
    ['resting', formatResting(status.resting)],
    ['silent', formatSilent(status, here)],
    ['waiting', status.waiting > 0 ? formatNoun(status.waiting, 'URL') : ''],
    ['time', formatTime(status) || `${status.seconds.toFixed(1)} s`],
    ['received', formatBytes(status.bytes)],
    ['records', formatRecords(status, here)],
    // A crawl on one machine costs nothing.
    ['money', formatUsd(0)],
    ['stored in', `${place.dir}/objects (raw/${status.crawl}: responses as WARC; clean/${status.crawl}: documents)`],
    ['search with', place.search],
    ['next', describeEmptyIndex(status, place.dir)],
  ];
  const shown = rows.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return [
    `Crawl ${status.crawl}: ${describeEnd(end, status, here)}.`,
    ...shown.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ];
}

/** Names the commands that say why no page was kept. Empty if a page was kept, or none judged. */
function describeEmptyIndex({ crawl, hasTopic, records, verdicts }: CrawlStatus, dir: string): string {
  const judged = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  if (records !== 0 || judged === 0 || (verdicts.relevant ?? 0) > 0) return '';
  const place = folderArguments(dir, crawl);
  const listed =
    hasTopic === false ? '' : `, and npx thresher borderline ${place} lists the pages closest to the topic`;
  return `no page was kept; npx thresher explain URL ${place} tells why${listed}`;
}

function describeEnd(end: CrawlEnd, status: CrawlStatus, { crawl }: PlaceArguments): string {
  const { limit } = status;
  if (end === 'done' && hasLeftovers(status))
    return `nothing more to fetch now, but not done: ${formatLeftovers(status)}`;
  if (end === 'done' && isEveryHostUnreachable(status))
    return `${formatUnreachable(status)}; a later run asks the hosts again that are due`;
  if (end === 'paused' || end === 'stopped') return `${END_TEXTS[end]}; npx thresher resume ${crawl} reopens it`;
  if (end !== 'budget' || !limit) return END_TEXTS[end];
  return `ended at its limit of ${formatLimit(limit)}, with pages still to fetch; to go on, raise it and run the crawl again`;
}

/** Leaves out the links that were accepted. */
function countLeftOut(links: Record<string, number>): Record<string, number> {
  const { offered: _, ...rest } = links;
  return rest;
}

/** Returns a search command that can be pasted into a shell. */
export function searchCommandLine(query: string, dir: string, crawl: string): string {
  return `npx thresher search ${quoteForShell(query)} ${folderArguments(dir, crawl)}`;
}
