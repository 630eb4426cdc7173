import { type Duplicates, duplicatesOf, type HostPair } from '../../shared/index/mirrors.ts';
import { command, DIR, EXIT, JSON_OUT, NAME, numberOf, UsageError } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import { count } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';

/** Pairs that are printed for people. */
const PRINTED = 20;

export const duplicatesCommand = command({
  name: 'duplicates',
  usage: ['[--dir DIR] [--name NAME] [--least N] [--json]', '--jsonl < records'],
  about: `Hosts that have the same texts: a second name of one server, or a copy of it. For second names the lines are printed that make
them one in a crawl.yaml (\`aliases:\`); nothing is changed.`,
  options: {
    dir: DIR,
    name: NAME,
    least: { type: 'string', value: 'N', help: 'pass over hosts with fewer texts in common (default: 3)' },
    json: JSON_OUT,
    jsonl: { type: 'boolean', help: 'read records from standard input, a line each, as `crawl -o` writes them' },
  },
  examples: [
    ['thresher duplicates', 'of what was crawled here'],
    ['cat plants.jsonl fungi.jsonl | thresher duplicates --jsonl --json', 'of records of several crawls'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher duplicates: takes no operands');
    const found = duplicatesOf(numberOf('least', options.least, 1) ?? 3);
    if (options.jsonl) await readGiven(found, terminal);
    else
      await withCrawl(options, 'read', async ({ crawl }, { index }) => {
        for await (const { urls, canonical } of index.records(crawl)) {
          if (terminal.interrupt.aborted) return;
          found.add({ urls: Object.keys(urls), ...(canonical !== undefined && { canonical }) });
        }
      });
    if (terminal.interrupt.aborted) return EXIT.interrupted;
    if (options.json) terminal.out(JSON.stringify(found.report()));
    else print(found.report(), terminal);
    return EXIT.done;
  },
});

/** @throws UsageError for a line that is no record. */
async function readGiven(found: ReturnType<typeof duplicatesOf>, terminal: Terminal): Promise<void> {
  let line = 0;
  for await (const text of terminal.lines()) {
    if (terminal.interrupt.aborted) return;
    line++;
    if (text.trim() !== '') found.add(evidenceIn(text, line));
  }
}

function evidenceIn(text: string, line: number): { urls: string[]; canonical?: string } {
  try {
    const { urls, canonical } = JSON.parse(text) as { urls: unknown; canonical?: unknown };
    if (!Array.isArray(urls) || !urls.every((url) => typeof url === 'string' && URL.canParse(url)))
      throw new Error('urls: a list of addresses is needed');
    return { urls, ...(typeof canonical === 'string' && { canonical }) };
  } catch (error) {
    throw new UsageError(`line ${line}: ${(error as Error).message}`);
  }
}

const KINDS: Record<HostPair['kind'], string> = {
  alias: 'one server',
  mirror: 'a copy, at other paths',
  some: 'some texts in common',
};

function print({ records, addresses, hosts, repeated, pairs, aliases }: Duplicates, terminal: Terminal): void {
  terminal.out(`${count(records)} texts at ${count(addresses)} addresses of ${count(hosts)} hosts`);
  terminal.out(`${count(repeated)} texts have several addresses`);
  for (const { hosts: names, shared, of, samePath, kind } of pairs.slice(0, PRINTED)) {
    const figures = `${count(shared)} of ${count(Math.min(...of))} texts, ${count(samePath)} at the same path`;
    terminal.out(`  ${printable(names.join('  '))}  ${figures}: ${KINDS[kind]}`);
  }
  if (pairs.length > PRINTED) terminal.out(`  … ${count(pairs.length - PRINTED)} more pairs; all with --json`);
  const lines = Object.entries(aliases);
  if (lines.length === 0) return;
  terminal.out('');
  terminal.out('aliases:');
  for (const [from, to] of lines)
    terminal.out(`  ${JSON.stringify(printable(from))}: ${JSON.stringify(printable(to))}`);
}
