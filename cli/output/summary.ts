import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { formatUsd } from '../../shared/meter/bill.ts';
import type { CrawlEnd } from '../run/crawl-job.ts';
import { formatBytes, formatCount, formatCounts, formatPercent, formatRecords, relevantShare } from './progress.ts';
import { formatIgnoredRobots, formatResting } from './status-lines.ts';

const END_TEXTS: Record<CrawlEnd, string> = {
  done: 'done',
  interrupted: 'interrupted; run the same command to resume it',
  budget: 'ended at a limit or budget, with pages still to fetch',
  paused: 'paused; `thresher resume` reopens it',
  stopped: 'stopped; `thresher resume` reopens it',
};

/** Formats the summary at the end of a crawl. */
export function summaryLines(status: CrawlStatus, end: CrawlEnd, place: { dir: string; search: string }): string[] {
  const { pages, seconds, cpuSeconds } = status;
  const share = relevantShare(status.verdicts);
  const rows: [string, string][] = [
    [
      'pages',
      `${formatCount(pages)} of ${formatCount(status.hosts)} hosts: ${formatCounts(status.outcomes) || 'none'}`,
    ],
    ['reasons', formatCounts(status.reasons)],
    ['robots', formatIgnoredRobots(status)],
    ['topic', share === undefined ? '' : `${formatPercent(share)} relevant: ${formatCounts(status.verdicts)}`],
    ['links skipped', formatCounts(countLeftOut(status.links))],
    ['resting', formatResting(status.resting)],
    ['waiting', status.waiting > 0 ? `${formatCount(status.waiting)} URLs` : ''],
    ['time', `${seconds.toFixed(1)} s, ${formatRate(pages, seconds)} pages/s${formatCpu(cpuSeconds, pages)}`],
    ['received', formatBytes(status.bytes)],
    ['records', formatRecords(status)],
    // A crawl on one machine costs nothing.
    ['money', formatUsd(0)],
    ['stored in', `${place.dir}/objects (raw/${status.crawl}: responses as WARC; clean/${status.crawl}: documents)`],
    ['search with', place.search],
  ];
  const shown = rows.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return [
    `Crawl ${status.crawl}: ${END_TEXTS[end]}.`,
    ...shown.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ];
}

/** Leaves out the links that were accepted. */
function countLeftOut(links: Record<string, number>): Record<string, number> {
  const { offered: _, ...rest } = links;
  return rest;
}

function formatRate(n: number, seconds: number): string {
  return seconds > 0 ? (n / seconds).toFixed(1) : '0';
}

function formatCpu(cpuSeconds: number, pages: number): string {
  return pages > 0 && cpuSeconds > 0 ? `, ${((cpuSeconds * 1000) / pages).toFixed(1)} ms of CPU per page` : '';
}

/** Returns a search command that can be pasted into a shell. */
export function searchCommandLine(query: string, dir: string, crawl: string): string {
  return `npx thresher search ${quoteForShell(query)} --dir ${quoteForShell(dir)} --name ${quoteForShell(crawl)}`;
}

function quoteForShell(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
