import type { MovedSeed } from '../../frontier/explain/status.ts';
import { readEntries, readUnlocked } from '../../frontier/host/read-entries.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';
import { compileScope } from '../../url/scope.ts';
import { hostOf } from '../../url/url.ts';
import { scopeRulesOf, seedsOf } from '../rules.ts';
import type { Settings } from '../settings.ts';

/** Maximum number of hosts of seeds that are read. */
const MAX_HOSTS = 50;
/** Maximum number of URLs of a host that is read: a larger one is crawled, whatever its seed does. */
const MAX_URLS = 200;
/** Maximum number of seeds that are returned. */
const MAX_SEEDS = 20;

/**
 * Finds seeds that redirect to a URL whose site is not crawled: the target itself is fetched, but its links are out of scope. Reads seeds of
 * the settings, not those of files and lists.
 *
 * @returns at most 20, as a field of a status; no field if there are none
 */
export async function findMovedSeeds(
  settings: Settings,
  { frontier }: { frontier: Frontier },
): Promise<{ movedSeeds?: MovedSeed[] }> {
  const seeds = seedsOf(settings).accepted.map(({ url }) => url);
  const scope = compileScope(scopeRulesOf(settings, seeds));
  const found: MovedSeed[] = [];
  for (const host of [...new Set(seeds.map(hostOf))].slice(0, MAX_HOSTS)) {
    const head = await frontier.getHead({ crawl: settings.crawl, host });
    if (!head || !mayHaveMoved(head)) continue;
    const entries = await readUnlocked(head, frontier, (current) => readEntries(current, frontier));
    const pages = entries?.pages ?? [];
    const targets = new Set(pages.map(({ to }) => to));
    for (const { url, to, depth, parent } of pages) {
      if (depth > 0 || to === undefined) continue;
      // A file that the page of a seed embeds.
      if (parent && hostOf(parent) === host && !targets.has(url)) continue;
      const reason = scope({ url: to, depth, discovered: 'link' });
      if (reason !== undefined && found.length < MAX_SEEDS) found.push({ url, to, reason });
    }
  }
  return found.length > 0 ? { movedSeeds: found } : {};
}

function mayHaveMoved({ counts }: Head): boolean {
  const urls = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return Object.keys(counts).some((name) => name.startsWith('redirected')) && urls <= MAX_URLS;
}
