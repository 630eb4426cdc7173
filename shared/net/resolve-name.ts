import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** @returns all addresses of a name, at least one. @throws when there is none, with the resolver's code. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/**
 * Asks the name servers first, and what the machine knows otherwise (its hosts file, its own domain) when they know
 * nothing. The system's own call would do both, but it takes one of four threads for as long as a name server is silent,
 * and a few dead names would hold up all others.
 */
export function systemResolver(): ResolveName {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer, i) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    );
    if (found.length > 0) return found;
    const silent = answers.find((answer) => answer.status === 'rejected' && answer.reason?.code === 'ETIMEOUT');
    if (silent?.status === 'rejected') throw silent.reason;
    return lookup(name, { all: true });
  };
}
