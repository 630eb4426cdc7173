import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasLeftovers, isEveryHostUnreachable } from '../../shared/frontier/explain/leftovers.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { OnNotice } from '../../shared/settings/alerts/notice-delivery.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Url } from '../../shared/url/url.ts';
import { describeNotice } from '../alerts/describe-notice.ts';
import { withNotices } from '../alerts/with-notices.ts';
import { EXIT, type ExitCode, UsageError } from '../command.ts';
import { skippedReporter } from '../export/export-run.ts';
import { formatJson } from '../output/format-json.ts';
import { progressReporter, statusEveryMs } from '../output/progress.ts';
import { folderPlace } from '../output/quote-for-shell.ts';
import { searchCommandLine, summaryLines } from '../output/summary.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { repairIndex } from '../repair-index.ts';
import type { CrawlEnd } from '../run/crawl-job.ts';
import { refuseClosedCrawl } from '../run/folder/closed-crawl.ts';
import { warnSecondCrawl } from '../run/folder/second-crawl.ts';
import { warnIgnoredRobots } from '../run/ignored-robots.ts';
import type { runCrawl } from '../run/runner.ts';
import { warnUnsentCredentials } from '../run/unsent-credentials.ts';
import { warnUnusedSettings } from '../run/unused-settings.ts';
import { openStores } from '../run/wiring.ts';
import { checkSeeds } from '../seeds/check-seeds.ts';
import { explainSeeds } from '../seeds/explain-seeds.ts';
import { gatherLocally } from '../seeds/gather-locally.ts';
import { warnMissingContact } from '../seeds/missing-contact.ts';
import { checkFilesAtEnd, type FilesAtEnd, writeFilesAtEnd } from './files-at-end.ts';
import { runMessages } from './run-messages.ts';
import { sampleQuery } from './sample-query.ts';

export type ReportOptions = FilesAtEnd & {
  dir: string;
  /** Prints only the final status as JSON on standard output. */
  json?: boolean | undefined;
  /** Query of the suggested search command; by default words from a record. */
  query?: string;
  /** Keeps running for revisits and schedules until interrupted. */
  watch?: boolean;
  /** Opens a paused or stopped crawl. */
  resume?: boolean;
  /** The settings are the stored ones of a crawl, which the run continues (`CrawlJob`). */
  isContinued?: boolean;
};

/**
 * Runs a crawl to its end. Prints the progress, and a summary at the end.
 *
 * @throws UsageError if the crawl is paused or stopped and `resume` is not set
 */
export async function runAndReport(given: Settings, report: ReportOptions, terminal: Terminal): Promise<ExitCode> {
  await checkFilesAtEnd(report);
  terminal.startLog?.();
  const undelivered = new Set<string>();
  const onNotice: OnNotice = (notice) => {
    if (notice.failure === undefined) undelivered.delete(notice.key);
    else undelivered.add(notice.key);
    terminal.err(printable(describeNotice(notice)));
  };
  const code = await withNotices(given, report.dir, { signal: terminal.interrupt, onNotice }, (run) =>
    crawlAndReport(given, report, terminal, run),
  );
  return code === EXIT.done && undelivered.size > 0 ? EXIT.errors : code;
}

async function crawlAndReport(
  given: Settings,
  report: ReportOptions,
  terminal: Terminal,
  run: typeof runCrawl,
): Promise<ExitCode> {
  const repair = await repairIndex(report.dir, terminal);
  if (repair === 'interrupted') return EXIT.interrupted;
  // Before seeds are gathered, which may take long and writes to the folder.
  if (!report.resume) await checkFolder(given.crawl, report.dir, terminal);
  const { settings, spool } = await gatherLocally(given, report.dir, terminal);
  const seeds = acceptedSeeds(settings, spool?.seeds ?? 0, terminal);
  warnMissingContact(settings, terminal);
  warnIgnoredRobots(settings, terminal);
  warnUnusedSettings(settings, terminal);
  warnUnsentCredentials(settings, terminal);
  const progress = progressReporter(terminal);
  const here = folderPlace(report.dir, settings.crawl);
  const messages = runMessages({ dir: report.dir, crawl: settings.crawl }, terminal);
  const { watch = false, resume = false } = report;
  // The sources of gathered seeds must not be read again by the next run, so the settings are stored then.
  const isContinued = report.isContinued === true && spool === undefined;
  const { end, status } = await run(
    { dir: report.dir, settings, seeds, gathered: spool, watch, resume, isContinued },
    { ...messages.hooks, onStatus: progress.show, signal: terminal.interrupt, statusEveryMs: statusEveryMs(terminal) },
  ).finally(() => {
    progress.end();
    messages.end();
  });

  const skipped = skippedReporter(terminal);
  let written: string[] = [];
  try {
    written = await writeFilesAtEnd(report, report.dir, settings.crawl, skipped.report);
  } finally {
    // The crawl has ended as it says, although its files may be missing.
    if (report.json) terminal.out(formatJson(status));
    else await printSummary(status, end, report, terminal);
  }
  for (const message of written) terminal.err(message);
  const isUndelivered = messages.undelivered.size > 0;
  if (isUndelivered)
    terminal.err(`the next run, or npx thresher alerts ${here.crawl}, sends the records that were not delivered`);
  // With --json the last line of standard output is the status, so these lines go to standard error.
  if (end !== 'interrupted' && !status.outcomes['fetched'] && !status.outcomes['unchanged'])
    for (const line of await explainSeeds(report.dir, status.crawl, seeds))
      if (report.json) terminal.err(line);
      else terminal.out(line);
  const isIncomplete = repair === 'incomplete' || messages.deadLetters() + skipped.count() > 0;
  const isUndone = isIncomplete || hasLeftovers(status) || isEveryHostUnreachable(status) || isUndelivered;
  return end === 'done' && isUndone ? EXIT.errors : EXIT_CODES[end];
}

/** Warns if the crawl is new in a folder that has others. @throws UsageError if it is paused or stopped */
async function checkFolder(crawl: string, dir: string, terminal: Terminal): Promise<void> {
  if (!existsSync(join(dir, 'frontier.sqlite'))) return;
  const stores = openStores(dir, 'read');
  try {
    await refuseClosedCrawl(crawl, dir, stores);
    await warnSecondCrawl(crawl, dir, stores, terminal);
  } finally {
    stores.close();
  }
}

/**
 * Prints why seeds are refused, and returns the accepted ones.
 *
 * @throws UsageError if no seed is accepted
 */
function acceptedSeeds(settings: Settings, gathered: number, terminal: Terminal): Url[] {
  const { open, refused } = checkSeeds(settings);
  for (const message of refused) terminal.err(message);
  if (open.length + gathered === 0) throw new UsageError('no seed was accepted, so there is nothing to crawl');
  return open;
}

async function printSummary(status: CrawlStatus, end: CrawlEnd, report: ReportOptions, terminal: Terminal) {
  const query = report.query ?? (await sampleQuery(report.dir, status.crawl));
  const search = (status.records ?? 0) > 0 ? searchCommandLine(query, report.dir, status.crawl) : '';
  for (const line of summaryLines(status, end, { dir: report.dir, search })) terminal.out(line);
}

const EXIT_CODES: Record<CrawlEnd, ExitCode> = {
  done: EXIT.done,
  paused: EXIT.done,
  stopped: EXIT.done,
  interrupted: EXIT.interrupted,
  budget: EXIT.limit,
};
