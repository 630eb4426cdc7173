import type { HostKey } from '../ports/frontier.ts';

/** Back-off of hosts whose visits failed because of storage errors. */
export type StorageBackoff = {
  /**
   * Records a failed visit.
   *
   * @param now epoch ms
   * @returns how long the host has to wait, in milliseconds
   */
  recordFailure(host: HostKey, now: number): number;
  /** Ends the back-off of a host whose visit was committed. */
  recordSuccess(host: HostKey): void;
};

/** First back-off of a host. Milliseconds. */
const FIRST_BACKOFF_MS = 5_000;
/** Time that may pass between the end of a back-off and the end of the next visit: the host may have to wait for others. Milliseconds. */
const SLACK_MS = 600_000;
/** Maximum number of hosts in memory; the oldest is forgotten and starts with the first back-off again. */
const MAX_HOSTS = 10_000;

/**
 * Creates a back-off that equals the time since the host's first failure, so that each is about twice the one before. It is
 * kept in memory, as the failing storage cannot keep it: each process starts anew.
 *
 * @param maxMs maximum back-off, in milliseconds
 */
export function createStorageBackoff(maxMs: number): StorageBackoff {
  /** Time of the first and the last failure (epoch ms), and the back-off after the last (ms). */
  const failures = new Map<string, { first: number; last: number; backoffMs: number }>();
  const nameOf = ({ crawl, host }: HostKey) => `${crawl}#${host}`;
  return {
    recordFailure(host, now) {
      const name = nameOf(host);
      const known = failures.get(name);
      // Another process may have visited the host successfully meanwhile, so a failure long after the last one starts anew.
      const isConsecutive = known && now - known.last <= 2 * known.backoffMs + SLACK_MS;
      const first = isConsecutive ? known.first : now;
      const backoffMs = Math.min(maxMs, Math.max(FIRST_BACKOFF_MS, now - first));
      failures.set(name, { first, last: now, backoffMs });
      for (const oldest of failures.keys()) {
        if (failures.size <= MAX_HOSTS) break;
        failures.delete(oldest);
      }
      return backoffMs;
    },
    recordSuccess(host) {
      failures.delete(nameOf(host));
    },
  };
}
