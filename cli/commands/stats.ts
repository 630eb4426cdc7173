import { type DirectoryStatistics, directoryStatistics } from '../../shared/maintain/directory-statistics.ts';
import { type LinkedHost, linkedHosts } from '../../shared/maintain/linked-hosts.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import {
  command,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  JSON_OPTION,
  NAME_OPTION,
  parseNumberOption,
  UsageError,
} from '../command.ts';
import { recordsToExport } from '../export/records-to-export.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { printable, type Terminal } from '../output/terminal.ts';

const DIRECTORIES = 20;

export const statsCommand = command({
  name: 'stats',
  usage: [
    '[--depth N] [--limit N] [--dir DIR] [--name NAME] [--json]',
    '--linked [--limit N] [--dir DIR] [--name NAME] [--json]',
  ],
  about: `Counts the URLs of a crawl by host and directory: how many it visited, how many of these have a record (relevant), and how many
of those are no web pages (documents). The rates are shares of the visited URLs. They show which parts of the web are worth the
requests, and which to exclude. --json also has the entrance (the visited URL that is the fewest links from a seed), and the times of the first
and the last visit; with --depth 0 this is a report on each site. Reads the frontier and the search index, also while the crawl runs.

With --linked, lists hosts by the number of other hosts whose records link to them, also hosts that the crawl does not know: candidates for
seeds. Reads all stored documents.`,
  options: {
    depth: { type: 'string', value: 'N', help: 'number of directories below the host; 0 counts hosts (default: 1)' },
    linked: { type: 'boolean', help: 'list the hosts that most other hosts link to' },
    limit: {
      type: 'string',
      value: 'N',
      help: `number of directories, those with the most visits, or of linked hosts (default: ${DIRECTORIES})`,
    },
    dir: DIR_OPTION,
    name: NAME_OPTION,
    json: JSON_OPTION,
  },
  examples: [
    ['thresher stats', 'Show the twenty directories with the most visits'],
    ['thresher stats --depth 0 --limit 100', 'Show hosts'],
    [
      'thresher stats --json',
      'Print {crawl, total, directories: [{directory, visited, relevant, documents, entrance, first, last, prr, ddr}]}',
    ],
    ['thresher stats --linked', 'Show which hosts the crawled sites refer to most'],
    ['thresher stats --linked --json', 'Print {crawl, total, hosts: [{host, numRefBy, pages, relevant}]}'],
  ],
  async run({ operands, options: { depth: levels, limit, linked, json, ...place } }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher stats: takes no arguments, only options');
    const depth = parseNumberOption('depth', levels, 0) ?? 1;
    const listed = parseNumberOption('limit', limit, 1) ?? DIRECTORIES;
    if (linked && levels !== undefined) throw new UsageError('thresher stats: give --depth or --linked, not both');
    if (linked) return printLinkedHosts(place, { listed, json: json ?? false }, terminal);
    return withCrawl(place, 'read', async ({ crawl }, stores) => {
      const all = await directoryStatistics(crawl, depth, stores, terminal.interrupt);
      if (!all) return EXIT.interrupted;
      const directories = all.slice(0, listed);
      if (json) terminal.out(formatJson({ crawl, total: all.length, directories }));
      else for (const line of tableOf(directories)) terminal.out(line);
      if (!json && directories.length < all.length)
        terminal.out(`and ${formatNoun(all.length - directories.length, 'more directory', 'more directories')}`);
      return EXIT.done;
    });
  },
});

function printLinkedHosts(
  place: CrawlLocation,
  { listed, json }: { listed: number; json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    let skipped = 0;
    async function* pages() {
      for await (const { exported } of recordsToExport(crawl, stores, report)) {
        if (terminal.interrupt.aborted) return;
        yield exported;
      }
    }
    const report = (message: string) => {
      skipped++;
      terminal.err(message);
    };
    const all = await linkedHosts(pages());
    if (terminal.interrupt.aborted) return EXIT.interrupted;
    const hosts = all.slice(0, listed);
    if (json) terminal.out(formatJson({ crawl, total: all.length, hosts }));
    else for (const line of hostTable(hosts)) terminal.out(line);
    if (!json && hosts.length < all.length)
      terminal.out(`and ${formatNoun(all.length - hosts.length, 'more host', 'more hosts')}`);
    return skipped > 0 ? EXIT.errors : EXIT.done;
  });
}

function hostTable(hosts: readonly LinkedHost[]): string[] {
  const rows = hosts.map(({ host, numRefBy, pages, relevant }) => {
    const counts = [numRefBy, pages, relevant].map(formatCount);
    return `${row(...counts)}  ${printable(host)}`;
  });
  return [`${row('by hosts', 'by pages', 'relevant')}  host`, ...rows];
}

const COLUMN = 10;
const row = (...cells: string[]): string => cells.map((cell) => cell.padStart(COLUMN)).join('');

function tableOf(directories: readonly DirectoryStatistics[]): string[] {
  const head = `${row('visited', 'relevant', 'rate', 'documents', 'rate')}  directory`;
  return [
    head,
    ...directories.map(({ directory, visited, relevant, documents, prr, ddr }) => {
      const cells = [formatCount(visited), formatCount(relevant), percent(prr), formatCount(documents), percent(ddr)];
      return `${row(...cells)}  ${printable(directory)}`;
    }),
  ];
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
