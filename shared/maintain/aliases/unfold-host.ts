import { rewriteHost } from '../../frontier/host/rewrite-host.ts';
import { ALIAS_OUTCOME } from '../../frontier/host/tombstone.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Frontier, HostKey } from '../../ports/frontier.ts';

/** Makes the pages of a former alias host due. @returns the number of pages. */
export async function unfoldHost(key: HostKey, ports: { frontier: Frontier; clock: Clock }): Promise<number> {
  const next = Math.floor(ports.clock.now() / 1000) * 1000;
  const { pages } = await rewriteHost(
    key,
    { page: (page) => (page.outcome === ALIAS_OUTCOME && page.next === undefined ? { ...page, next } : page) },
    ports,
  );
  return pages.length;
}
