import { readTopicFile } from '../../shared/classify/terms/topic-file.ts';
import { formatCount } from '../../shared/text/format-count.ts';
import { type Measured, measureCrawl } from '../bench/measure-crawl.ts';
import { command, EXIT, JSON_OPTION, parseNumberOption, UsageError } from '../command.ts';
import { formatJson } from '../output/format-json.ts';
import { formatBytes, progressReporter, statusEveryMs } from '../output/progress.ts';
import { readUtf8File } from '../read-text-file.ts';

/** Pages and hosts of the generated web, and hosts visited at a time, without options. */
const DEFAULT_PAGES = 2_000;
const DEFAULT_HOSTS = 50;
const CONCURRENCY = 64;

/** Pause between two requests to a host if the settings name none. Seconds. */
const USUAL_PAUSE_S = 2;

export const benchCommand = command({
  name: 'bench',
  usage: ['[--pages N] [--hosts N] [--concurrency N] [--topic FILE] [--json]'],
  about: `Measures how fast this machine crawls, cleans, classifies, indexes and searches: crawls a generated web, which a second process serves
on this machine, without pauses, into a temporary folder. Sends no requests to other machines. A real crawl is slower if it waits for
hosts: each gives one page per pause.`,
  options: {
    pages: { type: 'string', value: 'N', help: `number of pages (default: ${formatCount(DEFAULT_PAGES)})` },
    hosts: { type: 'string', value: 'N', help: `number of hosts that they are on (default: ${DEFAULT_HOSTS})` },
    concurrency: { type: 'string', value: 'N', help: `hosts visited at the same time (default: ${CONCURRENCY})` },
    topic: { type: 'string', value: 'FILE', help: 'topic file that judges the pages (default: none)' },
    json: JSON_OPTION,
  },
  examples: [
    ['thresher bench', 'Measure with 2,000 pages'],
    ['thresher bench --pages 20000 --hosts 200', 'Measure the work per page without the start of the process'],
    [
      'thresher bench --json',
      'Print {pages, records, seconds, pagesPerSecond, cpuMsPerPage, peakMemoryMb, bytesPerPage, searchMs}',
    ],
  ],
  async run({ operands, options: { json, topic, ...numbers } }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher bench: takes no arguments, only options');
    const pages = parseNumberOption('pages', numbers.pages, 1) ?? DEFAULT_PAGES;
    const hosts = parseNumberOption('hosts', numbers.hosts, 1) ?? Math.min(DEFAULT_HOSTS, pages);
    if (hosts > pages) throw new UsageError(`--hosts: ${hosts}: each host has a page, and --pages is ${pages}`);
    const concurrency = parseNumberOption('concurrency', numbers.concurrency, 1) ?? CONCURRENCY;
    const topicText = topic === undefined ? undefined : await readTopic(topic);
    const size = { pages, hosts, concurrency, ...(topicText !== undefined && { topic: topicText }) };
    const progress = progressReporter(terminal);
    const hooks = { onStatus: progress.show, statusEveryMs: statusEveryMs(terminal), signal: terminal.interrupt };
    const measured = await measureCrawl(size, hooks).finally(progress.end);
    if (!measured) return EXIT.interrupted;
    if (json) terminal.out(formatJson(measured));
    else for (const line of linesOf(measured)) terminal.out(line);
    return EXIT.done;
  },
});

/** @throws TopicFileError about invalid lines, before anything is measured */
async function readTopic(file: string): Promise<string> {
  const text = await readUtf8File(file);
  readTopicFile(text, file);
  return text;
}

/** Width of the labels of the table, in characters. */
const LABEL_WIDTH = 18;

function linesOf({ searchMs, ...measured }: Measured): string[] {
  const hosts = Math.ceil(measured.pagesPerSecond * USUAL_PAUSE_S);
  return [
    ['pages', `${formatCount(measured.pages)} in ${measured.seconds} s, ${formatCount(measured.records)} searchable`],
    ['pages per second', formatCount(measured.pagesPerSecond)],
    ['CPU per page', `${measured.cpuMsPerPage} ms`],
    ['peak memory', `${formatCount(measured.peakMemoryMb)} MB`],
    ['disk per page', formatBytes(measured.bytesPerPage)],
    [
      'search',
      searchMs.searches === 0
        ? 'no page is on the topic'
        : `${searchMs.median} ms in the median, ${searchMs.longest} ms at most, of ${searchMs.searches} searches`,
    ],
    ['', ''],
    [
      '',
      `With a pause of ${USUAL_PAUSE_S} s per host, a crawl of ${formatCount(hosts)} hosts keeps this machine busy.`,
    ],
  ].map(([label = '', text = '']) => (label === '' ? text : `${label.padEnd(LABEL_WIDTH)} ${text}`));
}
