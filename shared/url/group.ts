import { getDomain } from 'tldts';

/** What is asked one request at a time. One for a whole data folder or stack: crawls that group differently would not exclude each other. */
export type Grouping = 'host' | 'domain';

/**
 * The politeness group of a host (as `hostOf` gives it). A name without a registrable domain (an address, `localhost`, a
 * name of one label) is its own group.
 */
export function groupOf(host: string, grouping: Grouping): string {
  return grouping === 'host' ? host : (getDomain(host, { allowPrivateDomains: true }) ?? host);
}
