import type { PageEntry } from '../../shared/frontier/host/entry.ts';
import { rewriteHost } from '../../shared/frontier/host/rewrite-host.ts';
import { HOUR_MS } from '../../shared/text/time-units.ts';
import type { Stores } from './wiring.ts';

/** A clock that was set back by less delays retries and revisits by less. Finding them reads the whole frontier. Milliseconds. */
const MIN_BACK_MS = HOUR_MS;

/**
 * Brings the retries and revisits of all pages in a folder forward by as much as the clock was set back. Otherwise they would wait until
 * the clock has caught up. No visit may run.
 *
 * @param backMs by how much the clock was set back since the last run, in milliseconds
 */
export async function setBackPages(
  backMs: number,
  { control, frontier, clock }: Pick<Stores, 'control' | 'frontier' | 'clock'>,
): Promise<void> {
  if (backMs < MIN_BACK_MS) return;
  const now = clock.now();
  const page = (entry: PageEntry): PageEntry =>
    entry.next !== undefined && entry.next > now ? { ...entry, next: entry.next - backMs } : entry;
  for (const { crawl } of await control.list()) {
    const hosts: string[] = [];
    for await (const { host } of frontier.listHeads(crawl)) hosts.push(host);
    for (const host of hosts) await rewriteHost({ crawl, host }, { page }, { frontier, clock });
  }
}
