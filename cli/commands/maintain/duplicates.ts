import { createMirrorDetector, type DuplicateReport, type HostPair } from '../../../shared/index/mirrors.ts';
import { command, DIR_OPTION, EXIT, JSON_OPTION, NAME_OPTION, parseNumberOption, UsageError } from '../../command.ts';
import { withCrawl } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { formatCount, formatNoun } from '../../output/progress.ts';
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
    jsonl: { type: 'boolean', help: 'read records from standard input, one JSON per line, as `crawl -o` writes them' },
  },
  examples: [
    ['thresher duplicates', 'Compare the hosts of the crawl in the folder .thresher'],
    ['cat plants.jsonl fungi.jsonl | thresher duplicates --jsonl --json', 'Compare the hosts of several crawls'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError(`thresher duplicates: ${operands[0]}: unexpected argument`);
    const found = createMirrorDetector(parseNumberOption('least', options.least, 1) ?? 3);
    if (options.jsonl) await readRecords(found, terminal);
    else
      await withCrawl(options, 'read', async ({ crawl }, { index }) => {
        for await (const { urls, canonical } of index.records(crawl)) {
          if (terminal.interrupt.aborted) return;
          found.add({ urls: Object.keys(urls), ...(canonical !== undefined && { canonical }) });
        }
      });
    if (terminal.interrupt.aborted) return EXIT.interrupted;
    if (options.json) terminal.out(formatJson(found.report()));
    else print(found.report(), terminal);
    return EXIT.done;
  },
});

/**
 * Reads records from standard input.
 *
 * @throws UsageError for a line that is not a record
 */
async function readRecords(found: ReturnType<typeof createMirrorDetector>, terminal: Terminal): Promise<void> {
  let line = 0;
  for await (const text of terminal.lines()) {
    if (terminal.interrupt.aborted) return;
    line++;
    if (text.trim() !== '') found.add(parseRecordLine(text, line));
  }
}

function parseRecordLine(text: string, line: number): { urls: string[]; canonical?: string } {
  try {
    const { urls, canonical } = JSON.parse(text) as { urls: unknown; canonical?: unknown };
    if (!Array.isArray(urls) || !urls.every((url) => typeof url === 'string' && URL.canParse(url)))
      throw new Error('urls: must be a list of URLs');
    return { urls, ...(typeof canonical === 'string' && { canonical }) };
  } catch (error) {
    throw new UsageError(`standard input, line ${line}: ${(error as Error).message}`);
  }
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
    const figures = `${formatCount(shared)} of ${formatCount(Math.min(...of))} texts, ${formatCount(samePath)} at the same path`;
    terminal.out(`  ${printable(names.join('  '))}  ${figures}: ${PAIR_TEXTS[kind]}`);
  }
  if (pairs.length > MAX_PRINTED_PAIRS)
    terminal.out(`  … ${formatCount(pairs.length - MAX_PRINTED_PAIRS)} more pairs; all with --json`);
  const lines = Object.entries(aliases);
  if (lines.length === 0) return;
  terminal.out('');
  terminal.out('aliases:');
  for (const [from, to] of lines)
    terminal.out(`  ${JSON.stringify(printable(from))}: ${JSON.stringify(printable(to))}`);
  terminal.out('Add them to the crawl.yaml, or fold the hosts of a crawl with `thresher aliases --apply`.');
}
