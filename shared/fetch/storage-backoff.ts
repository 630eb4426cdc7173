import type { HostKey } from '../ports/frontier.ts';

/** How long hosts rest whose visits a store made fail, which is nothing that a host could do about. */
export type StorageBackoff = {
  /** @param now epoch ms. @returns how long the host is left alone. Milliseconds. */
  recordFailure(host: HostKey, now: number): number;
  /** A visit of it was committed. */
  recordSuccess(host: HostKey): void;
};

const FIRST_MS = 5_000;
/** Between a rest and the end of the next visit, which lasts for minutes; others may come first. */
const SLACK_MS = 600_000;
/** So many hosts are known at a time; one that is forgotten begins anew. */
const HOSTS = 10_000;

/**
 * A host rests for as long as its visits have failed already: so each rest is about twice the one before. In memory, as a store
 * that is away takes no notes; another process begins with the first rest.
 *
 * @param mostMs no rest is longer. Milliseconds.
 */
export function createStorageBackoff(mostMs: number): StorageBackoff {
  /** Epoch ms, of the first and the last failure, and the rest after that. */
  const since = new Map<string, { first: number; last: number; restMs: number }>();
  const nameOf = ({ crawl, host }: HostKey) => `${crawl}#${host}`;
  return {
    recordFailure(host, now) {
      const name = nameOf(host);
      const known = since.get(name);
      // Whether it worked meanwhile, another process may have seen: one that is heard of much later begins anew.
      const goesOn = known && now - known.last <= 2 * known.restMs + SLACK_MS;
      const first = goesOn ? known.first : now;
      const restMs = Math.min(mostMs, Math.max(FIRST_MS, now - first));
      since.set(name, { first, last: now, restMs });
      for (const oldest of since.keys()) {
        if (since.size <= HOSTS) break;
        since.delete(oldest);
      }
      return restMs;
    },
    recordSuccess(host) {
      since.delete(nameOf(host));
    },
  };
}
