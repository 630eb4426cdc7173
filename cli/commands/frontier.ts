import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { HOST_STATES, headsOf } from '../../shared/frontier/explain/list-hosts.ts';
import {
  type FrontierUrl,
  LISTED_STATES,
  type Listed,
  type ListedState,
  listUrls,
} from '../../shared/frontier/explain/list-urls.ts';
import type { HostPosition } from '../../shared/frontier/list-heads-from.ts';
import { startOf } from '../../shared/index/filter-values.ts';
import { parseFilter } from '../../shared/search/question.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { nearestWord } from '../../shared/text/nearest-word.ts';
import { MINUTE_MS } from '../../shared/text/time-units.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT, type ExitCode, UsageError } from '../command.ts';
import { dumpFromArchive } from '../maintain/dump-archive.ts';
import { dumpFromStack, dumpLocally, isEnded } from '../maintain/dump-frontier.ts';
import { printHosts, requireHost } from '../maintain/list-hosts.ts';
import { loadDump, openDump } from '../maintain/load-frontier.ts';
import { loadIntoFolder, loadIntoStack } from '../maintain/load-target.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { describeReadError } from '../read-text-file.ts';
import { lockFolder } from '../run/folder/folder-lock.ts';
import { openStores, type Stores } from '../run/wiring.ts';

const ABOUT = `\`list\` prints the URLs that a crawl knows, host by host, with state, last visit and next visit. \`unavailable\` URLs failed
and are retried; \`retired\` URLs failed too often and are not retried. \`queued\` URLs wait for their first fetch, \`offered\` ones
wait in the inbox of their host for its next visit, which applies the rules. A large crawl has many URLs: use --state to limit the list.
--new lists the URLs that were never fetched: queued, offered, refused, or failed in every try. --left-out lists pages and documents that
were fetched and are not searchable, with the reason, such as \`conversion-failed\`, \`encrypted\`, \`no-content\` or \`noindex\`. --since lists those whose first visit
was at or after a time, such as that of the last list; URLs that wait for their first visit have no time.

\`hosts\` prints the hosts of a crawl in a data folder, also while it runs: what each waits for, until when or since when, its pause, its failures, the URLs that wait and
those with an outcome. \`visited\` hosts are sent requests now. \`due\` hosts wait for a free place (\`concurrency\`). \`pausing\` ones wait for the end of
their pause or the hours of robots.txt, \`resting\` ones rest after failures of the host or by \`Retry-After\`, \`idle\` ones have nothing to fetch until a revisit or the retry of a URL, and
\`dead\` ones crashed the crawler again and again. --host limits both lists to one host.

\`dump\` writes everything that the frontier stores as JSON Lines: states, priorities, times, validators, digests and inboxes.
\`load\` merges such a file into a crawl of the same or of another folder, and creates the crawl with its settings if the folder does
not have it. Of two visits of a URL the later one wins; loading twice changes nothing. A bad line is reported with its number, and the
others are loaded. Records and archived pages are not part of a dump: copy the folder to keep them. \`dump --from-archive\` needs no frontier: it makes
the lines of the fetched pages from the WARC files, documents and records of the folder. It cannot know URLs that wait, failed or were refused.

The crawl must not run: end it first. In a stack, pause it first; \`load\` needs a crawl that exists there.`;

export const frontierCommand = command({
  name: 'frontier',
  usage: [
    'list [--host HOST] [--state STATE | --new | --left-out] [--since TIME] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
    'hosts [--host HOST] [--state STATE] [--dir DIR] [--name NAME] [--json]',
    'dump [--from-archive] [--dir DIR] [--name NAME] [--target aws [--stack NAME]]',
    'load FILE|- [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
  ],
  about: ABOUT,
  options: {
    host: { type: 'string', value: 'HOST', help: 'only this host, with its port if it is not the default one' },
    state: {
      type: 'string',
      value: 'STATE',
      help: `only URLs in this state: ${LISTED_STATES.join(', ')}; with \`hosts\`, only hosts in this state: ${HOST_STATES.join(', ')}`,
    },
    new: { type: 'boolean', help: 'only URLs that were never fetched' },
    'left-out': {
      type: 'boolean',
      help: 'only pages and documents that were fetched and have no record, with the reason',
    },
    'from-archive': { type: 'boolean', help: 'with `dump`: from the stored pages, if the frontier is lost' },
    since: {
      type: 'string',
      value: 'TIME',
      help: 'only URLs whose first visit was at or after this day or time (UTC)',
    },
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher frontier list --state retired', 'List the URLs that failed too often, with the reason'],
    [
      'thresher frontier list --state unavailable --json',
      'Print one {url, state, reason, first, at, next, tries, class, depth} per line',
    ],
    ['thresher frontier list --new', 'List the URLs that were never fetched'],
    [
      'thresher frontier list --left-out',
      'List pages and documents that cannot be found, such as files that no converter could read',
    ],
    [
      'thresher frontier list --since 2024-05-31',
      'List the URLs that the crawl has visited for the first time since this day',
    ],
    [
      'thresher frontier hosts --state resting',
      'List the hosts that rest after failures, with the time of the next visit',
    ],
    ['thresher frontier hosts --host www.example.org', 'Show why a host makes no progress'],
    [
      'thresher frontier hosts --json',
      'Print one {host, state, group, next, pauseMs, failures, attempts, waiting, urls, outcomes} per line',
    ],
    ['thresher frontier list --target aws', 'List all URLs of the crawl in a stack'],
    ['thresher frontier dump > frontier.jsonl', 'Save the frontier'],
    ['thresher frontier dump --from-archive > frontier.jsonl', 'Save the fetched pages of a crawl without a frontier'],
    ['thresher frontier load frontier.jsonl --dir other', 'Continue the crawl in another folder'],
    ['grep -v old.example.org frontier.jsonl | thresher frontier load - --dir other', 'Leave out a host'],
  ],
  async run({ operands: [verb, ...more], options }, terminal) {
    const { state, host, new: isNew = false, 'left-out': isLeftOut = false, since } = options;
    if (verb !== 'list' && (isNew || isLeftOut || since !== undefined))
      throw new UsageError('--new, --left-out, --since: only for `thresher frontier list`');
    if (verb !== 'dump' && options['from-archive'])
      throw new UsageError('--from-archive: only for `thresher frontier dump`');
    if (verb !== 'list' && verb !== 'hosts' && (state !== undefined || host !== undefined))
      throw new UsageError('--state, --host: only for `thresher frontier list` and `thresher frontier hosts`');
    if (verb === 'hosts' && more.length === 0) return hosts({ state, host }, options, terminal);
    if (verb === 'dump' && more.length === 0) return dump(options, terminal);
    if (verb === 'load' && more.length === 1) return load(more[0]!, options, terminal);
    if (verb !== 'list' || more.length > 0)
      throw new UsageError(
        'thresher frontier: use `frontier list`, `frontier hosts`, `frontier dump` or `frontier load FILE`',
      );
    if (Number(state !== undefined) + Number(isNew) + Number(isLeftOut) > 1)
      throw new UsageError('--state, --new, --left-out: give one of them');
    const place = options;
    const listed = isNew ? 'new' : isLeftOut ? 'left-out' : parseState(state);
    const sinceMs = since === undefined ? undefined : parseTime(since);
    const print = (found: FrontierUrl) => {
      if (sinceMs !== undefined && !(found.first && Date.parse(found.first) >= sinceMs)) return undefined;
      return terminal.out(options.json ? formatJson(found) : formatUrl(found));
    };
    if (targetsAws(options) && host !== undefined)
      throw new UsageError('--host: not available with --target aws; filter the lines of --json');
    if (targetsAws(options)) await listOnStack(listed, place, print, terminal);
    else
      await withCrawl(place, 'read', async ({ crawl }, { frontier }) => {
        await requireHost(crawl, host, frontier);
        const all = { ...frontier, listHeads: (name: string) => headsOf(name, host, frontier) };
        for await (const { found } of listUrls(crawl, listed, all)) {
          if (isEnded(terminal)) return;
          const drained = print(found);
          if (drained) await drained;
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

/** @returns epoch milliseconds, rounded down to minutes as first visits are. @throws UsageError */
function parseTime(given: string): number {
  const date = parseFilter('changed', given);
  if (date === undefined)
    throw new UsageError(`--since: ${given}: must be a day or a time, such as 2024-05-31 or 2024-05-31T12:00Z`);
  const time = startOf(date);
  return time - (time % MINUTE_MS);
}

type Options = TargetOptions & CrawlLocation & { json?: boolean };

async function hosts(
  wanted: { state: string | undefined; host: string | undefined },
  options: Options,
  terminal: Terminal,
): Promise<ExitCode> {
  if (targetsAws(options))
    throw new UsageError(
      'thresher frontier hosts: not available with --target aws; `thresher explain URL` has the host',
    );
  await printHosts(wanted, options, terminal);
  return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.done;
}

async function dump(options: Options & { 'from-archive'?: boolean }, terminal: Terminal): Promise<ExitCode> {
  if (options['from-archive']) return dumpArchive(options, terminal);
  if (targetsAws(options)) await dumpFromStack(await openStack(options, terminal), options.name, terminal);
  else await dumpLocally(options, terminal);
  return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.done;
}

async function dumpArchive(options: Options, terminal: Terminal): Promise<ExitCode> {
  if (targetsAws(options)) throw new UsageError('--from-archive: not available with --target aws');
  const damages = await dumpFromArchive(options, terminal);
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return damages > 0 ? EXIT.errors : EXIT.done;
}

async function load(file: string, options: Options, terminal: Terminal): Promise<ExitCode> {
  const { dir = DEFAULT_DIR, name, json } = options;
  const report = targetsAws(options)
    ? await loadDump(openDump(file, terminal), loadIntoStack(await openStack(options, terminal), name), terminal)
    : await loadLocally(file, { dir, name }, terminal);
  if (json) terminal.out(formatJson(report));
  else {
    const { crawl, hosts, pages, queued, known, errors } = report;
    const bad = errors > 0 ? `; ${formatNoun(errors, 'bad line')}` : '';
    terminal.out(
      `${crawl}: ${formatNoun(pages, 'page')} and ${formatNoun(queued, 'queued URL')} of ${formatNoun(hosts, 'host')} loaded, ${formatCount(known)} known already${bad}`,
    );
  }
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return report.errors > 0 ? EXIT.errors : EXIT.done;
}

async function loadLocally(file: string, place: { dir: string; name?: string | undefined }, terminal: Terminal) {
  if (file !== '-') await checkReadable(file);
  let unlock: (() => void) | undefined;
  let stores: Stores | undefined;
  const openFolder = (): Stores => {
    unlock = lockFolder(place.dir);
    stores = openStores(place.dir);
    return stores;
  };
  try {
    return await loadDump(openDump(file, terminal), loadIntoFolder(place, openFolder), terminal);
  } finally {
    stores?.close();
    unlock?.();
  }
}

/** Checks the file before the folder is created. @throws UsageError */
async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error) => {
    throw new UsageError(`${file}: ${describeReadError(error)}`);
  });
}

/** Lists the URLs of a crawl in a stack, page by page. */
async function listOnStack(
  state: Listed | undefined,
  options: TargetOptions & CrawlLocation,
  print: (found: FrontierUrl) => Promise<void> | undefined,
  terminal: Terminal,
): Promise<void> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  for (let from: HostPosition | undefined; ; ) {
    const request = { action: 'list-urls' as const, crawl, ...(state && { state }), ...(from && { from }) };
    const answer = await callAdmin(stack, request);
    for (const found of answer.urls) await print(found);
    if (!answer.from || isEnded(terminal)) return;
    from = answer.from;
  }
}

function formatUrl({ url, state, reason, at, next, tries }: FrontierUrl): string {
  const word = reason === null ? state : `${state} (${reason})`;
  const failures = tries > 0 ? `, ${formatNoun(tries, 'consecutive failure')}` : '';
  const times = at === null ? '' : `  last ${at}, next ${next ?? 'never'}${failures}`;
  return `${word.padEnd(26)} ${printable(url)}${times}`;
}
