import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Resolves a host name to all its addresses, at least one. @throws with the resolver's code if there is none */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/** Timeout of a query to a name server, in milliseconds, and how often it is sent. */
const QUERY = { timeout: 2000, tries: 2 };

/**
 * Creates a resolver that queries the name servers first, and then the system (hosts file, search domains). The system's
 * resolver alone would do both, but it blocks one of four threads while a name server is silent: a few dead names would
 * delay all others.
 */
export function systemResolver(): ResolveName {
  const resolver = new Resolver(QUERY);
  return async (name) => {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = results.flatMap((result, i) =>
      result.status === 'fulfilled' ? result.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    );
    if (found.length > 0) return found;
    const timedOut = results.find((result) => result.status === 'rejected' && result.reason?.code === 'ETIMEOUT');
    if (timedOut?.status === 'rejected') throw timedOut.reason;
    return lookup(name, { all: true });
  };
}
