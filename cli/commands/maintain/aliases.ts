import { formatCount, formatNoun } from '../../../shared/text/format-count.ts';
import {
  CRAWL_OPTIONS,
  command,
  DEFAULT_DIR,
  EXIT,
  type ExitCode,
  parseNumberOption,
  UsageError,
} from '../../command.ts';
import { type AliasSearch, findAliases, undoAlias } from '../../maintain/fold-locally.ts';
import type { CrawlLocation } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { folderArguments, quoteForShell } from '../../output/quote-for-shell.ts';
import { printable, type Terminal } from '../../output/terminal.ts';

const ABOUT = `Finds hosts that are other names of one server: four of five texts of the smaller host are the same, and nine of ten of these
are at the same path. Without --apply it only prints the evidence. --apply stores the aliases with the crawl, so that new links
use the main name, removes the URLs of the aliases from their records, and fetches pages that only an alias had under the main
name. It needs the folder for itself: end a running crawl first. The main name is the one that pages name as canonical most
often, then the one with most texts, then the shortest; an IP address is never preferred to a name.`;

export const aliasesCommand = command({
  name: 'aliases',
  usage: [
    '[ALIAS…] [--apply] [--least N] [--dir DIR] [--name NAME] [--json]',
    '--undo ALIAS [--dir DIR] [--name NAME] [--json]',
  ],
  about: ABOUT,
  options: {
    apply: { type: 'boolean', help: 'store the aliases and fold their hosts; with names, only these' },
    undo: {
      type: 'string',
      value: 'ALIAS',
      help: 'remove an alias that --apply stored; the next crawl fetches its pages',
    },
    least: { type: 'string', value: 'N', help: 'ignore hosts with fewer texts in common (default: 3)' },
    ...CRAWL_OPTIONS,
  },
  examples: [
    ['thresher aliases', 'Print which hosts are the same, with the evidence'],
    ['thresher aliases --apply', 'Fold all of them'],
    ['thresher aliases www2.example.org --apply', 'Fold one of them'],
    ['thresher aliases --undo www2.example.org', 'Treat it as a host of its own again'],
  ],
  async run({ operands, options }, terminal) {
    const { dir = DEFAULT_DIR, name, apply = false, json = false, undo } = options;
    const least = parseNumberOption('least', options.least, 1) ?? 3;
    if (undo !== undefined && (apply || operands.length > 0))
      throw new UsageError('thresher aliases: --undo takes one alias and no other option');
    const place = { dir, name };
    if (undo !== undefined) return printUndone(place, undo, json, terminal);
    const found = await findAliases(place, { least, only: operands, apply, signal: terminal.interrupt });
    // The printed command folds what this command shows.
    const given = [...operands, ...(options.least === undefined ? [] : ['--least', options.least])];
    return printFound(
      found,
      { apply, json, place: [...given.map(quoteForShell), folderArguments(dir, found.crawl)].join(' ') },
      terminal,
    );
  },
});

function printFound(
  { crawl, report, folded }: AliasSearch,
  { apply, json, place }: { apply: boolean; json: boolean; place: string },
  terminal: Terminal,
): ExitCode {
  const { aliases } = report;
  const pairs = report.pairs.filter(({ kind }) => kind === 'alias');
  if (json) terminal.out(formatJson({ crawl, aliases, pairs, ...(folded && { folded }) }));
  else {
    const lines = Object.entries(aliases);
    if (lines.length === 0) terminal.out(`${crawl}: no aliases found among ${formatNoun(report.hosts, 'host')}`);
    for (const [alias, main] of lines) terminal.out(`${printable(alias)} is an alias of ${printable(main)}`);
    for (const { hosts, shared, of, samePath } of pairs)
      terminal.out(
        `  ${printable(hosts.join(' and '))}: same text: ${formatCount(shared)} of ${formatNoun(Math.min(...of), 'text')}, ${formatCount(samePath)} at the same path`,
      );
    if (folded && hasFolded(folded, lines.length)) printFolded(folded, terminal);
    else if (!folded && lines.length > 0)
      terminal.out(`Nothing was changed. To fold: npx thresher aliases --apply ${place}`);
  }
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return apply && folded && folded.busy.length > 0 ? EXIT.errors : EXIT.done;
}

/** Whether there is anything to say. Without new aliases, a run completes an earlier one that was killed. */
const hasFolded = ({ urls, moved, queued, busy }: NonNullable<AliasSearch['folded']>, found: number): boolean =>
  found + urls + moved + queued + busy.length > 0;

function printFolded({ urls, moved, queued, busy }: NonNullable<AliasSearch['folded']>, terminal: Terminal): void {
  terminal.out(
    `Folded. URLs that left their records: ${formatCount(urls)}; pages moved to the main name: ${formatCount(moved)}; renamed queued URLs: ${formatCount(queued)}`,
  );
  terminal.out(
    'The next `thresher crawl` fetches the moved pages. Add the aliases to `aliases:` in the crawl.yaml to share them.',
  );
  for (const host of busy) terminal.out(`${printable(host)} changed meanwhile; repeat the command`);
}

async function printUndone(place: CrawlLocation, alias: string, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const { crawl, pages } = await undoAlias(place, alias);
  if (json) terminal.out(formatJson({ crawl, alias, pages }));
  else
    terminal.out(
      `${crawl}: ${alias} is a host of its own again; the next \`thresher crawl\` fetches its pages: ${formatCount(pages)}`,
    );
  return EXIT.done;
}
