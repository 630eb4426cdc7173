import { command, DIR, EXIT, NAME, UsageError } from '../command.ts';
import { checkOutput, EXPORT_FORMATS, exportLines, exportRecords, isExportFormat } from '../export-records.ts';
import { withCrawl } from '../open-crawl.ts';

export const exportCommand = command({
  name: 'export',
  usage: ['--format FORMAT [-o FILE] [--dir DIR] [--name NAME]'],
  about: `Writes the records of a crawl, one after the other: as JSON Lines, or as TREC text (a data set that Indri and others
index: DOCNO, LANGUAGE, TITLE, HEADLINE, DATE, CATEGORY, SOURCE, ENTITY, SUMMARY, URL and TEXT).`,
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', help: `${EXPORT_FORMATS.join(' or ')} (default: jsonl)` },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write to this file, which is there once it is whole' },
    dir: DIR,
    name: NAME,
  },
  examples: [
    ['thresher export --format jsonl > records.jsonl', 'a record a line'],
    ['thresher export --format trec -o news.trec', 'a data set of news'],
  ],
  async run({ operands, options: { format = 'jsonl', output, ...place } }, terminal) {
    if (operands.length > 0) throw new UsageError(`thresher export: ${operands[0]}: takes no operands`);
    if (!isExportFormat(format)) throw new UsageError(`--format: ${format}: must be ${EXPORT_FORMATS.join(' or ')}`);
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
