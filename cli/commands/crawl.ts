import { command, DEFAULT_DIR, DIR, JSON_OUT } from '../command.ts';
import { CRAWL_OPTIONS, crawlSettings } from '../crawl-job.ts';
import { runAndReport } from '../run-and-report.ts';

export const crawlCommand = command({
  name: 'crawl',
  usage: ['URL… [options]', 'crawl.yaml [options]'],
  about:
    'Crawls the sites given, politely, or what a crawl.yaml says; ends with a summary and how to search what was found.\n' +
    'The same command again goes on where it was. Ctrl-C stops in order: nothing is lost.',
  options: {
    ...CRAWL_OPTIONS,
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write what was kept to this file, as JSON Lines' },
    dir: DIR,
    json: { ...JSON_OUT, help: 'print the status as JSON at the end, and nothing else' },
  },
  examples: [
    ['thresher crawl https://example.org/', 'the whole of a site'],
    ['thresher crawl https://example.org/ --topic plants.txt --limit 1000', 'follow a topic to any host, 1,000 pages'],
    [
      "thresher crawl https://example.org/ --exclude '/print/*' --delay 5 -o pages.jsonl",
      'leave out a part, go slowly',
    ],
    ['thresher crawl crawl.yaml --dir data --json', 'from a file, for a script'],
  ],
  async run({ operands, options }, terminal) {
    const settings = await crawlSettings(operands, options);
    const { dir = DEFAULT_DIR, json, output } = options;
    return runAndReport(settings, { dir, json, output }, terminal);
  },
});
