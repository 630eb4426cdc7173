import type { HttpFetcherOptions } from '../../shared/net/fetcher-options.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import { pageFetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { readSecret } from '../run/secrets.ts';

/**
 * Returns the options of a network client that fetches as the crawl does: through its proxy, with its headers, credentials and timeouts. A secret
 * that is not set is a UsageError of the first request that needs it.
 */
export const pageNetworkOf = (settings: Settings): HttpFetcherOptions => ({
  ...pageFetcherOptionsOf(settings),
  ...secretsFor(settings.fetch, readSecret(process.env)),
});
