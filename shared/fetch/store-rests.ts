import type { HostKey } from '../ports/frontier.ts';

/** How long hosts rest whose visits a store made fail, which is nothing that a host could do about. */
export type StoreRests = {
  /** @param now epoch ms. @returns how long the host is left alone. Milliseconds. */
  failed(host: HostKey, now: number): number;
  /** A visit of it was committed. */
  worked(host: HostKey): void;
};

const FIRST_MS = 5_000;
/** So many hosts are known at a time; one that is forgotten begins anew. */
const HOSTS = 10_000;

/**
 * A host rests for as long as its visits have failed already: so each rest is about twice the one before. In memory, as a store
 * that is away takes no notes; another process begins with the first rest.
 *
 * @param mostMs no rest is longer. Milliseconds.
 */
export function storeRests(mostMs: number): StoreRests {
  const since = new Map<string, number>();
  const nameOf = ({ crawl, host }: HostKey) => `${crawl}#${host}`;
  return {
    failed(host, now) {
      const name = nameOf(host);
      const first = since.get(name) ?? now;
      since.set(name, first);
      for (const oldest of since.keys()) {
        if (since.size <= HOSTS) break;
        since.delete(oldest);
      }
      return Math.min(mostMs, Math.max(FIRST_MS, now - first));
    },
    worked(host) {
      since.delete(nameOf(host));
    },
  };
}
