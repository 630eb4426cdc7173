import { existsSync } from 'node:fs';
import { findMissingDocuments } from '../../shared/clean/find-missing-documents.ts';
import {
  type Archive,
  type DamagedPlace,
  type ImportReport,
  importArchives,
} from '../../shared/maintain/import/import-archives.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { folderPlace } from '../output/quote-for-shell.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { VERSION } from '../package.ts';
import { frontierFile } from '../run/folder/data-folder.ts';
import { lockFolder } from '../run/folder/folder-lock.ts';
import { whileDiskLasts } from '../run/folder/while-disk-lasts.ts';
import { releaseStaleLeases } from '../run/prepare-crawl.ts';
import { openStores, type Stores } from '../run/wiring.ts';
import { archiveRulesOf, type GivenCrawl, newCrawlSettings, openImportCrawl } from './open-crawl.ts';
import { type Stages, startStages } from './run-stages.ts';

export type ImportJob = {
  dir: string;
  crawl: GivenCrawl;
  archives: readonly Archive[];
  /** Follow the links of imported pages in the next `thresher crawl`. */
  follow: boolean;
};

/** Result of an import into a data folder. */
export type ImportResult = ImportReport & {
  crawl: string;
  /** The first damaged places. */
  damagedPlaces: DamagedPlace[];
  /** Number of objects that a stage could not process. */
  deadLetters: number;
};

/** Maximum number of messages that wait for the stages while further captures are written. */
const MAX_WAITING = 24;
/** Maximum number of damaged places that are printed and returned. */
const MAX_PLACES = 200;

/**
 * Imports archives into a crawl of a data folder, and processes the pages until they can be searched.
 *
 * @throws UsageError, FolderInUseError, DataFolderError if the disk is nearly full, or the error of the disk that ended the run. The run can
 * be repeated
 */
export async function importLocally(job: ImportJob, terminal: Terminal): Promise<ImportResult> {
  // What cannot be imported creates no folder.
  const isNew = !existsSync(frontierFile(job.dir));
  const fresh = isNew ? await newCrawlSettings(job.crawl, job.archives) : undefined;
  const unlock = lockFolder(job.dir);
  try {
    const stores = openStores(job.dir);
    try {
      stores.clearParts();
      return await whileDiskLasts(job.dir, 'an import', terminal, async (full) => {
        await releaseStaleLeases(stores);
        return importInto(stores, job, fresh, terminal, full);
      });
    } finally {
      stores.close();
    }
  } finally {
    unlock();
  }
}

/**
 * @param fresh settings of a crawl to create, if they are known already
 * @param full ends the run in order, as the interrupt of the terminal does
 * @throws the reason of `full` if that ended it before all was imported
 */
async function importInto(
  stores: Stores,
  { archives, dir, follow, crawl: given }: ImportJob,
  fresh: Settings | undefined,
  terminal: Terminal,
  full: AbortSignal,
): Promise<ImportResult> {
  const signal = AbortSignal.any([terminal.interrupt, full]);
  const { key, settings } = await openImportCrawl(given, { archives, fresh, dir }, stores, terminal);
  const { crawl } = settings;
  const damagedPlaces: DamagedPlace[] = [];
  let deadLetters = 0;
  const stages = startStages(dir, crawl, key, stores, {
    onFault: (message) => terminal.err(`error, will be retried: ${printable(message)}`),
    onDeadLetter(message) {
      deadLetters++;
      terminal.err(`not processed, see npx thresher dlq ${folderPlace(dir, crawl).store}: ${printable(message)}`);
    },
    onRetrained: (message) => terminal.err(printable(message)),
  });
  try {
    await finishEarlierRun(crawl, stores, stages, signal);
    const report = await importArchives(crawl, archives, stores, {
      rules: archiveRulesOf(settings),
      crawler: { software: `Thresher/${VERSION}`, isImport: true },
      frontier: { grouping: settings.politeness.group, maxPagesPerTemplate: settings.limits.maxPagesPerTemplate },
      follow,
      signal,
      onDamage(place) {
        if (damagedPlaces.length >= MAX_PLACES) return;
        damagedPlaces.push(place);
        terminal.err(printable(damageLine(place)));
      },
      onProgress: (found) => terminal.progress(progressLine(found)),
      onSent: () => stages.waitFor(MAX_WAITING, signal),
    });
    await stages.waitFor(0, signal);
    if (report.damaged > MAX_PLACES) terminal.err(formatNoun(report.damaged - MAX_PLACES, 'more damaged place'));
    full.throwIfAborted();
    return { crawl, ...report, damagedPlaces, deadLetters };
  } finally {
    terminal.progress('');
    await stages.end(signal);
  }
}

/**
 * Processes what an earlier run left: objects in the queues, and those that it stored without a message. The frontier then knows the
 * records of all its pages.
 */
async function finishEarlierRun(crawl: string, stores: Stores, stages: Stages, signal: AbortSignal): Promise<void> {
  await stages.waitFor(0, signal);
  // Objects still wait, which would be sent twice.
  if (signal.aborted) return;
  // Dead letters have failed too often.
  const dead = new Set(Array.from(stores.checks.deadLetters(), ({ key }) => key));
  const missing = (await findMissingDocuments(crawl, stores.objects)).filter((key) => !dead.has(key));
  if (missing.length === 0) return;
  await stores.captures.send(missing.map((key) => ({ crawl, key })));
  await stages.waitFor(0, signal);
}

function damageLine({ file, offset, line, detail }: DamagedPlace): string {
  if (line !== undefined) return `${file}, line ${line}: ${detail}`;
  return offset === undefined ? `${file}: ${detail}` : `${file}, byte ${offset}: ${detail}`;
}

function progressLine({ records, imported }: ImportReport): string {
  const read = Object.values(records).reduce((sum, n) => sum + n, 0);
  return `${formatNoun(read, 'record')} read, ${formatCount(imported)} imported`;
}
