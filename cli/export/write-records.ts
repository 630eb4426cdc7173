/** Exports records: into one file, into several, or as lines. */
import { formatNoun } from '../../shared/text/format-count.ts';
import { EXIT, type ExitCode, optionFault, UsageError } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Stores } from '../run/wiring.ts';
import { type LineFormat, PARQUET, REMOVED } from './export-formats.ts';
import { exportLines, linesOfRecords, writeLines, writtenMessage } from './export-records.ts';
import {
  type ExportResult,
  type ExportRun,
  incompleteMessage,
  type SkippedCounter,
  skippedReporter,
  withExport,
} from './export-run.ts';
import { directWriter } from './record-formats.ts';
import { type Place, recordSource } from './record-source.ts';
import { type RecordToExport, recordsToExport } from './records-to-export.ts';

/** Exports records into one file. */
export async function writeRecords(
  format: LineFormat | typeof PARQUET,
  file: string,
  place: Place,
  run: ExportRun,
): Promise<ExportResult> {
  return withExport(place, run, async (crawl, stores, skipped) => {
    const count =
      format === PARQUET
        ? await (await import('./export-parquet.ts')).exportParquet(
            crawl,
            await recordSource(crawl, stores, place, skipped, run.interrupt),
            file,
            skipped.report,
          )
        : await writeLines(
            file,
            await exportedLines(format, { crawl, stores, place, skipped, interrupt: run.interrupt }),
          );
    run.onWritten(writtenMessage(count, file));
    return { crawl, format, output: file, records: count };
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
  run: ExportRun,
): Promise<ExportResult> {
  const write = await shardWriter(format);
  return withExport(place, run, async (crawl, stores, skipped) => {
    const source = await recordSource(crawl, stores, place, skipped, run.interrupt);
    const { exportShards } = await import('./export-shards.ts');
    const chosen = recordsToExport(crawl, source, skipped.report);
    const { files, records } = await exportShards(file, perFile, chosen, (name, part) => write(crawl, name, part));
    const range =
      files.length === 1 ? `${files[0]}` : `${formatNoun(files.length, 'file')}, the last one ${files.at(-1)}`;
    run.onWritten(writtenMessage(records, range));
    return { crawl, format, output: file, records, files: files.length };
  });
}

type WriteShard = (crawl: string, file: string, records: AsyncIterable<RecordToExport>) => Promise<number>;

async function shardWriter(format: LineFormat | typeof PARQUET): Promise<WriteShard> {
  if (format === PARQUET) {
    const { writeParquet } = await import('./export-parquet.ts');
    return (_, file, records) => writeParquet(file, records);
  }
  const writer = format === REMOVED ? undefined : directWriter(format);
  if (!writer) throw new UsageError(optionFault('records-per-file', `not possible with the format ${format}`));
  return (crawl, file, records) => writeLines(file, linesOfRecords(crawl, records, writer));
}

/** Prints records to standard output. */
export async function printRecords(format: LineFormat, place: Place, terminal: Terminal): Promise<ExitCode> {
  const skipped = skippedReporter(terminal);
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { interrupt } = terminal;
    const lines = await exportedLines(format, { crawl, stores, place, skipped, interrupt }).catch((error: unknown) => {
      if (interrupt.aborted) return undefined;
      throw error;
    });
    for await (const text of lines ?? []) {
      if (terminal.closed.aborted) break;
      if (interrupt.aborted) break;
      // The terminal escapes carriage returns, as other controls.
      const drained = terminal.out(text.replaceAll('\r\n', '\n').replace(/\n$/, ''));
      if (drained) await drained;
    }
    if (interrupt.aborted && !terminal.closed.aborted) {
      terminal.err(incompleteMessage('standard output'));
      return EXIT.interrupted;
    }
    return skipped.exitCode();
  });
}

/** What an export reads. */
type ExportInput = {
  crawl: string;
  stores: Stores;
  /** Which records are exported. */
  place: Place;
  /** Gets the records that cannot be exported. */
  skipped: Omit<SkippedCounter, 'count'>;
  /** Ends the search for groups of near-duplicates. */
  interrupt: AbortSignal;
};

/** Returns the lines of a format, and then their number of records. */
export async function exportedLines(
  format: LineFormat,
  { crawl, stores, place, skipped, interrupt }: ExportInput,
): Promise<AsyncGenerator<string, number>> {
  if (format !== REMOVED)
    return exportLines(crawl, await recordSource(crawl, stores, place, skipped, interrupt), format, skipped.report);
  const { removedRecordLines } = await import('./removed-records.ts');
  return removedRecordLines(crawl, stores.index, place.since, Date.now(), skipped.report);
}
