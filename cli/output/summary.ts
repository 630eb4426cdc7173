import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { formatUsd } from '../../shared/meter/bill.ts';
import type { CrawlEnd } from '../run/runner.ts';
import { formatBytes, formatCount, formatCounts, formatPercent, formatRecords, relevantShare } from './progress.ts';
import { formatIgnoredRobots, formatResting } from './status-lines.ts';

const END_TEXTS: Record<CrawlEnd, string> = {
  done: 'done',
  interrupted: 'interrupted; the same command goes on with it',
  budget: 'ended at a limit of its budget, with pages still to fetch',
  paused: 'paused; `thresher resume` opens it again',
  stopped: 'stopped; `thresher resume` opens it again',
};

/** What is said at the end of a crawl, a line each. */
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
    ['links left out', formatCounts(countLeftOut(status.links))],
    ['resting', formatResting(status.resting)],
    ['waiting', status.waiting > 0 ? `${formatCount(status.waiting)} URLs` : ''],
    ['time', `${seconds.toFixed(1)} s, ${formatRate(pages, seconds)} pages/s${formatCpu(cpuSeconds, pages)}`],
    ['received', formatBytes(status.bytes)],
    ['records', formatRecords(status)],
    // On one machine nothing is paid for.
    ['money', formatUsd(0)],
    ['kept in', `${place.dir}/objects (raw/${status.crawl}: pages as sent, WARC; clean/${status.crawl}: their text)`],
    ['search with', place.search],
  ];
  const said = rows.filter(([, value]) => value !== '');
  const width = Math.max(...said.map(([name]) => name.length));
  return [
    `Crawl ${status.crawl}: ${END_TEXTS[end]}.`,
    ...said.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ];
}

/** Links that were handed on are no refusals. */
function countLeftOut(links: Record<string, number>): Record<string, number> {
  const { offered: _, ...rest } = links;
  return rest;
}

function formatRate(n: number, seconds: number): string {
  return seconds > 0 ? (n / seconds).toFixed(1) : '0';
}

function formatCpu(cpuSeconds: number, pages: number): string {
  return pages > 0 && cpuSeconds > 0 ? `, ${((cpuSeconds * 1000) / pages).toFixed(1)} ms of CPU a page` : '';
}

/** A command that can be typed as it stands. */
export function searchCommandLine(query: string, dir: string, crawl: string): string {
  return `npx thresher search ${quoteForShell(query)} --dir ${quoteForShell(dir)} --name ${quoteForShell(crawl)}`;
}

function quoteForShell(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
