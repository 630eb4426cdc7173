import { type FrontierHost, HOST_STATES, type HostState, listHosts } from '../../shared/frontier/explain/list-hosts.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { nearestWord } from '../../shared/text/nearest-word.ts';
import { DEFAULT_DIR, UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { formatCounts } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { isFolderLocked } from '../run/folder/folder-lock.ts';
import { isEnded } from './dump-frontier.ts';

type Wanted = { state: string | undefined; host: string | undefined };

/** Prints the hosts of a crawl in a data folder, one a line. @throws UsageError if the state or the host is unknown */
export async function printHosts(
  { state: given, host: only }: Wanted,
  place: CrawlLocation & { json?: boolean | undefined },
  terminal: Terminal,
): Promise<void> {
  const wanted = parseHostState(given);
  await withCrawl(place, 'read', async ({ crawl }, { frontier, locks, clock }) => {
    await requireHost(crawl, only, frontier);
    const isRunning = isFolderLocked(place.dir ?? DEFAULT_DIR);
    const sources = { frontier, lockOf: (group: string) => locks.get(group), now: clock.now(), isRunning };
    for await (const host of listHosts(crawl, only, sources)) {
      if (isEnded(terminal)) return;
      if (wanted !== undefined && host.state !== wanted) continue;
      const drained = terminal.out(place.json ? formatJson(host) : formatHost(host));
      if (drained) await drained;
    }
  });
}

/** @param host as in URLs; undefined: any. @throws UsageError if the crawl does not know the host */
export async function requireHost(
  crawl: string,
  host: string | undefined,
  frontier: Pick<Frontier, 'getHead'>,
): Promise<void> {
  if (host === undefined || (await frontier.getHead({ crawl, host }))) return;
  throw new UsageError(
    `--host: ${host}: the crawl ${crawl} has no URL of this host; name it as in URLs, with its port if it is not the default one`,
  );
}

function parseHostState(given: string | undefined): HostState | undefined {
  const known = HOST_STATES.find((state) => state === given);
  if (given === undefined || known) return known;
  const meant = nearestWord(given, HOST_STATES);
  throw new UsageError(
    `--state: ${given}: must be one of ${HOST_STATES.join(', ')} for hosts${meant ? `; ${meant}?` : ''}`,
  );
}

function formatHost({ host, state, next, pauseMs, failures, attempts, waiting, urls, outcomes }: FrontierHost): string {
  const facts = [
    timeOf(state, next),
    pauseMs === null ? '' : `pause ${pauseMs / 1000} s`,
    failures === 0 ? '' : `${formatNoun(failures, 'visit')} failed in a row`,
    // The first attempt of a host that is visited is this visit.
    attempts > (state === 'visited' ? 1 : 0) ? `${formatNoun(attempts, 'attempt')} without a commit` : '',
    waiting === 0 ? '' : `${formatCount(waiting)} waiting`,
    urls === 0 ? '' : formatCounts(outcomes),
  ];
  return `${state.padEnd(8)} ${printable(host)}  ${facts.filter(Boolean).join('; ')}`;
}

function timeOf(state: HostState, next: string | null): string {
  if (state === 'visited') return '';
  if (next === null) return 'nothing planned';
  return `${state === 'due' ? 'since' : 'until'} ${next}`;
}
