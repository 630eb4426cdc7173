import {
  LISTED_STATES,
  type ListedState,
  type ListedUrl,
  type ListPlace,
  listUrls,
} from '../../shared/frontier/explain/list-urls.ts';
import { nearest } from '../../shared/settings/nearest.ts';
import { administer, crawlOf } from '../aws/api.ts';
import { isAws, openStack, TARGET, type TargetOptions } from '../aws/target.ts';
import { command, DIR, EXIT, JSON_OUT, NAME, UsageError } from '../command.ts';
import { type Place, withCrawl } from '../open-crawl.ts';
import { printable, type Terminal } from '../output/terminal.ts';

const ABOUT = `The URLs that a crawl knows, host by host: where each stands in line, or what became of it and when it comes again.
\`unavailable\` failed and is tried again; \`retired\` failed too often, and does not come again by itself. All of a crawl may be
many; \`queued\` and what is in a host's inbox are not yet fetched, of which this tells only the former.`;

export const frontierCommand = command({
  name: 'frontier',
  usage: ['list [--state STATE] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about: ABOUT,
  options: {
    state: { type: 'string', value: 'STATE', help: `only these: ${LISTED_STATES.join(', ')}` },
    dir: DIR,
    name: NAME,
    json: JSON_OUT,
    ...TARGET,
  },
  examples: [
    ['thresher frontier list --state retired', 'what was given up, and why'],
    ['thresher frontier list --state unavailable --json', '{url, state, reason, at, next, tries, class, depth} a line'],
    ['thresher frontier list --target aws', 'all URLs of the crawl of a stack'],
  ],
  async run({ operands: [verb, ...more], options }, terminal) {
    if (verb !== 'list' || more.length > 0) throw new UsageError('thresher frontier: the one thing to say is `list`');
    const { state, ...place } = options;
    const listed = stateOf(state);
    const tell = (found: ListedUrl) => terminal.out(options.json ? JSON.stringify(found) : line(found));
    if (isAws(options)) await onAws(listed, place, tell, terminal);
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

function stateOf(given: string | undefined): ListedState | undefined {
  const known = LISTED_STATES.find((state) => state === given);
  if (given === undefined || known) return known;
  const meant = nearest(given, LISTED_STATES);
  throw new UsageError(`--state: ${given}: must be one of ${LISTED_STATES.join(', ')}${meant ? `; ${meant}?` : ''}`);
}

/** A stack tells so many at a time. */
async function onAws(
  state: ListedState | undefined,
  options: TargetOptions & Place,
  tell: (found: ListedUrl) => void,
  terminal: Terminal,
): Promise<void> {
  const stack = await openStack(options, terminal);
  const crawl = await crawlOf(stack, options.name);
  for (let from: ListPlace | undefined; ; ) {
    const request = { action: 'list-urls' as const, crawl, ...(state && { state }), ...(from && { from }) };
    const answer = await administer<{ urls: ListedUrl[]; from?: ListPlace }>(stack, request);
    answer.urls.forEach(tell);
    if (!answer.from || terminal.interrupt.aborted) return;
    from = answer.from;
  }
}

function line({ url, state, reason, at, next, tries }: ListedUrl): string {
  const word = reason === null ? state : `${state} (${reason})`;
  const failures = tries > 0 ? `, ${tries} failures in a row` : '';
  const times = at === null ? '' : `  last ${at}, next ${next ?? 'never'}${failures}`;
  return `${word.padEnd(26)} ${printable(url)}${times}`;
}
