import { existsSync } from 'node:fs';
import { withNotices } from '../cli/alerts/with-notices.ts';
import { DEFAULT_DIR, UsageError } from '../cli/command.ts';
import { loadCrawlFile, loadInlineSettings } from '../cli/load-crawl.ts';
import type { Terminal } from '../cli/output/terminal.ts';
import { repairIndex } from '../cli/repair-index.ts';
import type { CrawlEnd, CrawlHooks } from '../cli/run/crawl-job.ts';
import { refuseClosedCrawl } from '../cli/run/folder/closed-crawl.ts';
import { frontierFile } from '../cli/run/folder/data-folder.ts';
import { warnSecondCrawl } from '../cli/run/folder/second-crawl.ts';
import { warnIgnoredRobots } from '../cli/run/ignored-robots.ts';
import { warnUnsentCredentials } from '../cli/run/unsent-credentials.ts';
import { openStores } from '../cli/run/wiring.ts';
import { checkSeeds } from '../cli/seeds/check-seeds.ts';
import { gatherLocally } from '../cli/seeds/gather-locally.ts';
import { warnMissingContact } from '../cli/seeds/missing-contact.ts';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { GivenSettings } from '../shared/settings/schema/given-settings.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { checkOptions, type OptionTypes, type OrUndefined } from './check-options.ts';
import { inLibraryTerms } from './library-error.ts';

/** Options of a crawl, and functions that are called for its events. */
export type CrawlOptions = OrUndefined<
  CrawlHooks & {
    /** Data folder. Default: `.thresher`. */
    dir?: string;
    /** Keeps running for revisits and schedules, until `signal` aborts. Default: false. */
    watch?: boolean;
    /** Opens a paused or stopped crawl. Default: false. */
    resume?: boolean;
    /** Called for what the command `thresher crawl` prints as a warning, such as a refused seed. Default: nothing. */
    onWarning?(message: string): void;
  }
>;

const OPTION_TYPES: OptionTypes<CrawlOptions> = {
  dir: 'string',
  signal: 'signal',
  watch: 'boolean',
  resume: 'boolean',
  statusEveryMs: 'number',
  onStatus: 'function',
  onWarning: 'function',
  onFault: 'function',
  onDeadLetter: 'function',
  onAlert: 'function',
  onNotice: 'function',
  onFetched: 'function',
  onRetired: 'function',
  onUnfetched: 'function',
  onUnrendered: 'function',
  onSchedule: 'function',
  onRetrained: 'function',
  onAskedAgain: 'function',
  onChangedSettings: 'function',
  onClockSetBack: 'function',
  onDiskLow: 'function',
};

/** `done`: nothing is due. `budget`: a limit ended the crawl. `interrupted`: `signal` aborted. `paused`, `stopped`: another process did it. */
export type CrawlResult = { end: CrawlEnd; status: CrawlStatus };

/**
 * Crawls on this machine until nothing is due, as `thresher crawl` does. All state is in the data folder: after a crash or an
 * abort the same call resumes.
 *
 * @param given settings as in a crawl.yaml, whose file names are relative to the current folder; or the name of a crawl.yaml
 * @throws SettingsError, TopicFileError or UsageError for invalid settings or options, if no seed is accepted, or if the crawl is paused or
 * stopped; FolderInUseError if another process writes to the folder; DataFolderError if it cannot be created or written; the reason of
 * `signal` if it aborted before the crawl began
 */
export async function crawl(given: GivenSettings | string, options: CrawlOptions = {}): Promise<CrawlResult> {
  return inLibraryTerms(() => runCrawl(given, options));
}

async function runCrawl(given: GivenSettings | string, options: CrawlOptions): Promise<CrawlResult> {
  const checked = checkOptions('options', options, OPTION_TYPES);
  const { dir = DEFAULT_DIR, watch = false, resume = false, onWarning = () => undefined, ...hooks } = checked;
  const { signal = new AbortController().signal } = hooks;
  const messages = { err: onWarning, interrupt: signal };
  const loaded = typeof given === 'string' ? await loadCrawlFile(given) : await loadInlineSettings({ ...given });
  signal.throwIfAborted();
  return withNotices(loaded, dir, hooks, async (run) => {
    if ((await repairIndex(dir, messages)) === 'interrupted') signal.throwIfAborted();
    if (!resume) await checkFolder(loaded, dir, messages);
    const { settings, spool } = await gatherLocally(loaded, dir, messages);
    const { open, refused } = checkSeeds(settings);
    for (const message of refused) onWarning(message);
    if (open.length + (spool?.seeds ?? 0) === 0)
      throw new UsageError(...refused, 'no seed was accepted, so there is nothing to crawl');
    warnMissingContact(settings, messages);
    warnIgnoredRobots(settings, messages);
    warnUnsentCredentials(settings, messages);
    return run({ dir, settings, seeds: open, gathered: spool, watch, resume }, hooks);
  });
}

/** Warns if the crawl is new in a folder that has others. @throws UsageError if it is paused or stopped */
async function checkFolder({ crawl: name }: Settings, dir: string, messages: Pick<Terminal, 'err'>): Promise<void> {
  if (!existsSync(frontierFile(dir))) return;
  const stores = openStores(dir, 'read');
  try {
    await refuseClosedCrawl(name, dir, stores);
    await warnSecondCrawl(name, dir, stores, messages);
  } finally {
    stores.close();
  }
}
