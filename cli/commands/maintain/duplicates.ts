import { createMirrorDetector, type DuplicateReport, type HostPair } from '../../../shared/index/mirrors.ts';
import { formatCount, formatNoun } from '../../../shared/text/format-count.ts';
import {
  command,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  JSON_OPTION,
  NAME_OPTION,
  parseNumberOption,
  UsageError,
} from '../../command.ts';
import { type FilterRequest, optionalString, optionalStrings } from '../../filter-input.ts';
import { type CrawlLocation, withCrawl } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';
import { printable, type Terminal } from '../../output/terminal.ts';

/** Maximum number of host pairs in the text output. */
const MAX_PRINTED_PAIRS = 20;

export const duplicatesCommand = command({
  name: 'duplicates',
  usage: ['[--dir DIR] [--name NAME] [--least N] [--json]', '--jsonl < records.jsonl'],
  about: `Finds pairs of hosts with the same texts: a second name of one server, or a copy of it. For second names it prints the
\`aliases:\` lines for a crawl.yaml. It changes nothing.`,
  options: {
    dir: DIR_OPTION,
    name: NAME_OPTION,
    least: { type: 'string', value: 'N', help: 'ignore pairs with fewer texts in common (default: 3)' },
    json: JSON_OPTION,
    jsonl: {
      type: 'boolean',
      help: 'read records from standard input, one JSON per line, as `crawl -o` writes them; only bad lines are answered',
    },
  },
  examples: [
    ['thresher duplicates', 'Compare the hosts of the crawl in the folder .thresher'],
    ['cat plants.jsonl fungi.jsonl | thresher duplicates --jsonl --json', 'Compare the hosts of several crawls'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError(`thresher duplicates: ${operands[0]}: unexpected argument`);
    const found = createMirrorDetector(parseNumberOption('least', options.least, 1) ?? 3);
    const code = options.jsonl
      ? await answerLines((record) => {
          found.add(readRecord(record));
          return undefined;
        }, terminal)
      : await readCrawl(found, options, terminal);
    if (code === EXIT.interrupted) return code;
    if (options.json) terminal.out(formatJson(found.report()));
    else print(found.report(), terminal);
    return code;
  },
});

type Detector = ReturnType<typeof createMirrorDetector>;

function readCrawl(found: Detector, place: CrawlLocation, terminal: Terminal): Promise<ExitCode> {
  return withCrawl(place, 'read', async ({ crawl }, { index }) => {
    for await (const { urls, canonical } of index.records(crawl)) {
      if (terminal.interrupt.aborted) return EXIT.interrupted;
      found.add({ urls: Object.keys(urls), ...(canonical !== undefined && { canonical }) });
    }
    return EXIT.done;
  });
}

/** Reads the fields of a record that tell duplicates. @throws Error that names the faulty field */
function readRecord(record: FilterRequest): { urls: string[]; canonical?: string } {
  const urls = optionalStrings(record, 'urls');
  if (!urls?.every((url) => URL.canParse(url))) throw new Error('urls: must be a list of URLs');
  const canonical = optionalString(record, 'canonical');
  if (canonical !== undefined && !URL.canParse(canonical)) throw new Error('canonical: must be a URL');
  return { urls, ...(canonical !== undefined && { canonical }) };
}

const PAIR_TEXTS: Record<HostPair['kind'], string> = {
  alias: 'one server with two names',
  mirror: 'a copy at other paths',
  some: 'some texts in common',
};

function print({ records, addresses, hosts, repeated, pairs, aliases }: DuplicateReport, terminal: Terminal): void {
  terminal.out(`${formatNoun(records, 'text')} at ${formatNoun(addresses, 'URL')} on ${formatNoun(hosts, 'host')}`);
  terminal.out(`texts with more than one URL: ${formatCount(repeated)}`);
  for (const { hosts: names, shared, of, samePath, kind } of pairs.slice(0, MAX_PRINTED_PAIRS)) {
    const figures = `${formatCount(shared)} of ${formatNoun(Math.min(...of), 'text')}, ${formatCount(samePath)} at the same path`;
    terminal.out(`  ${printable(names.join('  '))}  ${figures}: ${PAIR_TEXTS[kind]}`);
  }
  if (pairs.length > MAX_PRINTED_PAIRS)
    terminal.out(`  … ${formatNoun(pairs.length - MAX_PRINTED_PAIRS, 'more pair')}; all with --json`);
  const lines = Object.entries(aliases);
  if (lines.length === 0) return;
  terminal.out('');
  terminal.out('aliases:');
  for (const [from, to] of lines)
    terminal.out(`  ${JSON.stringify(printable(from))}: ${JSON.stringify(printable(to))}`);
  terminal.out('Add them to the crawl.yaml, or fold the hosts of a crawl with `thresher aliases --apply`.');
}
