import { command, DIR_OPTION, EXIT, NAME_OPTION, UsageError } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import {
  EXPORT_FORMATS,
  exportLines,
  exportRecords,
  isExportFormat,
  writtenMessage,
} from '../output/export-records.ts';
import { checkOutputFile } from '../output/output-file.ts';
import { formatNoun } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';

const FORMAT_LIST = [...EXPORT_FORMATS, 'files'].join(', ');

export const exportCommand = command({
  name: 'export',
  usage: ['--format FORMAT [-o FILE] [--dir DIR] [--name NAME]', '--format files -o FOLDER [--type TYPE]…'],
  about: `Exports the records of a crawl. \`jsonl\` prints one record per line. \`trec\` prints TREC text, which Indri and others index
(DOCNO, LANGUAGE, TITLE, HEADLINE, DATE, CATEGORY, SOURCE, ENTITY, SUMMARY, URL and TEXT). \`files\` writes each page as the
server sent it to a folder, named by URL and fetch time, and lists the files in files.jsonl.`,
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', help: `${FORMAT_LIST} (default: jsonl)` },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write to this file; it appears once it is complete (default, and -: standard output)',
    },
    type: {
      type: 'string',
      multiple: true,
      value: 'TYPE',
      help: 'with files: only this type, such as pdf; repeatable',
    },
    dir: DIR_OPTION,
    name: NAME_OPTION,
  },
  examples: [
    ['thresher export --format jsonl > records.jsonl', 'Export all records as JSON Lines'],
    ['thresher export --format trec -o news.trec', 'Export a TREC data set'],
    ['thresher export --format files -o papers --type pdf --type ps', 'Export all papers as they were fetched'],
  ],
  async run({ operands, options: { format = 'jsonl', output: given, type, ...place } }, terminal) {
    if (operands.length > 0) throw new UsageError(`thresher export: ${operands[0]}: unexpected argument`);
    const output = given === '-' ? undefined : given;
    if (format === 'files') return writeFiles(output, type ?? [], place, terminal);
    if (type !== undefined) throw new UsageError('--type: requires --format files');
    if (!isExportFormat(format)) throw new UsageError(`--format: ${format}: must be one of ${FORMAT_LIST}`);
    if (output !== undefined) await checkOutputFile(output, '-o');
    const skipped = skippedReporter(terminal);
    return withCrawl(place, 'read', async ({ crawl }, stores, dir) => {
      if (output !== undefined) {
        const count = await exportRecords(dir, crawl, output, format, skipped.report);
        terminal.err(writtenMessage(count, output));
      } else
        for await (const line of exportLines(crawl, stores, format, skipped.report)) {
          if (terminal.closed.aborted) break;
          if (terminal.interrupt.aborted) return EXIT.interrupted;
          const drained = terminal.out(line.replace(/\n$/, ''));
          if (drained) await drained;
        }
      return skipped.exitCode();
    });
  },
});

/**
 * Exports the fetched bodies as files of a folder.
 *
 * @throws UsageError if no folder is given, or no file has one of the types
 */
async function writeFiles(
  folder: string | undefined,
  types: readonly string[],
  place: Parameters<typeof withCrawl>[0],
  terminal: Terminal,
) {
  if (folder === undefined) throw new UsageError('--format files: no folder; give one with -o FOLDER');
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { exportFiles } = await import('../output/export-files.ts');
    const skipped = skippedReporter(terminal);
    const written = await exportFiles(crawl, stores, folder, types, skipped.report);
    terminal.err(`${formatNoun(written, 'file')} written to ${folder}`);
    return skipped.exitCode();
  });
}

/** Prints what cannot be exported. It is an error of the command, after everything else is exported. */
function skippedReporter(terminal: Terminal) {
  let isAny = false;
  return {
    report(message: string): void {
      isAny = true;
      terminal.err(printable(message));
    },
    exitCode: () => (isAny ? EXIT.errors : EXIT.done),
  };
}
