import type { Control } from '../../shared/ports/control.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { targetArguments } from '../aws/follow-crawl.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT, UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { folderArguments } from '../output/quote-for-shell.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { refuseStoppedCrawl } from '../run/folder/closed-crawl.ts';
import { recrawlPages } from '../run/recrawl-pages.ts';

const ABOUT = `Marks all known pages of a crawl as due now. With --prefix, marks only pages whose URL starts with the prefix. With --gone, marks
only pages that seem to be gone and whose records are kept; these leave if the pages are still gone. This command fetches nothing:
a running crawl fetches the pages; otherwise run \`thresher crawl\`. Thresher sends conditional requests where the server supports
them. A page that is fetched after this command started is not fetched a second time. The output counts
the hosts with marked pages.`;

export const recrawlCommand = command({
  name: 'recrawl',
  usage: ['[--prefix URL] [--gone] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about: ABOUT,
  options: {
    prefix: { type: 'string', value: 'URL', help: 'only pages whose URL starts with this; must name one host' },
    gone: {
      type: 'boolean',
      help: 'remove the records that the mass-removal guard holds back, because the pages are really gone',
    },
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher recrawl', 'Recrawl all pages of the crawl in the folder .thresher'],
    ['thresher recrawl --prefix https://example.org/news/', 'Recrawl a part of a site'],
    [
      'thresher recrawl --gone --prefix https://example.org/',
      'Remove records of pages that are gone (`thresher explain URL` shows which are held back)',
    ],
    ['thresher recrawl --target aws --name plants', 'Recrawl a crawl in a stack'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0)
      throw new UsageError(`thresher recrawl: ${operands[0]}: unexpected argument; select a part with --prefix`);
    const { crawl, hosts, next, isPartial } = await (targetsAws(options)
      ? recrawlOnStack(options, terminal)
      : recrawlLocally(options));
    const where = options.prefix === undefined ? 'yet' : `at ${printable(options.prefix)}`;
    if (options.json) terminal.out(formatJson({ crawl, hosts, done: !isPartial }));
    else if (isPartial)
      terminal.out(`${crawl}: ${formatDue(hosts)}; interrupted, run the same command for the other hosts.`);
    else terminal.out(hosts === 0 ? `${crawl}: no known pages ${where}` : `${crawl}: ${formatDue(hosts)}. ${next}`);
    return isPartial ? EXIT.interrupted : EXIT.done;
  },
});

const formatDue = (hosts: number) => `${formatNoun(hosts, 'host is', 'hosts are')} due now`;

type RecrawlSelection = { prefix?: string | undefined; gone?: boolean | undefined };

type RecrawlResult = {
  crawl: string;
  /** Number of hosts with pages that are due now. */
  hosts: number;
  /** Message for the user: how the pages get fetched. */
  next: string;
  /** Whether the user quit before all hosts were marked. */
  isPartial?: boolean;
};

function recrawlLocally(options: CrawlLocation & RecrawlSelection): Promise<RecrawlResult> {
  return withCrawl(options, 'write', async ({ crawl, state, counts }, stores) => {
    const { dir = DEFAULT_DIR } = options;
    refuseStoppedCrawl({ crawl, state }, dir);
    const hosts = await recrawlPages(crawl, options, stores);
    return { crawl, hosts, next: nextStep({ crawl, state, counts }, dir) };
  });
}

function nextStep({ crawl, state, counts }: Pick<Control, 'crawl' | 'state' | 'counts'>, dir: string): string {
  if (state === 'paused') return `It is paused: npx thresher resume ${folderArguments(dir, crawl)}`;
  // Its pages were imported.
  if (counts['run.ms'] === undefined)
    return `Run \`npx thresher crawl FILE\` to fetch them, with a crawl.yaml that has \`crawl: ${crawl}\`.`;
  return 'Run the same `npx thresher crawl …` as before to fetch them.';
}

/**
 * Marks hosts in a stack. One request marks hosts for up to 20 seconds; the command repeats it until all hosts are
 * marked.
 */
async function recrawlOnStack(
  options: TargetOptions & CrawlLocation & RecrawlSelection,
  terminal: Terminal,
): Promise<RecrawlResult> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  const next = `The stack fetches them: npx thresher status ${targetArguments(stack, crawl)}`;
  const { prefix, gone } = options;
  const part = { ...(prefix !== undefined && { prefix }), ...(gone && { gone }) };
  let position: { at: number; after?: string } | undefined;
  for (let hosts = 0; ; ) {
    const answer = await callAdmin(stack, { action: 'recrawl', crawl, ...part, ...position });
    hosts += answer.hosts;
    if (answer.done || terminal.interrupt.aborted) return { crawl, hosts, next, isPartial: !answer.done };
    terminal.err(`${crawl}: ${formatNoun(hosts, 'host')} marked so far …`);
    position = { at: answer.at, ...(answer.after !== undefined && { after: answer.after }) };
  }
}
