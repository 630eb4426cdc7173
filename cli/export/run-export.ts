/** Runs an export: writes records, files or the archive of a crawl, and reports what was written and what could not be. */
import { formatNoun } from '../../shared/text/format-count.ts';
import { compileDeleted } from '../../shared/url/deleted.ts';
import { EXIT, type ExitCode, UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { formatBytes } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import type { Stores } from '../run/wiring.ts';
import type { ChosenRecords } from './choose-records.ts';
import type { ExportFolder } from './export-folder.ts';
import {
  type ArchiveFormat,
  type ExportFormat,
  type FolderFormat,
  type LineFormat,
  PARQUET,
  REMOVED,
} from './export-formats.ts';
import { exportLines, linesOfRecords, writeLines, writtenMessage } from './export-records.ts';
import { directWriter } from './record-formats.ts';
import { type RecordSource, type RecordToExport, recordsToExport } from './records-to-export.ts';

/** What is exported. */
type Place = CrawlLocation & ChosenRecords & NearDuplicateOptions;

/** `unique`: without near-duplicates. `groups`: each record has its group of near-duplicates. */
type NearDuplicateOptions = { unique: boolean; groups: boolean };

/** Returns the stores, and which records are chosen. */
async function recordSource(
  crawl: string,
  stores: Stores,
  { unique, groups, ...chosen }: ChosenRecords & NearDuplicateOptions,
  { report, interrupt }: Pick<SkippedReporter, 'report' | 'interrupt'>,
): Promise<RecordSource> {
  const source: RecordSource = { objects: stores.objects, index: stores.index };
  if (unique || groups) {
    const bits = await nearBitsOf(crawl, stores, unique ? '--unique' : '--groups');
    if (unique) source.isExported = (await import('./without-near-duplicates.ts')).newNearDuplicateFilter(bits);
    if (groups) {
      const { findNearDuplicateGroups } = await import('./near-duplicate-groups.ts');
      // Of all records: those of an export with --since or --query may belong to others.
      source.groupOf = await findNearDuplicateGroups(stores.index.records(crawl), bits, interrupt);
    }
  }
  if (chosen.query === undefined && chosen.since === undefined) return source;
  const { chooseRecords } = await import('./choose-records.ts');
  source.matching = await chooseRecords(crawl, chosen, stores, report);
  return source;
}

/** @throws UsageError if the crawl has no near-duplicates */
async function nearBitsOf(crawl: string, stores: Stores, option: string): Promise<number> {
  const { nearBits } = (await loadStoredSettings(crawl, stores)).settings.duplicates;
  if (nearBits === null) throw new UsageError(`${option}: the crawl has duplicates.nearBits: null`);
  return nearBits;
}

/** Returns the lines of a format, and then their number of records. */
async function linesOf(
  format: LineFormat,
  crawl: string,
  stores: Stores,
  place: Place,
  skipped: SkippedReporter,
): Promise<AsyncGenerator<string, number>> {
  if (format !== REMOVED)
    return exportLines(crawl, await recordSource(crawl, stores, place, skipped), format, skipped.report);
  const { removedRecordLines } = await import('./removed-records.ts');
  return removedRecordLines(crawl, stores.index, place.since, Date.now(), skipped.report);
}

/** Exports records into one file. */
export async function writeRecords(
  format: LineFormat | typeof PARQUET,
  file: string,
  place: Place,
  report: Report,
): Promise<ExitCode> {
  return untilInterrupted(file, place, report.terminal, async (crawl, stores) => {
    const skipped = skippedReporter(report.terminal);
    const count =
      format === PARQUET
        ? await (await import('./export-parquet.ts')).exportParquet(
            crawl,
            await recordSource(crawl, stores, place, skipped),
            file,
            skipped.report,
          )
        : await writeLines(file, await linesOf(format, crawl, stores, place, skipped));
    report.terminal.err(writtenMessage(count, file));
    return ended({ crawl, format, output: file, records: count }, skipped, report);
  });
}

/**
 * Exports records into several files.
 *
 * @param perFile maximum number of records of a file
 * @throws UsageError if records of the format cannot be divided
 */
export async function writeShards(
  format: LineFormat | typeof PARQUET,
  file: string,
  perFile: number,
  place: Place,
  report: Report,
): Promise<ExitCode> {
  const write = await shardWriter(format);
  return untilInterrupted(file, place, report.terminal, async (crawl, stores) => {
    const skipped = skippedReporter(report.terminal);
    const source = await recordSource(crawl, stores, place, skipped);
    const { exportShards } = await import('./export-shards.ts');
    const chosen = recordsToExport(crawl, source, skipped.report);
    const { files, records } = await exportShards(file, perFile, chosen, (name, part) => write(crawl, name, part));
    const range =
      files.length === 1 ? `${files[0]}` : `${formatNoun(files.length, 'file')}, the last one ${files.at(-1)}`;
    report.terminal.err(writtenMessage(records, range));
    return ended({ crawl, format, output: file, records, files: files.length }, skipped, report);
  });
}

type WriteShard = (crawl: string, file: string, records: AsyncIterable<RecordToExport>) => Promise<number>;

async function shardWriter(format: LineFormat | typeof PARQUET): Promise<WriteShard> {
  if (format === PARQUET) {
    const { writeParquet } = await import('./export-parquet.ts');
    return (_, file, records) => writeParquet(file, records);
  }
  const writer = format === REMOVED ? undefined : directWriter(format);
  if (!writer) throw new UsageError(`--records-per-file: not possible with --format ${format}`);
  return (crawl, file, records) => writeLines(file, linesOfRecords(crawl, records, writer));
}

/** Prints records to standard output. */
export async function printRecords(format: LineFormat, place: Place, terminal: Terminal): Promise<ExitCode> {
  const skipped = skippedReporter(terminal);
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const lines = await linesOf(format, crawl, stores, place, skipped).catch((error: unknown) => {
      if (terminal.interrupt.aborted) return undefined;
      throw error;
    });
    for await (const text of lines ?? []) {
      if (terminal.closed.aborted) break;
      if (terminal.interrupt.aborted) break;
      // The terminal escapes carriage returns, as other controls.
      const drained = terminal.out(text.replaceAll('\r\n', '\n').replace(/\n$/, ''));
      if (drained) await drained;
    }
    if (terminal.interrupt.aborted && !terminal.closed.aborted) {
      terminal.err(incompleteMessage('standard output'));
      return EXIT.interrupted;
    }
    return skipped.exitCode();
  });
}

/** `types`: only these; empty: all. `prune`: removes what earlier exports have written and this one has not. */
export type FolderOptions = { types: readonly string[]; prune: boolean };

/**
 * Exports each record, or the fetched bodies, as files of a folder.
 *
 * @throws UsageError if no file has one of the types
 */
export async function writeFolder(
  format: FolderFormat,
  folder: string,
  { types, prune }: FolderOptions,
  place: Place,
  report: Report,
): Promise<ExitCode> {
  const { terminal } = report;
  return untilInterrupted(folder, place, terminal, async (crawl, stores) => {
    const { openExportFolder } = await import('./export-folder.ts');
    const skipped = skippedReporter(terminal);
    const source = await recordSource(crawl, stores, place, skipped);
    const files = await openExportFolder(folder, format);
    if (format === 'md')
      await (await import('./export-markdown.ts')).exportMarkdown(crawl, source, files, skipped.report);
    else await (await import('./export-files.ts')).exportFiles(crawl, source, folder, files, types, skipped.report);
    terminal.err(`${formatNoun(files.count(), 'file')} written to ${folder}`);
    // An export of what is new adds to the others.
    const pruned = place.since === undefined ? await pruneFolder(files, prune, skipped.count() === 0, terminal) : 0;
    const result = { crawl, format, output: folder, files: files.count() };
    return ended(prune ? { ...result, pruned } : result, skipped, report);
  });
}

/**
 * Removes the files of earlier exports from a folder, or says how many there are.
 *
 * @param isWhole whether everything was exported; otherwise files that are still right would be removed
 * @returns the number of removed files
 */
async function pruneFolder(files: ExportFolder, prune: boolean, isWhole: boolean, { err }: Terminal): Promise<number> {
  const others = await files.listOthers();
  if (others.length === 0) return 0;
  const earlier = `${formatNoun(others.length, 'file')} of earlier exports`;
  const isRemoved = prune && isWhole && files.count() > 0;
  if (isRemoved) await files.remove(others);
  if (isRemoved) err(`${earlier} removed`);
  else if (!prune) err(`${earlier} in this folder; --prune removes them`);
  else err(`${earlier} not removed, because ${isWhole ? 'the export has no files' : 'not everything was exported'}`);
  return isRemoved ? others.length : 0;
}

/** Exports the captures into one file. */
export async function writeArchive(
  format: ArchiveFormat,
  file: string,
  place: CrawlLocation,
  report: Report,
): Promise<ExitCode> {
  const { terminal } = report;
  return untilInterrupted(file, place, terminal, async (crawl, stores) => {
    const { archiveObjects } = await import('./archive/archive-objects.ts');
    const { intactObjects } = await import('./archive/intact-objects.ts');
    const { deleted } = (await loadStoredSettings(crawl, stores)).settings;
    const skipped = skippedReporter(terminal);
    const objects = intactObjects(archiveObjects(crawl, stores, compileDeleted(deleted)), skipped.report);
    let counts: Record<string, number>;
    if (format === 'warc') {
      const { exportWarc } = await import('./archive/export-warc.ts');
      const bytes = await exportWarc(objects, file);
      counts = { bytes };
      terminal.err(`${formatBytes(bytes)} written to ${file}`);
    } else {
      const { exportWacz } = await import('./archive/export-wacz.ts');
      const { captures, pages } = await exportWacz(crawl, objects, stores, file, skipped.report);
      counts = { captures, pages };
      terminal.err(`${formatNoun(captures, 'capture')} and ${formatNoun(pages, 'page')} written to ${file}`);
    }
    if (deleted.records.length > 0)
      terminal.err(
        `${formatNoun(deleted.records.length, 'text')} deleted by digest: their captures are left out only if they were deleted with --raw`,
      );
    return ended({ crawl, format, output: file, ...counts }, skipped, report);
  });
}

/** Where an export is reported. `json`: counts on standard output. */
type Report = { terminal: Terminal; json: boolean };

/** A complete export, with its numbers by what it counts. */
type Result = { crawl: string; format: ExportFormat; output: string; [count: string]: string | number };

/** Prints the counts of a complete export, if they are wanted as JSON. */
function ended(result: Result, skipped: SkippedReporter, { terminal, json }: Report): ExitCode {
  if (json) terminal.out(formatJson({ ...result, skipped: skipped.count() }));
  return skipped.exitCode();
}

/** Calls `work` with a crawl and stores that end the export before the next object or record when the user interrupts it. */
function untilInterrupted(
  output: string,
  place: CrawlLocation,
  { interrupt, err }: Terminal,
  work: (crawl: string, stores: Stores) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    async function* checked<T>(items: AsyncIterable<T>) {
      for await (const item of items) {
        interrupt.throwIfAborted();
        yield item;
      }
    }
    const { objects, index } = stores;
    try {
      return await work(crawl, {
        ...stores,
        objects: { ...objects, list: (prefix) => checked(objects.list(prefix)) },
        index: { ...index, records: (name) => checked(index.records(name)) },
      });
    } catch (error) {
      if (!interrupt.aborted) throw error;
      err(incompleteMessage(output));
      return EXIT.interrupted;
    }
  });
}

const incompleteMessage = (output: string) =>
  `interrupted: ${output} is not complete; the same command starts the export again`;

type SkippedReporter = ReturnType<typeof skippedReporter>;

/** Prints what cannot be exported. It is an error of the command, after everything else is exported. */
function skippedReporter(terminal: Terminal) {
  let count = 0;
  return {
    report(message: string): void {
      count++;
      terminal.err(printable(message));
    },
    count: () => count,
    /** The user interrupts the export. */
    interrupt: terminal.interrupt,
    exitCode: () => (count > 0 ? EXIT.errors : EXIT.done),
  };
}
