import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import type { PlaceArguments } from './quote-for-shell.ts';
import type { Terminal } from './terminal.ts';

/** Number of statuses over which the speed is averaged. Pages are counted per visit, so a shorter window fluctuates. */
const SPEED_WINDOW = 20;

/** Number of statuses after which a log repeats a line that says nothing new: an hour, with a status every 10 s. */
const REPEATED_AFTER = 360;

/**
 * Shows the progress of a crawl: one updated line on a terminal, otherwise one line per status with news. A crawl that waits for revisits
 * would fill the log with the same line.
 */
export function progressReporter(terminal: Terminal): { show(status: CrawlStatus): void; end(): void } {
  const shown: CrawlStatus[] = [];
  let last = '';
  let repeated = 0;
  const log = (line: string, status: CrawlStatus) => {
    const facts = factsOf(status).join();
    repeated = facts === last ? repeated + 1 : 0;
    last = facts;
    if (repeated % REPEATED_AFTER === 0) terminal.err(line);
  };
  return {
    show(status) {
      const line = progressLine(status, shown[0]);
      shown.push(status);
      if (shown.length > SPEED_WINDOW) shown.shift();
      if (terminal.showsProgress) terminal.progress(line.slice(0, Math.max(20, terminal.columns - 1)));
      else log(line, status);
    },
    end: () => terminal.progress(''),
  };
}

/** Milliseconds between two statuses: short on a terminal, long in a log. */
export function statusEveryMs(terminal: Terminal): number {
  return terminal.showsProgress ? 500 : 10_000;
}

/**
 * Formats a status as one line.
 *
 * @param before an earlier status; the speed is the average since then
 */
export function progressLine(status: CrawlStatus, before?: CrawlStatus): string {
  const [pages = '', ...others] = factsOf(status);
  return [pages, `${speed(status, before).toFixed(1)}/s`, ...others].join(' · ');
}

/** Returns the parts of a line that differ only if the crawl has news. */
function factsOf(status: CrawlStatus): string[] {
  const share = relevantShare(status);
  const reasons = formatCounts(status.reasons, 4, ' ');
  return [
    formatNoun(status.pages, 'page'),
    formatNoun(status.hosts, 'host'),
    `${formatCount(status.due)} due`,
    ...(share === undefined ? [] : [`${formatPercent(share)} relevant`]),
    // The only hint why a crawl with nothing due continues.
    ...(status.due === 0 && status.processing ? [`${formatNoun(status.processing, 'object')} to process`] : []),
    ...(reasons ? [reasons] : []),
  ];
}

function speed(status: CrawlStatus, before: CrawlStatus | undefined): number {
  const pages = status.pages - (before?.pages ?? 0);
  const seconds = status.seconds - (before?.seconds ?? 0);
  return seconds > 0 ? Math.max(0, pages) / seconds : 0;
}

/**
 * Share of relevant pages among all classified pages.
 *
 * @returns undefined if no page is classified yet, or if the crawl has no topic
 */
export function relevantShare({ verdicts, hasTopic }: CrawlStatus): number | undefined {
  if (hasTopic === false) return undefined;
  const of = (name: string) => verdicts[name] ?? 0;
  const all = of('relevant') + of('leads-on') + of('off-topic');
  return all === 0 ? undefined : of('relevant') / all;
}

/** Formats counts with the most frequent first: `robots 12, not-found 3`. */
export function formatCounts(counts: Record<string, number>, most = Number.POSITIVE_INFINITY, between = ', '): string {
  const rows = Object.entries(counts).filter(([, n]) => n > 0);
  rows.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return rows
    .slice(0, most)
    .map(([name, n]) => `${name} ${formatCount(n)}`)
    .join(between);
}

/** Number of relevant pages from which few records are remarkable, and the share of them that is few. */
const FEW_RECORDS = { pages: 1_000, share: 0.1 };

/** Formats the number of records. Says so if they are few for the pages: session ids, error pages and calendars repeat their texts. */
export function formatRecords(
  { records, outcomes, verdicts }: Pick<CrawlStatus, 'records' | 'outcomes' | 'verdicts'>,
  { crawl, isFolder }: PlaceArguments,
): string {
  if (records === null) return 'unknown, because the search engine does not respond';
  const fetched = (outcomes['fetched'] ?? 0) + (outcomes['unchanged'] ?? 0);
  // A page has a verdict for each visit.
  const pages = Math.min(fetched, verdicts['relevant'] ?? 0);
  const areFew = pages >= FEW_RECORDS.pages && records < pages * FEW_RECORDS.share;
  if (!areFew) return formatCount(records);
  const hint = isFolder ? `; npx thresher duplicates ${crawl} counts URLs with the same text` : '';
  return `${formatCount(records)}, few for ${formatCount(pages)} relevant pages${hint}`;
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Formats a number of bytes in decimal units: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
