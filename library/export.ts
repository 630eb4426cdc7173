import { UsageError } from '../cli/command.ts';
import { parseSince } from '../cli/export/choose-records.ts';
import {
  checkFormat,
  type ExportFormat,
  isArchiveFormat,
  isFolderFormat,
  type LineFormat,
  PARQUET,
} from '../cli/export/export-formats.ts';
import { type ExportResult, storesUntil } from '../cli/export/export-run.ts';
import { defaultFormat } from '../cli/export/format-of-name.ts';
import { type Place, recordSource } from '../cli/export/record-source.ts';
import { recordsToExport } from '../cli/export/records-to-export.ts';
import { checkExportOptions, writeExport } from '../cli/export/write-export.ts';
import { exportedLines } from '../cli/export/write-records.ts';
import { type CrawlLocation, withCrawl } from '../cli/open-crawl.ts';
import { openStores } from '../cli/run/wiring.ts';
import { checkOptions, type OptionTypes, PLACE_TYPES } from './check-options.ts';
import { inLibraryTerms, itemsInLibraryTerms } from './library-error.ts';
import { itemsUntilAborted } from './until-aborted.ts';

export type { ExportFormat, ExportResult };

/** The crawl of an export, and which of its records. */
export type ExportChoice = CrawlLocation & {
  /** Only records that match, in the syntax of `search`. Absent: all. Not with `warc`, `wacz` and `removed`. */
  query?: string | undefined;
  /** Only records that are new or changed since a day (`2026-05-01`) or a time (`2026-05-01T12:00Z`), both in UTC, or since the day when this file of an earlier export was written. Absent: all. */
  since?: string | undefined;
  /** Leaves out near-duplicates of records that the export has already. Default: false. */
  unique?: boolean | undefined;
  /** Adds `group` to each record: the smallest id of its near-duplicates. With `jsonl`, `csv`, `parquet` and `md`. Default: false. */
  groups?: boolean | undefined;
  /** Ends the export before the next object or record: it throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Called for what cannot be exported because stored objects are missing or damaged. Default: nothing. */
  onSkipped?: ((message: string) => void) | undefined;
};

/** How an export is written. */
export type ExportOptions = ExportChoice & {
  /** Default: by the name of the output (`records.csv`, `corpus.jsonl.zst`), otherwise `jsonl`. */
  format?: ExportFormat | undefined;
  /** With `files`: only these types, such as `pdf`. Absent: all. */
  type?: readonly string[] | undefined;
  /** With `files` and `md`: removes files of earlier exports that this one does not have. Default: false. */
  prune?: boolean | undefined;
  /** Divides the records among files of at most so many: `corpus-00001.jsonl` … Absent: one file. */
  recordsPerFile?: number | undefined;
};

const CHOICE_TYPES: OptionTypes<ExportChoice> = {
  ...PLACE_TYPES,
  query: 'string',
  since: 'string',
  unique: 'boolean',
  groups: 'boolean',
  signal: 'signal',
  onSkipped: 'function',
};

const ignore = (): void => undefined;

/**
 * Writes the records or the archive of a crawl to a file or a folder, as `thresher export` does. A file appears once it is complete. A crawl may
 * run meanwhile.
 *
 * @param output file, compressed if its name ends in `.gz` or `.zst`; with the formats `md` and `files` a folder
 * @throws UsageError if the format, the output or an option is not valid, or as `status`; the reason of `signal`; the error of the file
 */
export async function exportTo(output: string, options: ExportOptions = {}): Promise<ExportResult> {
  const checked = checkOptions('options', options, {
    ...CHOICE_TYPES,
    format: 'string',
    type: 'strings',
    prune: 'boolean',
    recordsPerFile: 'number',
  });
  if (typeof output !== 'string') throw new UsageError('output: must be a string');
  const { type, prune = false, recordsPerFile: perFile, onSkipped = ignore } = checked;
  if (perFile !== undefined && !(Number.isSafeInteger(perFile) && perFile >= 1))
    throw new UsageError(`recordsPerFile: ${perFile}: must be a whole number of at least 1`);
  return inLibraryTerms(async () => {
    const format = checked.format ?? defaultFormat(output);
    checkFormat(format);
    const run = { interrupt: signalOf(checked), onSkipped, onHint: ignore, onWritten: ignore };
    return writeExport(format, output, { type, prune, perFile }, await placeOf(checked, output), run);
  });
}

/**
 * Yields an export piece by piece, as text or, with `parquet`, as bytes. The next piece is read when it is asked for, so a slow reader holds
 * one stored object (`parquet`: one row group) in memory. `graphml` also holds fingerprints of all URLs, `unique` and `groups` those of all
 * texts. A reader may stop early.
 *
 * @throws UsageError for a format of folders or archives, or as `exportTo`; the reason of `signal`
 */
export function exportStream(format: typeof PARQUET, options?: ExportChoice): AsyncGenerator<Uint8Array, void>;
export function exportStream(format: LineFormat, options?: ExportChoice): AsyncGenerator<string, void>;
export function exportStream(
  format: LineFormat | typeof PARQUET,
  options: ExportChoice = {},
): AsyncGenerator<string | Uint8Array, void> {
  return itemsInLibraryTerms(() => piecesOf(format, options));
}

async function* piecesOf(format: ExportFormat, options: ExportChoice): AsyncGenerator<string | Uint8Array, void> {
  const checked = checkOptions('options', options, CHOICE_TYPES);
  checkFormat(format);
  if (isFolderFormat(format) || isArchiveFormat(format))
    throw new UsageError(`format: ${format}: cannot be streamed; write it with exportTo`);
  const place = await placeOf(checked, undefined);
  checkExportOptions(format, place, { prune: false });
  const { dir, crawl } = await withCrawl(place, 'read', async (control, _, folder) => ({
    dir: folder,
    crawl: control.crawl,
  }));
  const interrupt = signalOf(checked);
  const report = checked.onSkipped ?? ignore;
  const skipped = { report, hint: ignore };
  const opened = openStores(dir, 'read');
  try {
    const stores = storesUntil(interrupt, opened);
    if (format !== PARQUET)
      return yield* itemsUntilAborted(
        await exportedLines(format, { crawl, stores, place, skipped, interrupt }),
        interrupt,
      );
    const { parquetChunks } = await import('../cli/export/export-parquet.ts');
    const source = await recordSource(crawl, stores, place, skipped, interrupt);
    yield* itemsUntilAborted(parquetChunks(recordsToExport(crawl, source, skipped.report)), interrupt);
  } finally {
    opened.close();
  }
}

const signalOf = ({ signal }: ExportChoice): AbortSignal => signal ?? new AbortController().signal;

/** Returns the crawl and the choice of its records. @throws UsageError for a `since` that is neither a date, a time nor a file */
async function placeOf(
  { dir, name, query, since, unique = false, groups = false }: ExportChoice,
  output: string | undefined,
): Promise<Place> {
  const from = since === undefined ? undefined : await parseSince(since, output);
  return { dir, name, query, since: from, unique, groups };
}
