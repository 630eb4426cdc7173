import type { HttpFetcherOptions } from '../../shared/net/fetcher-options.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import { pageFetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { SeedSetting } from '../../shared/settings/seeds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { checkSecrets, readSecret } from '../run/secrets.ts';

/**
 * Returns the options of a network client that fetches as the crawl does: through its proxy, with its headers, credentials and timeouts. A secret
 * that is not set is a UsageError of the first request that needs it.
 */
export const pageNetworkOf = (settings: Settings): HttpFetcherOptions => ({
  ...pageFetcherOptionsOf(settings),
  ...secretsFor(settings.fetch, readSecret(process.env)),
});

/**
 * Checks the secrets of a network before sources of seeds are read: a search that fails has no seeds, and this result would be kept. Sources
 * that send no requests need no secrets.
 *
 * @throws UsageError naming every missing secret
 */
export function checkSearchSecrets(settings: Settings, sources: readonly SeedSetting[]): void {
  if (sources.some(sendsRequests)) checkSecrets(settings.fetch, [], process.env);
}

/** Whether a source asks a search engine; the index of a crawl is on this machine. */
const sendsRequests = (source: SeedSetting): boolean =>
  typeof source !== 'string' && 'queries' in source && source.providers.some((provider) => !('index' in provider));
