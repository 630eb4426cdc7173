import { archiveStatistics, type CaptureCount } from '../../shared/maintain/archive-statistics.ts';
import { type DirectoryCounts, directoryStatistics } from '../../shared/maintain/directory-statistics.ts';
import { type LinkedHost, linkedHosts } from '../../shared/maintain/linked-hosts.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { compileDeleted } from '../../shared/url/deleted.ts';
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
import { archiveObjects } from '../export/archive/archive-objects.ts';
import { recordsToExport } from '../export/records-to-export.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { formatBytes } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';

/** Number of rows without `--limit`. */
const DEFAULT_ROWS = 20;

export const statsCommand = command({
  name: 'stats',
  usage: [
    '[--depth N] [--limit N] [--dir DIR] [--name NAME] [--json]',
    '--linked [--limit N] [--dir DIR] [--name NAME] [--json]',
    '--archive [--limit N] [--dir DIR] [--name NAME] [--json]',
  ],
  about: `Counts the URLs of a crawl by host and directory: how many it visited, how many of these have a record (relevant), and how many
of those are no web pages (documents). The rates are shares of the visited URLs. They show which parts of the web are worth the
requests, and which to exclude. --json also has the entrance (the visited URL that is the fewest links from a seed), and the times of the first
and the last visit; with --depth 0 this is a report on each site. Reads the frontier and the search index, also while the crawl runs.

With --linked, lists hosts by the number of other hosts whose records link to them, also hosts that the crawl does not know: candidates for
seeds. Reads all stored documents.

With --archive, counts the archived responses by status, media type and host, with the bytes of their bodies as they were received. Revisits repeat
an earlier body and store none. URLs that were refused or gave no response are not in the archive: see \`thresher status\` for the reasons, and
\`thresher frontier list\` for the URLs. Reads all WARC files.`,
  options: {
    depth: { type: 'string', value: 'N', help: 'number of directories below the host; 0 counts hosts (default: 1)' },
    linked: { type: 'boolean', help: 'list the hosts that most other hosts link to' },
    archive: { type: 'boolean', help: 'count the archived responses by status, media type and host' },
    limit: {
      type: 'string',
      value: 'N',
      help: `number of directories, those with the most visits, of linked hosts, or of media types and hosts of the archive (default: ${DEFAULT_ROWS})`,
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
    ['thresher stats --archive', 'Show what the archive holds'],
    [
      'thresher stats --archive --json',
      'Print {crawl, captures, revisits, bytes, broken, statuses, types, hosts: [{value, captures, revisits, bytes}]}',
    ],
    ['thresher stats --linked --json', 'Print {crawl, total, hosts: [{host, numRefBy, pages, relevant}]}'],
  ],
  async run({ operands, options: { depth: levels, limit, linked, archive, json, ...place } }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher stats: takes no arguments, only options');
    const depth = parseNumberOption('depth', levels, 0) ?? 1;
    const listed = parseNumberOption('limit', limit, 1) ?? DEFAULT_ROWS;
    if ([linked, archive, levels !== undefined].filter(Boolean).length > 1)
      throw new UsageError('thresher stats: give only one of --depth, --linked and --archive');
    if (archive) return printArchive(place, { listed, json: json ?? false }, terminal);
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

function printArchive(
  place: CrawlLocation,
  { listed, json }: { listed: number; json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { deleted } = (await loadStoredSettings(crawl, stores)).settings;
    async function* objects() {
      for await (const object of archiveObjects(crawl, stores, compileDeleted(deleted))) {
        if (terminal.interrupt.aborted) return;
        yield object;
      }
    }
    const all = await archiveStatistics(objects());
    if (terminal.interrupt.aborted) return EXIT.interrupted;
    const { statuses, broken, captures, revisits, bytes } = all;
    const [types, hosts] = [all.types.slice(0, listed), all.hosts.slice(0, listed)];
    if (json) terminal.out(formatJson({ crawl, captures, revisits, bytes, broken, statuses, types, hosts }));
    else {
      const lines = [
        ...captureTable('status', statuses, statuses.length),
        ...captureTable('media type', all.types, listed),
        ...captureTable('host', all.hosts, listed),
        captureRow({ captures, revisits, bytes }, 'in all'),
      ];
      for (const line of lines) terminal.out(line);
    }
    if (broken > 0) terminal.err(`${formatNoun(broken, 'capture')} cannot be read; see \`thresher sanity\``);
    return broken > 0 ? EXIT.errors : EXIT.done;
  });
}

function captureTable(title: string, counts: readonly CaptureCount[], listed: number): string[] {
  const more = counts.length - listed;
  return [
    `${row('captures', 'revisits', 'bytes')}  ${title}`,
    ...counts.slice(0, listed).map((one) => captureRow(one, printable(one.value))),
    ...(more > 0 ? [`and ${formatNoun(more, `more ${title}`)}`] : []),
    '',
  ];
}

const captureRow = ({ captures, revisits, bytes }: Omit<CaptureCount, 'value'>, value: string): string =>
  `${row(formatCount(captures), formatCount(revisits), formatBytes(bytes))}  ${value}`;

function hostTable(hosts: readonly LinkedHost[]): string[] {
  const rows = hosts.map(({ host, numRefBy, pages, relevant }) => {
    const counts = [numRefBy, pages, relevant].map(formatCount);
    return `${row(...counts)}  ${printable(host)}`;
  });
  return [`${row('by hosts', 'by pages', 'relevant')}  host`, ...rows];
}

/** Width of a column of numbers, in characters. */
const COLUMN_WIDTH = 10;
const row = (...cells: string[]): string => cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('');

function tableOf(directories: readonly DirectoryCounts[]): string[] {
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
