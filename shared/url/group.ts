import { getDomain } from 'tldts';

/** What is asked one request at a time. One for a whole data folder or stack: crawls that group differently would not exclude each other. */
export type Grouping = 'host' | 'domain' | 'address';

/**
 * The politeness group of a host (as `hostOf` gives it). A name without a registrable domain (an address, `localhost`, a
 * name of one label) is its own group. Hosts by `address` are groups of their own here: where a name leads is known when it
 * is visited (`fetch/address-turn.ts`).
 */
export function groupOf(host: string, grouping: Grouping): string {
  return grouping !== 'domain' ? host : (getDomain(host, { allowPrivateDomains: true }) ?? host);
}
