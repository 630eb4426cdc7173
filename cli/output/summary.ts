import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { money } from '../../shared/meter/bill.ts';
import type { CrawlEnd } from '../run/runner.ts';
import { bytesText, count, listed, percent, recordsText, relevantShare } from './progress.ts';
import { ignoredText, restText } from './status-lines.ts';

const ENDS: Record<CrawlEnd, string> = {
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
    ['pages', `${count(pages)} of ${count(status.hosts)} hosts: ${listed(status.outcomes) || 'none'}`],
    ['reasons', listed(status.reasons)],
    ['robots', ignoredText(status)],
    ['topic', share === undefined ? '' : `${percent(share)} relevant: ${listed(status.verdicts)}`],
    ['links left out', listed(leftOut(status.links))],
    ['resting', restText(status.resting)],
    ['waiting', status.waiting > 0 ? `${count(status.waiting)} URLs` : ''],
    ['time', `${seconds.toFixed(1)} s, ${per(pages, seconds)} pages/s${cpu(cpuSeconds, pages)}`],
    ['received', bytesText(status.bytes)],
    ['records', recordsText(status)],
    // On one machine nothing is paid for.
    ['money', money(0)],
    ['kept in', `${place.dir}/objects (raw/${status.crawl}: pages as sent, WARC; clean/${status.crawl}: their text)`],
    ['search with', place.search],
  ];
  const said = rows.filter(([, value]) => value !== '');
  const width = Math.max(...said.map(([name]) => name.length));
  return [`Crawl ${status.crawl}: ${ENDS[end]}.`, ...said.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)];
}

/** Links that were handed on are no refusals. */
function leftOut(links: Record<string, number>): Record<string, number> {
  const { offered: _, ...rest } = links;
  return rest;
}

function per(n: number, seconds: number): string {
  return seconds > 0 ? (n / seconds).toFixed(1) : '0';
}

function cpu(cpuSeconds: number, pages: number): string {
  return pages > 0 && cpuSeconds > 0 ? `, ${((cpuSeconds * 1000) / pages).toFixed(1)} ms of CPU a page` : '';
}

/** A command that can be typed as it stands. */
export function searchCommandLine(query: string, dir: string, crawl: string): string {
  return `npx thresher search ${quoted(query)} --dir ${quoted(dir)} --name ${quoted(crawl)}`;
}

function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
