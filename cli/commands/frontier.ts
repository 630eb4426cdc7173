import {
  type FrontierUrl,
  LISTED_STATES,
  type ListedState,
  type ListPosition,
  listUrls,
} from '../../shared/frontier/explain/list-urls.ts';
import { nearestWord } from '../../shared/settings/nearest-word.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import { command, DIR_OPTION, EXIT, JSON_OPTION, NAME_OPTION, UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { printable, type Terminal } from '../output/terminal.ts';

const ABOUT = `Lists the URLs that a crawl knows, host by host, with state, last visit and next visit. \`unavailable\` URLs failed and are
retried; \`retired\` URLs failed too often and are not retried. \`queued\` URLs wait for their first fetch. URLs that are still
in a host's inbox are not listed. A large crawl has many URLs: use --state to limit the list.`;

export const frontierCommand = command({
  name: 'frontier',
  usage: ['list [--state STATE] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about: ABOUT,
  options: {
    state: { type: 'string', value: 'STATE', help: `only URLs in this state: ${LISTED_STATES.join(', ')}` },
    dir: DIR_OPTION,
    name: NAME_OPTION,
    json: JSON_OPTION,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher frontier list --state retired', 'List the URLs that failed too often, with the reason'],
    [
      'thresher frontier list --state unavailable --json',
      'Print one {url, state, reason, at, next, tries, class, depth} per line',
    ],
    ['thresher frontier list --target aws', 'List all URLs of the crawl in a stack'],
  ],
  async run({ operands: [verb, ...more], options }, terminal) {
    if (verb !== 'list' || more.length > 0) throw new UsageError('thresher frontier: use `thresher frontier list`');
    const { state, ...place } = options;
    const listed = parseState(state);
    const tell = (found: FrontierUrl) => terminal.out(options.json ? JSON.stringify(found) : formatUrl(found));
    if (targetsAws(options)) await listOnStack(listed, place, tell, terminal);
    else
      await withCrawl(place, 'read', async ({ crawl }, { frontier }) => {
        for await (const { found } of listUrls(crawl, listed, frontier)) {
          if (terminal.interrupt.aborted) return;
          tell(found);
        }
      });
    return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.done;
  },
});

function parseState(given: string | undefined): ListedState | undefined {
  const known = LISTED_STATES.find((state) => state === given);
  if (given === undefined || known) return known;
  const meant = nearestWord(given, LISTED_STATES);
  throw new UsageError(`--state: ${given}: must be one of ${LISTED_STATES.join(', ')}${meant ? `; ${meant}?` : ''}`);
}

/** Lists the URLs of a crawl in a stack, page by page. */
async function listOnStack(
  state: ListedState | undefined,
  options: TargetOptions & CrawlLocation,
  tell: (found: FrontierUrl) => void,
  terminal: Terminal,
): Promise<void> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  for (let from: ListPosition | undefined; ; ) {
    const request = { action: 'list-urls' as const, crawl, ...(state && { state }), ...(from && { from }) };
    const answer = await callAdmin(stack, request);
    answer.urls.forEach(tell);
    if (!answer.from || terminal.interrupt.aborted) return;
    from = answer.from;
  }
}

function formatUrl({ url, state, reason, at, next, tries }: FrontierUrl): string {
  const word = reason === null ? state : `${state} (${reason})`;
  const failures = tries > 0 ? `, ${tries} consecutive failures` : '';
  const times = at === null ? '' : `  last ${at}, next ${next ?? 'never'}${failures}`;
  return `${word.padEnd(26)} ${printable(url)}${times}`;
}
