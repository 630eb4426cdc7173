import { formatNoun } from '../../shared/text/format-count.ts';
import { compileDeleted } from '../../shared/url/deleted.ts';
import { CRAWL_OPTIONS, command, EXIT, type ExitCode, UsageError } from '../command.ts';
import type { ChosenRecords } from '../export/choose-records.ts';
import { exportLines, exportRecords, writtenMessage } from '../export/export-records.ts';
import { isRecordFormat, RECORD_FORMATS, type RecordFormat } from '../export/record-formats.ts';
import type { OnSkipped, RecordSource } from '../export/records-to-export.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { checkOutputFile } from '../output/output-file.ts';
import { formatBytes } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import type { Stores } from '../run/wiring.ts';

/** Formats that write a file for each record into a folder. */
const FOLDER_FORMATS = ['files', 'md'] as const;
/** Formats of the captures, which write one binary file. */
const ARCHIVE_FORMATS = ['warc', 'wacz'] as const;
/** Records in a binary file. */
const PARQUET = 'parquet';
type FolderFormat = (typeof FOLDER_FORMATS)[number];
type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];
type BinaryFormat = typeof PARQUET | ArchiveFormat;
type ExportFormat = RecordFormat | FolderFormat | BinaryFormat;

const FORMAT_LIST = [...RECORD_FORMATS, PARQUET, ...FOLDER_FORMATS, ...ARCHIVE_FORMATS].join(', ');

export const exportCommand = command({
  name: 'export',
  usage: [
    '--format FORMAT [-o FILE [--json]] [--query QUERY] [--since DAY|FILE] [--unique] [--dir DIR] [--name NAME]',
    '--format files|md -o FOLDER [--query QUERY] [--since DAY|FILE] [--unique] [--type TYPE]…',
    '--format parquet -o FILE [--query QUERY] [--since DAY|FILE] [--unique]',
    '--format warc|wacz -o FILE',
  ],
  about: `Exports the records of a crawl, or its archive.

\`jsonl\` prints one record per line. \`csv\` prints a table with a line of names, for spreadsheets and data frames. \`parquet\` writes
the same table to a Parquet file, with types. \`dc\` prints Dublin Core in XML, \`marcxml\` MARC 21 in XML, \`gils\` GILS records
in XML, \`ris\` and \`bibtex\` references, all without texts. \`alvis\` prints the enriched documents of Combine, with texts and links. \`trec\`
prints TREC text, which Indri and others index (DOCNO, LANGUAGE, TITLE, HEADLINE, DATE, CATEGORY, SOURCE, ENTITY, SUMMARY,
URL and TEXT). \`graph\` prints a table of all links of the records, \`graphml\` the links between records for Gephi and others. \`urls\` prints the URLs of all records, and \`sitemap\` a
sitemap with one of each. \`md\` writes each record to a folder as a Markdown file with its metadata as YAML. \`files\` writes each page
as the server sent it to a folder, named by URL and fetch time, and lists the files in files.jsonl.

\`warc\` writes all captures into one WARC file: requests and responses, also of pages that have no record, but not of unwanted media
types, and of robots.txt only with \`robots: {archive: true}\`. \`wacz\` packs them with an index and a list of the records, for ReplayWeb.page and pywb. Both leave deleted pages out.

--query exports only records that \`thresher search\` finds by the query, all of them: \`class:Plants after:2020\`.
--since exports only records that are new, or whose text changed, since a day or since the day of an earlier export, which includes that day: what a later export adds to an earlier one. \`changed:DAY\` in a query does the same.
--unique exports one record of each group of near-duplicates, the one that was fetched first.

An export that is interrupted or fails cannot be continued: the same command starts it again. A crawl may run meanwhile.
With -o FILE, --json prints {crawl, format, output, records, skipped}; instead of records it has files for md and files, bytes
for warc, captures and pages for wacz. skipped counts what could not be exported.`,
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', help: `${FORMAT_LIST} (default: jsonl)` },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write to this file; it appears once it is complete (default, and -: standard output)',
    },
    query: {
      type: 'string',
      short: 'q',
      value: 'QUERY',
      help: 'only records that match, in the syntax of `thresher search`; not with warc and wacz',
    },
    since: {
      type: 'string',
      value: 'DAY|FILE',
      help: 'only records that are new or changed since this day, or since this file of an earlier export was written; not with warc and wacz',
    },
    unique: {
      type: 'boolean',
      help: 'leave out near-duplicates of records that this export has already (`duplicates.nearBits`); not with warc and wacz',
    },
    type: {
      type: 'string',
      multiple: true,
      value: 'TYPE',
      help: 'with files: only this type, such as pdf; repeatable',
    },
    ...CRAWL_OPTIONS,
    json: { ...CRAWL_OPTIONS.json, help: 'with -o: print the counts as JSON' },
  },
  examples: [
    ['thresher export --format jsonl > records.jsonl', 'Export all records as JSON Lines'],
    ['thresher export --format csv -o records.csv', 'Export all records as a table'],
    ['thresher export --format parquet -o records.parquet', 'Export all records for DuckDB, Spark or pandas'],
    ['thresher export --format md -o corpus', 'Write a corpus of Markdown files'],
    ['thresher export --format marcxml -o records.xml', 'Export all records for a library catalogue'],
    ['thresher export --format trec -o news.trec', 'Export a TREC data set'],
    ['thresher export --format graphml -o links.graphml', 'Export the pages and the links between them'],
    ['thresher export --format files -o papers --type pdf --type ps', 'Export all papers as they were fetched'],
    [
      "thresher export --format csv -q 'class:Plants lang:sv' --since 2026-05-01",
      'Export the Swedish pages of a class that are new or have changed since 1 May',
    ],
    [
      "thresher export --format parquet -o corpus.parquet -q 'lang:en genre:article' --unique",
      'Export a corpus without near-duplicates',
    ],
    [
      'thresher export --format marcxml -o june.xml --since may.xml',
      'Export what is new or has changed since the last export',
    ],
    ['thresher export --format wacz -o crawl.wacz', 'Export the archive, to replay it in a browser'],
  ],
  async run(
    {
      operands,
      options: { format = 'jsonl', output: given, query, since: from, unique = false, type, json = false, ...location },
    },
    terminal,
  ) {
    if (operands.length > 0) throw new UsageError(`thresher export: ${operands[0]}: unexpected argument`);
    if (!isExportFormat(format)) throw new UsageError(`--format: ${format}: must be one of ${FORMAT_LIST}`);
    if (type !== undefined && format !== 'files') throw new UsageError('--type: requires --format files');
    if (query !== undefined && isArchiveFormat(format))
      throw new UsageError(`--query: not possible with --format ${format}, which has all captures`);
    if (from !== undefined && isArchiveFormat(format))
      throw new UsageError(`--since: not possible with --format ${format}, which has all captures`);
    if (unique && isArchiveFormat(format))
      throw new UsageError(`--unique: not possible with --format ${format}, which has all captures`);
    const output = given === '-' ? undefined : given;
    if (json && output === undefined) throw new UsageError('--json: requires -o FILE; standard output has the records');
    const since =
      from === undefined ? undefined : await (await import('../export/choose-records.ts')).parseSince(from, output);
    const place = { ...location, query, since, unique };
    if (isFolderFormat(format)) {
      if (output === undefined) throw new UsageError(`--format ${format}: no folder; give one with -o FOLDER`);
      return writeFolder(format, output, type ?? [], place, { terminal, json });
    }
    if (output === undefined) {
      if (isBinaryFormat(format)) throw new UsageError(`--format ${format}: no file; give one with -o FILE`);
      return printRecords(format, place, terminal);
    }
    await checkOutputFile(output, '-o');
    return isArchiveFormat(format)
      ? writeArchive(format, output, place, { terminal, json })
      : writeRecords(format, output, place, { terminal, json });
  },
});

const isFolderFormat = (format: string): format is FolderFormat => FOLDER_FORMATS.some((name) => name === format);
const isArchiveFormat = (format: string): format is ArchiveFormat => ARCHIVE_FORMATS.some((name) => name === format);
const isBinaryFormat = (format: string): format is BinaryFormat => format === PARQUET || isArchiveFormat(format);
const isExportFormat = (format: string): format is ExportFormat =>
  isRecordFormat(format) || isFolderFormat(format) || isBinaryFormat(format);

/** What is exported. */
type Place = CrawlLocation & ChosenRecords & { unique: boolean };

/** Returns the stores, and which records are chosen. */
async function recordSource(
  crawl: string,
  stores: Stores,
  { unique, ...chosen }: ChosenRecords & { unique: boolean },
  onSkipped: OnSkipped,
): Promise<RecordSource> {
  const source = unique ? { ...stores, isExported: await nearDuplicateFilter(crawl, stores) } : stores;
  if (chosen.query === undefined && chosen.since === undefined) return source;
  const { chooseRecords } = await import('../export/choose-records.ts');
  return { ...source, matching: await chooseRecords(crawl, chosen, stores, onSkipped) };
}

/** @throws UsageError if the crawl has no near-duplicates */
async function nearDuplicateFilter(crawl: string, stores: Stores) {
  const { nearBits } = (await loadStoredSettings(crawl, stores)).settings.duplicates;
  if (nearBits === null) throw new UsageError('--unique: the crawl has duplicates.nearBits: null');
  return (await import('../export/without-near-duplicates.ts')).newNearDuplicateFilter(nearBits);
}

async function writeRecords(
  format: RecordFormat | typeof PARQUET,
  file: string,
  place: Place,
  report: Report,
): Promise<ExitCode> {
  return untilInterrupted(file, place, report.terminal, async (crawl, stores) => {
    const skipped = skippedReporter(report.terminal);
    const source = await recordSource(crawl, stores, place, skipped.report);
    const count =
      format === PARQUET
        ? await (await import('../export/export-parquet.ts')).exportParquet(crawl, source, file, skipped.report)
        : await exportRecords(crawl, source, file, format, skipped.report);
    report.terminal.err(writtenMessage(count, file));
    return ended({ crawl, format, output: file, records: count }, skipped, report);
  });
}

/** Prints records to standard output. */
async function printRecords(format: RecordFormat, place: Place, terminal: Terminal): Promise<ExitCode> {
  const skipped = skippedReporter(terminal);
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const source = await recordSource(crawl, stores, place, skipped.report);
    for await (const text of exportLines(crawl, source, format, skipped.report)) {
      if (terminal.closed.aborted) break;
      if (terminal.interrupt.aborted) {
        terminal.err(incompleteMessage('standard output'));
        return EXIT.interrupted;
      }
      // The terminal escapes carriage returns, as other controls.
      const drained = terminal.out(text.replaceAll('\r\n', '\n').replace(/\n$/, ''));
      if (drained) await drained;
    }
    return skipped.exitCode();
  });
}

/**
 * Exports each record, or the fetched bodies, as files of a folder.
 *
 * @throws UsageError if no file has one of the types
 */
async function writeFolder(
  format: FolderFormat,
  folder: string,
  types: readonly string[],
  place: Place,
  report: Report,
): Promise<ExitCode> {
  const { terminal } = report;
  return untilInterrupted(folder, place, terminal, async (crawl, stores) => {
    const { exportFiles } = await import('../export/export-files.ts');
    const { exportMarkdown } = await import('../export/export-markdown.ts');
    const skipped = skippedReporter(terminal);
    const source = await recordSource(crawl, stores, place, skipped.report);
    const written = await (format === 'md'
      ? exportMarkdown(crawl, source, folder, skipped.report)
      : exportFiles(crawl, source, folder, types, skipped.report));
    terminal.err(`${formatNoun(written, 'file')} written to ${folder}`);
    return ended({ crawl, format, output: folder, files: written }, skipped, report);
  });
}

async function writeArchive(
  format: ArchiveFormat,
  file: string,
  place: CrawlLocation,
  report: Report,
): Promise<ExitCode> {
  const { terminal } = report;
  return untilInterrupted(file, place, terminal, async (crawl, stores) => {
    const { archiveObjects } = await import('../export/archive/archive-objects.ts');
    const { intactObjects } = await import('../export/archive/intact-objects.ts');
    const { deleted } = (await loadStoredSettings(crawl, stores)).settings;
    const skipped = skippedReporter(terminal);
    const objects = intactObjects(archiveObjects(crawl, stores, compileDeleted(deleted)), skipped.report);
    let counts: Counts;
    if (format === 'warc') {
      const { exportWarc } = await import('../export/archive/export-warc.ts');
      const bytes = await exportWarc(objects, file);
      counts = { bytes };
      terminal.err(`${formatBytes(bytes)} written to ${file}`);
    } else {
      const { exportWacz } = await import('../export/archive/export-wacz.ts');
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

/** Numbers of an export, by what it counts. */
type Counts = Record<string, number>;

/** Prints the counts of a complete export, if they are wanted as JSON. */
function ended(
  result: { crawl: string; format: ExportFormat; output: string; [count: string]: string | number },
  skipped: ReturnType<typeof skippedReporter>,
  { terminal, json }: Report,
): ExitCode {
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

/** Prints what cannot be exported. It is an error of the command, after everything else is exported. */
function skippedReporter(terminal: Terminal) {
  let count = 0;
  return {
    report(message: string): void {
      count++;
      terminal.err(printable(message));
    },
    count: () => count,
    exitCode: () => (count > 0 ? EXIT.errors : EXIT.done),
  };
}
