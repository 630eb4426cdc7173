import { HOUR_MS } from '../../shared/text/time-units.ts';
import type { CrawlHost } from '../../web/ports.ts';
import type { Stores } from '../run/wiring.ts';

/** Maximum number of hosts that the crawl page lists. */
const MAX_LISTED = 10;

/** Hosts that are due within this time are listed. Milliseconds. */
const WITHIN_MS = HOUR_MS;

/** Lists hosts of a crawl that are due now or soon, those that are visited first. */
export async function nextHosts(
  crawl: string,
  { frontier, locks, clock }: Pick<Stores, 'frontier' | 'locks' | 'clock'>,
): Promise<CrawlHost[]> {
  const now = clock.now();
  const due = await frontier.listDue(crawl, now + WITHIN_MS, MAX_LISTED);
  const hosts = due.map(({ host, group, due: dueAt }): CrawlHost => {
    const lock = locks.get(group);
    if (!lock) return { host, isVisited: false, nextAt: dueAt };
    return { host, isVisited: lock.until > now, nextAt: Math.max(dueAt, lock.openAt), pauseMs: lock.pauseMs };
  });
  return hosts.sort((a, b) => Number(b.isVisited) - Number(a.isVisited) || a.nextAt - b.nextAt);
}
