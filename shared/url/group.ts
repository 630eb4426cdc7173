import { getDomain } from '../packages/domains.ts';

/**
 * The unit that receives one request at a time. A data folder or stack has one grouping, because crawls with different
 * groupings would not exclude each other.
 */
export type Grouping = 'host' | 'domain' | 'address';

/**
 * Returns the politeness group of a host (as `hostOf` writes it). All ports of a name are one group: they are one machine, and a page
 * with links to many of them must not have the crawler scan it. A host without a registrable domain (an IP address, `localhost`, a
 * single label) is its own group. So is every host with `address`, because IP addresses are known only when a host is visited
 * (`fetch/address-lock.ts`).
 */
export function groupOf(host: string, grouping: Grouping): string {
  const name = host.replace(PORT, '');
  return grouping !== 'domain' ? name : (getDomain(name, ANY_NAME) ?? name);
}

/** Wildcard DNS answers any name, also one that no registry accepts: a label with other characters, with a hyphen at its end, or of more than 63. */
const ANY_NAME = { allowPrivateDomains: true, validateHostname: false };

const PORT = /:\d+$/;

/** Returns the group of an IP address. The prefix keeps it apart from groups of hosts: no host name contains an `@`. */
export const addressGroup = (address: string): string => `@${address}`;
