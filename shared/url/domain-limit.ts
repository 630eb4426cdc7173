import type { DomainLimit } from '../ports/frontier.ts';
import { groupOf } from './group.ts';

/**
 * Returns the limit that applies to a new host (as `hostOf` writes it), or undefined if the host does not count.
 *
 * A domain itself and its `www` host do not count: most domains have no other hosts, and then need no counter. A domain follows from the
 * Public Suffix List with its private part, so each blog below `github.io` or `blogspot.com` is a domain of its own. A host without a
 * registrable domain (an IP address, `localhost`) is its own domain, in which each further port counts.
 *
 * @param maxHosts maximum number of hosts per domain; null or absent: no limit
 */
export function domainLimitOf(host: string, maxHosts: number | null | undefined): DomainLimit | undefined {
  if (maxHosts === null || maxHosts === undefined) return undefined;
  const domain = groupOf(host, 'domain');
  return host === domain || host === `www.${domain}` ? undefined : { domain, maxHosts };
}
