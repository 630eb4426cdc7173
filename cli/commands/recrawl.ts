import { recrawl } from '../../shared/frontier/recrawl.ts';
import type { CrawlState } from '../../shared/ports/control.ts';
import { prefixOf } from '../../shared/settings/prefix.ts';
import { administer, crawlOf } from '../aws/api.ts';
import { whereIs } from '../aws/crawl.ts';
import { isAws, openStack, TARGET, type TargetOptions } from '../aws/target.ts';
import { command, DEFAULT_DIR, DIR, EXIT, JSON_OUT, NAME, UsageError } from '../command.ts';
import { type Place, withCrawl } from '../open-crawl.ts';
import { count } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { storedSettings } from '../run/crawl-settings.ts';

const ABOUT = `All pages that a crawl knows are fetched again, whenever they were to be; with --prefix only those whose address begins so.
Servers are asked whether a page has changed, where they say that they can tell. Nothing is fetched by this command itself:
a crawl that runs takes it up, and \`thresher crawl\` goes on with one that does not. What is fetched after it counts as done.`;

export const recrawlCommand = command({
  name: 'recrawl',
  usage: ['[--prefix URL] [--gone] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about: ABOUT,
  options: {
    prefix: { type: 'string', value: 'URL', help: 'only pages whose address begins so; of one host' },
    gone: {
      type: 'boolean',
      help: 'only pages whose records are held, as too many of their host are gone: believe it',
    },
    dir: DIR,
    name: NAME,
    json: JSON_OUT,
    ...TARGET,
  },
  examples: [
    ['thresher recrawl', 'all of the crawl in the folder .thresher; then: thresher crawl …'],
    ['thresher recrawl --prefix https://example.org/news/', 'a part of a site'],
    ['thresher recrawl --gone --prefix https://example.org/', 'what is gone there is to go: explain says what is held'],
    ['thresher recrawl --target aws --name plants', 'a crawl of a stack, which goes on by itself'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher recrawl: takes no arguments; --prefix names a part');
    const { crawl, hosts, next, left } = await (isAws(options) ? onAws(options, terminal) : here(options));
    const where = options.prefix === undefined ? 'yet' : `at ${printable(options.prefix)}`;
    if (options.json) terminal.out(JSON.stringify({ crawl, hosts, done: !left }));
    else if (left) terminal.out(`${crawl}: ${due(hosts)}; the same command again tells the others.`);
    else terminal.out(hosts === 0 ? `${crawl}: nothing is known ${where}` : `${crawl}: ${due(hosts)}. ${next}`);
    return left ? EXIT.interrupted : EXIT.done;
  },
});

const due = (hosts: number) => `${count(hosts)} ${hosts === 1 ? 'host is' : 'hosts are'} due now`;

type Part = { prefix?: string | undefined; gone?: boolean | undefined };
/** `left`: somebody went before all hosts were told. `next`: how it goes on. */
type Told = { crawl: string; hosts: number; next: string; left?: boolean };

function here(options: Place & Part): Promise<Told> {
  return withCrawl(options, 'write', async ({ crawl, state }, stores) => {
    if (state === 'stopped') throw new UsageError(`crawl ${crawl} is stopped: thresher resume opens it again`);
    const { settings } = await storedSettings(crawl, stores);
    const { prefix } = options;
    const recall = {
      at: stores.clock.now(),
      ...(prefix !== undefined && { prefix: prefixOf(prefix, settings) }),
      ...(options.gone && { believe: true }),
    };
    const { told } = await recrawl(crawl, recall, stores);
    return { crawl, hosts: told, next: nextHere(state, options.dir ?? DEFAULT_DIR, crawl) };
  });
}

function nextHere(state: CrawlState, dir: string, crawl: string): string {
  const place = `--dir ${dir} --name ${crawl}`;
  if (state === 'paused') return `It is paused: npx thresher resume ${place}`;
  return 'The same `npx thresher crawl …` as before goes on with it.';
}

type Answer = { at: number; hosts: number; after?: string; done: boolean };

/** A stack tells hosts for 20 seconds at a time: it is asked to go on until all are told. */
async function onAws(options: TargetOptions & Place & Part, terminal: Terminal): Promise<Told> {
  const stack = await openStack(options, terminal);
  const crawl = await crawlOf(stack, options.name);
  const next = `It goes on in the stack: npx thresher status ${whereIs(stack, crawl)}`;
  const { prefix, gone } = options;
  const part = { ...(prefix !== undefined && { prefix }), ...(gone && { gone }) };
  let going: { at: number; after?: string } | undefined;
  for (let hosts = 0; ; ) {
    const answer = await administer<Answer>(stack, { action: 'recrawl', crawl, ...part, ...going });
    hosts += answer.hosts;
    if (answer.done || terminal.interrupt.aborted) return { crawl, hosts, next, left: !answer.done };
    terminal.err(`${crawl}: ${count(hosts)} hosts told so far …`);
    going = { at: answer.at, ...(answer.after !== undefined && { after: answer.after }) };
  }
}
