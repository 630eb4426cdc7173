import { command, DIR, EXIT, NAME, UsageError } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import { checkOutput, EXPORT_FORMATS, exportLines, exportRecords, isExportFormat } from '../output/export-records.ts';
import type { Terminal } from '../output/terminal.ts';

const FORMATS = [...EXPORT_FORMATS, 'files'].join(', ');

export const exportCommand = command({
  name: 'export',
  usage: ['--format FORMAT [-o FILE] [--dir DIR] [--name NAME]', '--format files -o FOLDER [--type TYPE]…'],
  about: `Writes the records of a crawl, one after the other: as JSON Lines, or as TREC text (a data set that Indri and others
index: DOCNO, LANGUAGE, TITLE, HEADLINE, DATE, CATEGORY, SOURCE, ENTITY, SUMMARY, URL and TEXT). \`files\` writes what was sent as files of a folder: each is called after its address and the time, and listed in
files.jsonl.`,
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', help: `${FORMATS} (default: jsonl)` },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write to this file, which is there once it is whole' },
    type: { type: 'string', multiple: true, value: 'TYPE', help: 'only files of this type, such as pdf' },
    dir: DIR,
    name: NAME,
  },
  examples: [
    ['thresher export --format jsonl > records.jsonl', 'a record a line'],
    ['thresher export --format trec -o news.trec', 'a data set of news'],
    ['thresher export --format files -o papers --type pdf --type ps', 'papers as they were fetched'],
  ],
  async run({ operands, options: { format = 'jsonl', output, type, ...place } }, terminal) {
    if (operands.length > 0) throw new UsageError(`thresher export: ${operands[0]}: takes no operands`);
    if (format === 'files') return writeFiles(output, type ?? [], place, terminal);
    if (type !== undefined) throw new UsageError('--type: only with --format files');
    if (!isExportFormat(format)) throw new UsageError(`--format: ${format}: must be ${FORMATS}`);
    if (output !== undefined) await checkOutput(output);
    return withCrawl(place, 'read', async ({ crawl }, stores, dir) => {
      if (output !== undefined) await exportRecords(dir, crawl, output, format);
      else
        for await (const line of exportLines(crawl, stores, format)) {
          if (terminal.closed.aborted) break;
          if (terminal.interrupt.aborted) return EXIT.interrupted;
          const room = terminal.out(line.replace(/\n$/, ''));
          if (room) await room;
        }
      return EXIT.done;
    });
  },
});

/** @throws UsageError */
async function writeFiles(
  folder: string | undefined,
  types: readonly string[],
  place: Parameters<typeof withCrawl>[0],
  terminal: Terminal,
) {
  if (folder === undefined) throw new UsageError('--format files: give a folder with -o');
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { exportFiles } = await import('../output/export-files.ts');
    terminal.err(`${await exportFiles(crawl, stores, folder, types)} files in ${folder}`);
    return EXIT.done;
  });
}
