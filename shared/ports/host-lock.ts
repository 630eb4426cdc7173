/**
 * The right to send requests to a politeness group (a host, a domain or an address), held by one worker at a time and
 * shared by all crawls.
 *
 * Adapters: `local/sqlite-host-lock.ts`, `aws/dynamo-host-lock.ts`; contract: `test/contracts/host-lock.contract.ts`.
 * Times are epoch milliseconds and always the caller's: clocks of workers may differ by a second.
 */
export interface HostLock {
  /**
   * Takes the group if there is no item, or `until < now` and `openAt <= now`. Writes the token, `until = now + leaseMs +
   * the item's pause` (a long Crawl-delay must fit into the lease), the item's expiry, and `openAt` and `pauseMs` where
   * there is none: a holder that dies before its first release must not close the group for ever.
   *
   * @returns the item as it now is, or as it was found when it could not be taken. Not an error.
   */
  acquire(group: string, request: AcquireRequest): Promise<{ acquired: boolean; lock: LockItem }>;

  /**
   * Notes while the group is held when it may be asked again: what a server asked for is to outlast the worker that heard it.
   *
   * @returns false when the token is no longer this one: nothing is changed.
   */
  setOpenAt(group: string, token: string, openAt: number): Promise<boolean>;

  /**
   * Gives the group back: `until` 0, and what `change` says. Without a change it is released as found.
   *
   * @returns false when the token is no longer this one: somebody else has taken over, nothing is changed.
   */
  release(group: string, token: string, change?: LockChange): Promise<boolean>;
}

export type AcquireRequest = {
  /** New at every take (from `Chance.id`), so that a late release cannot end another's visit. */
  token: string;
  now: number;
  /** How long the work may take; the group's pause is added to it. Milliseconds. */
  leaseMs: number;
  /** Pause of a group that has no item yet. Milliseconds. */
  pauseMs: number;
};

export type LockItem = {
  token: string;
  until: number;
  /** When the next request may start. */
  openAt: number;
  /** Between the end of one request and the start of the next: the largest of setting, Crawl-delay and back-off. */
  pauseMs: number;
  /** Visits in a row that ended in a failure of the host. */
  failures: number;
};

export type LockChange = { openAt: number; pauseMs: number; failures: number };

/** Items are dropped by the store so long after both `until` and `openAt`; it is never relied on. */
export const LOCK_TTL_MS = 35 * 24 * 3_600_000;
