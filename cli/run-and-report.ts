import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasLeftovers, isEveryHostUnreachable } from '../shared/frontier/explain/leftovers.ts';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { OnNotice } from '../shared/settings/alerts/notice-delivery.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { formatNoun } from '../shared/text/format-count.ts';
import { compileDeleted } from '../shared/url/deleted.ts';
import type { Url } from '../shared/url/url.ts';
import { describeNotice } from './alerts/describe-notice.ts';
import { withNotices } from './alerts/with-notices.ts';
import { EXIT, type ExitCode, UsageError } from './command.ts';
import { isDebugging } from './debugging.ts';
import { exportRecords, writtenMessage } from './export/export-records.ts';
import type { OnSkipped } from './export/records-to-export.ts';
import { changedSettingsLines } from './output/changed-settings-lines.ts';
import { formatJson } from './output/format-json.ts';
import { checkOutputFile } from './output/output-file.ts';
import { formatBytes, progressReporter, statusEveryMs } from './output/progress.ts';
import { folderPlace } from './output/quote-for-shell.ts';
import { searchCommandLine, summaryLines } from './output/summary.ts';
import { printable, type Terminal } from './output/terminal.ts';
import { repairIndex } from './repair-index.ts';
import type { CrawlEnd } from './run/crawl-job.ts';
import { loadStoredSettings } from './run/crawl-settings.ts';
import { refuseClosedCrawl } from './run/folder/closed-crawl.ts';
import { warnIgnoredRobots } from './run/ignored-robots.ts';
import type { runCrawl } from './run/runner.ts';
import { warnUnsentCredentials } from './run/unsent-credentials.ts';
import { warnUnusedSettings } from './run/unused-settings.ts';
import { openStores } from './run/wiring.ts';
import { sampleQuery } from './sample-query.ts';
import { checkSeeds } from './seeds/check-seeds.ts';
import { explainSeeds } from './seeds/explain-seeds.ts';
import { gatherLocally } from './seeds/gather-locally.ts';
import { warnMissingContact } from './seeds/missing-contact.ts';

export type ReportOptions = {
  dir: string;
  /** Prints only the final status as JSON on standard output. */
  json?: boolean | undefined;
  /** File that the records are written to at the end, as JSON Lines. */
  output?: string | undefined;
  /** File that all captures are written to at the end, as WARC. */
  warcFile?: string | undefined;
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
  await checkOutputFiles(report);
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
  if (!report.resume) await refuseClosedHere(given.crawl, report.dir);
  const { settings, spool } = await gatherLocally(given, report.dir, terminal);
  const seeds = acceptedSeeds(settings, spool?.seeds ?? 0, terminal);
  warnMissingContact(settings, terminal);
  warnIgnoredRobots(settings, terminal);
  warnUnusedSettings(settings, terminal);
  warnUnsentCredentials(settings, terminal);
  const progress = progressReporter(terminal);
  const here = folderPlace(report.dir, settings.crawl);
  let isIncomplete = repair === 'incomplete';
  const undelivered = new Set<string>();
  const { watch = false, resume = false } = report;
  // The sources of gathered seeds must not be read again by the next run, so the settings are stored then.
  const isContinued = report.isContinued === true && spool === undefined;
  const { end, status } = await run(
    { dir: report.dir, settings, seeds, gathered: spool, watch, resume, isContinued },
    {
      onSchedule: (name, hosts) =>
        terminal.err(`schedule ${name}: ${formatNoun(hosts, 'host is', 'hosts are')} due now`),
      onAskedAgain: (outcomes, hosts) =>
        terminal.err(
          `settings changed: asking ${formatNoun(hosts, 'host')} again for URLs that were ${outcomes.join(', ')}`,
        ),
      onClockSetBack: (ms) =>
        terminal.err(`the clock was set back by ${Math.round(ms / 1000)} s since the last run: due times are adjusted`),
      onAlert({ name, message, isUndelivered }) {
        if (isUndelivered) undelivered.add(name);
        else undelivered.delete(name);
        terminal.err(printable(`alert ${name}: ${message}`));
      },
      onRetrained: (message) => terminal.err(printable(message)),
      onChangedSettings: (changed) => {
        for (const line of changedSettingsLines(changed, report.dir, settings.crawl)) terminal.err(line);
      },
      onStatus: progress.show,
      onFault: (message) => terminal.err(`error, will be retried: ${printable(message)}`),
      onDeadLetter(message) {
        isIncomplete = true;
        terminal.err(`not processed, see npx thresher dlq ${here.store}: ${printable(message)}`);
      },
      onUnrendered: (url, detail) => terminal.err(`not rendered: ${printable(url)}: ${printable(detail)}`),
      onRetired: ({ url, reason, tries }) =>
        terminal.err(`no more retries after ${formatNoun(tries, 'failure')} (${reason}): ${printable(url)}`),
      ...(isDebugging(terminal.env) && {
        onUnfetched: (url) => terminal.err(formatJson({ event: 'url-unfetched', crawl: settings.crawl, ...url })),
      }),
      signal: terminal.interrupt,
      statusEveryMs: statusEveryMs(terminal),
    },
  ).finally(progress.end);

  const onSkipped = (message: string) => {
    isIncomplete = true;
    terminal.err(printable(message));
  };
  let written: number | undefined;
  let archived: string | undefined;
  try {
    if (report.output !== undefined) written = await exportAll(report.dir, settings.crawl, report.output, onSkipped);
    if (report.warcFile) archived = await archiveAll(report.dir, settings.crawl, report.warcFile, onSkipped);
  } finally {
    // The crawl has ended as it says, although its files may be missing.
    if (report.json) terminal.out(formatJson(status));
    else await printSummary(status, end, report, terminal);
  }
  if (written !== undefined) terminal.err(writtenMessage(written, report.output!));
  if (archived) terminal.err(archived);
  if (undelivered.size > 0)
    terminal.err(`the next run, or npx thresher alerts ${here.crawl}, sends the records that were not delivered`);
  // With --json the last line of standard output is the status, so these lines go to standard error.
  if (end !== 'interrupted' && !status.outcomes['fetched'] && !status.outcomes['unchanged'])
    for (const line of await explainSeeds(report.dir, status.crawl, seeds))
      if (report.json) terminal.err(line);
      else terminal.out(line);
  const isUndone = isIncomplete || hasLeftovers(status) || isEveryHostUnreachable(status) || undelivered.size > 0;
  return end === 'done' && isUndone ? EXIT.errors : EXIT_CODES[end];
}

async function checkOutputFiles({ output, warcFile }: ReportOptions): Promise<void> {
  if (output !== undefined) await checkOutputFile(output, '-o');
  if (warcFile !== undefined) await checkOutputFile(warcFile, '--warc-file');
  if (output !== undefined && warcFile !== undefined && resolve(output) === resolve(warcFile))
    throw new UsageError(`--warc-file ${warcFile}: -o writes the records to this file; give another name`);
}

async function refuseClosedHere(crawl: string, dir: string): Promise<void> {
  if (!existsSync(join(dir, 'frontier.sqlite'))) return;
  const stores = openStores(dir, 'read');
  try {
    await refuseClosedCrawl(crawl, dir, stores);
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

/** Writes the records of a crawl as JSON Lines. @returns their number */
async function exportAll(dir: string, crawl: string, file: string, onSkipped: OnSkipped): Promise<number> {
  const stores = openStores(dir, 'read');
  try {
    return await exportRecords(crawl, stores, file, 'jsonl', onSkipped);
  } finally {
    stores.close();
  }
}

/** Writes all captures of a crawl as WARC. @returns the message about it */
async function archiveAll(dir: string, crawl: string, file: string, onSkipped: OnSkipped): Promise<string> {
  const { archiveObjects } = await import('./export/archive/archive-objects.ts');
  const { intactObjects } = await import('./export/archive/intact-objects.ts');
  const { exportWarc } = await import('./export/archive/export-warc.ts');
  const stores = openStores(dir, 'read');
  try {
    const { deleted } = (await loadStoredSettings(crawl, stores)).settings;
    const objects = intactObjects(archiveObjects(crawl, stores, compileDeleted(deleted)), onSkipped);
    const bytes = await exportWarc(objects, file);
    return `${formatBytes(bytes)} written to ${file}`;
  } finally {
    stores.close();
  }
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
