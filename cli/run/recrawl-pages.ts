import { recrawl } from '../../shared/frontier/recrawl.ts';
import { normalizePrefix } from '../../shared/settings/normalize-prefix.ts';
import { loadStoredSettings } from './crawl-settings.ts';
import type { Stores } from './wiring.ts';

/**
 * Makes the known pages of a crawl due now.
 *
 * @param selected.prefix only pages whose URL starts with it. Absent: all
 * @param selected.gone only pages that the mass-removal guard holds back, which are gone
 * @returns the number of hosts with pages that are due now
 * @throws SettingsError if the prefix is not a valid URL prefix
 */
export async function recrawlPages(
  crawl: string,
  { prefix, gone = false }: { prefix?: string | undefined; gone?: boolean | undefined },
  stores: Pick<Stores, 'control' | 'objects' | 'frontier' | 'clock'>,
): Promise<number> {
  const { settings } = await loadStoredSettings(crawl, stores);
  const selection = {
    at: stores.clock.now(),
    ...(prefix !== undefined && { prefix: normalizePrefix(prefix, settings) }),
    ...(gone && { confirmGone: true }),
  };
  return (await recrawl(crawl, selection, stores)).notified;
}
