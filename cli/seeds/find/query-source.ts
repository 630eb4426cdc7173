/** Queries to search engines as a source of candidates for `thresher find-seeds`. */
import type { SeedSource } from '../../../shared/settings/seeds.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { parseNumberOption, UsageError } from '../../command.ts';
import { isPrivateAddress } from '../refused-seed.ts';

export type QuerySource = Extract<SeedSource, { queries: unknown }>;
type Provider = QuerySource['providers'][number];

/** Default number of results per query and provider, the same as in a crawl.yaml. */
const FIRST = 200;

/**
 * @param given values of `--provider`
 * @param crawls names of the crawls in the data folder
 * @throws UsageError for a provider of another form, an address that may not be fetched, or an unknown crawl
 */
export function querySource(
  queries: string[],
  given: readonly string[],
  first: string | undefined,
  settings: Settings,
  crawls: readonly string[],
): QuerySource {
  return {
    queries,
    providers: given.map((text) => parseProvider(text, settings, crawls)),
    first: parseNumberOption('first', first, 1) ?? FIRST,
    dropDocuments: true,
    priority: 0,
  };
}

function parseProvider(given: string, settings: Settings, crawls: readonly string[]): Provider {
  const [, kind, value = ''] = /^(searxng|opensearch|index)=(.+)$/s.exec(given) ?? [];
  if (kind === undefined)
    throw new UsageError(
      `--provider: ${given}: must be searxng=URL, opensearch=URL (a description, or a template with {searchTerms}) or index=NAME (a crawl in the data folder)`,
    );
  if (kind === 'index') {
    if (crawls.includes(value)) return { index: value };
    throw new UsageError(`--provider: ${given}: the data folder has no crawl ${value}`);
  }
  checkAddress(given, value, settings);
  return kind === 'searxng' ? { searxng: value } : { opensearch: value };
}

/** @throws UsageError if the address is not a URL that may be fetched */
function checkAddress(given: string, address: string, settings: Settings): void {
  const url = URL.parse(address.replace(/\{[^}]*\}/g, ''));
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--provider: ${given}: must be an address with http or https`);
  if (isPrivateAddress(url.href as Url, settings))
    throw new UsageError(
      `--provider: ${given}: ${url.hostname} is a private address; allow it with --allow-private, such as 127.0.0.0/8`,
    );
}
