import { CRAWL_OPTIONS, command, EXIT, type ExitCode, parseNumberOption, UsageError } from '../command.ts';
import { checkFormat, FORMAT_LIST, isBinaryFormat, isFolderFormat } from '../export/export-formats.ts';
import { type ExportResult, type ExportRun, incompleteMessage } from '../export/export-run.ts';
import { defaultFormat } from '../export/format-of-name.ts';
import { checkExportOptions, writeExport } from '../export/write-export.ts';
import { printRecords } from '../export/write-records.ts';
import { formatJson } from '../output/format-json.ts';
import { printable, type Terminal } from '../output/terminal.ts';

export const exportCommand = command({
  name: 'export',
  usage: [
    '--format FORMAT [-o FILE [--json]] [--query QUERY] [--since TIME|FILE] [--unique] [--groups] [--dir DIR] [--name NAME]',
    '--format md -o FOLDER [--query QUERY] [--since TIME|FILE] [--unique] [--groups] [--prune]',
    '--format files -o FOLDER [--query QUERY] [--since TIME|FILE] [--unique] [--type TYPE]… [--prune]',
    '--format removed [-o FILE [--json]] [--since TIME|FILE]',
    '--format parquet -o FILE [--query QUERY] [--since TIME|FILE] [--unique] [--groups]',
    '--format FORMAT -o FILE --records-per-file N …',
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
--since exports only records that are new, or whose text changed, since a day or a time (2026-05-01T12:00Z), or since the day of an earlier export, which includes that day: what a later export adds to an earlier one. \`changed:DAY\` in a query does the same for a day.
\`removed\` lists the ids of records that were removed, such as by \`thresher delete\`, because their page is gone or has another text: a line
{id, removedAt} each, since a day or a time with --since. The index forgets them after 35 days.
--unique exports one record of each group of near-duplicates, the one that was fetched first.
--groups adds the field group to each record: the smallest id of its near-duplicates, theirs, and itself. Records with the same group belong on one side of a split.

An export that is interrupted or fails cannot be continued: the same command starts it again. A crawl may run meanwhile. In a folder, files that have not changed
keep their time, and those of earlier exports stay: pages that are gone, deleted, or have another text now. --prune removes them.
With -o FILE, --json prints {crawl, format, output, records, skipped}; instead of records it has files for md and files (and pruned with --prune), bytes
for warc, captures and pages for wacz. skipped counts what could not be exported.`,
  options: {
    format: {
      type: 'string',
      short: 'f',
      value: 'FORMAT',
      help: `${FORMAT_LIST} (default: by the name after -o, such as records.csv; otherwise jsonl)`,
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write to this file, compressed if its name ends in .gz or .zst; it appears once it is complete (default, and -: standard output)',
    },
    query: {
      type: 'string',
      short: 'q',
      value: 'QUERY',
      help: 'only records that match, in the syntax of `thresher search`; not with warc and wacz',
    },
    since: {
      type: 'string',
      value: 'TIME|FILE',
      help: 'only records that are new or changed since this day or time (UTC), or since the day when this file of an earlier export was written; not with warc and wacz',
    },
    unique: {
      type: 'boolean',
      help: 'leave out near-duplicates of records that this export has already (`duplicates.nearBits`); not with warc and wacz',
    },
    groups: {
      type: 'boolean',
      help: 'add `group` to each record: the smallest id of its near-duplicates, to split a corpus; with jsonl, csv, parquet and md',
    },
    type: {
      type: 'string',
      multiple: true,
      value: 'TYPE',
      help: 'with files: only this type, such as pdf; repeatable',
    },
    'records-per-file': {
      type: 'string',
      value: 'N',
      help: 'with -o: divide the records among files of at most N: corpus-00001.jsonl, corpus-00002.jsonl … for -o corpus.jsonl',
    },
    prune: {
      type: 'boolean',
      help: 'with files and md: remove files of earlier exports in this format that this one does not have; use a folder for each export',
    },
    ...CRAWL_OPTIONS,
    json: { ...CRAWL_OPTIONS.json, help: 'with -o: print the counts as JSON' },
  },
  examples: [
    ['thresher export --format jsonl > records.jsonl', 'Export all records as JSON Lines'],
    ['thresher export --format jsonl -o corpus.jsonl.zst', 'Export all records as JSON Lines, compressed by Zstandard'],
    ['thresher export -o records.csv', 'Export all records as a table'],
    ['thresher export -o records.parquet', 'Export all records for DuckDB, Spark or pandas'],
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
    [
      'thresher export --format parquet -o corpus.parquet --records-per-file 100000',
      'Export a corpus in files that programs read in parallel: corpus-00001.parquet …',
    ],
    ['thresher export -o corpus.jsonl.zst --groups', 'Export a corpus to split without near-duplicates on both sides'],
    ['thresher export --format removed --since may.xml', 'List the records of the last export that are gone'],
    ['thresher export --format wacz -o crawl.wacz', 'Export the archive, to replay it in a browser'],
  ],
  async run(
    {
      operands,
      options: {
        format: named,
        output: given,
        query,
        since: from,
        unique = false,
        groups = false,
        type,
        prune = false,
        'records-per-file': divided,
        json = false,
        ...location
      },
    },
    terminal,
  ) {
    if (operands.length > 0) throw new UsageError(`thresher export: ${operands[0]}: unexpected argument`);
    const output = given === '-' ? undefined : given;
    const format = named ?? defaultFormat(output);
    checkFormat(format);
    const perFile = parseNumberOption('records-per-file', divided, 1);
    const options = { type, prune, perFile };
    checkExportOptions(format, { query, since: from, unique, groups }, options);
    if (perFile !== undefined && output === undefined)
      throw new UsageError('--records-per-file: requires -o FILE and a format of records');
    if (json && output === undefined) throw new UsageError('--json: requires -o FILE; standard output has the records');
    const since =
      from === undefined ? undefined : await (await import('../export/choose-records.ts')).parseSince(from, output);
    const place = { ...location, query, since, unique, groups };
    if (output !== undefined)
      return report(output, { terminal, json }, (run) => writeExport(format, output, options, place, run));
    if (isFolderFormat(format)) throw new UsageError(`--format ${format}: no folder; give one with -o FOLDER`);
    if (isBinaryFormat(format)) throw new UsageError(`--format ${format}: no file; give one with -o FILE`);
    return printRecords(format, place, terminal);
  },
});

/** Runs an export into a file or a folder, and prints its counts if they are wanted as JSON. */
async function report(
  output: string,
  { terminal, json }: { terminal: Terminal; json: boolean },
  write: (run: ExportRun) => Promise<ExportResult>,
): Promise<ExitCode> {
  const { interrupt } = terminal;
  const print = (message: string) => terminal.err(printable(message));
  try {
    const result = await write({ interrupt, onSkipped: print, onHint: print, onWritten: terminal.err });
    if (json) terminal.out(formatJson(result));
    return result.skipped > 0 ? EXIT.errors : EXIT.done;
  } catch (error) {
    if (!interrupt.aborted) throw error;
    terminal.err(incompleteMessage(output));
    return EXIT.interrupted;
  }
}
