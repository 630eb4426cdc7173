/**
 * Lock of a politeness group (a host, a domain or an IP address). One worker at a time may send requests to the group. All
 * crawls share the locks.
 *
 * Adapters: `local/sqlite-host-lock.ts`, `aws/dynamo/dynamo-host-lock.ts`; contract: `test/contracts/host-lock.contract.ts`.
 * Times are epoch milliseconds of the caller's clock: clocks of workers may differ by a second.
 */
export interface HostLock {
  /**
   * Acquires the group if it has no item, or if `until < now` and `openAt <= now`. Writes the token, the item's expiry and
   * `until = now + leaseMs + pauseMs of the item`, as a long Crawl-delay must fit into the lease. For a new item it also
   * writes `openAt` and `pauseMs`, so that a worker that dies before its first release does not close the group forever.
   *
   * @returns whether the group was acquired, and its item: as written, or as found if another worker holds it
   */
  acquire(group: string, request: AcquireRequest): Promise<{ acquired: boolean; lock: LockItem }>;

  /**
   * Stores the time of the next request while the group is held. So a server's Retry-After survives a crash of the worker.
   *
   * @returns false if another token holds the group; nothing changes then
   */
  setOpenAt(group: string, token: string, openAt: number): Promise<boolean>;

  /**
   * Releases the group: sets `until` to 0 and applies `change`, if any.
   *
   * @returns false if another token holds the group; nothing changes then
   */
  release(group: string, token: string, change?: LockChange): Promise<boolean>;
}

/** Asks for the lock of a group. */
export type AcquireRequest = {
  /** Unique per call (`Random.id`), so that a late release cannot end the visit of another worker. */
  token: string;
  /** Current time, epoch ms. */
  now: number;
  /** Lease duration in milliseconds; the group's pause is added. */
  leaseMs: number;
  /** Pause of a group that has no item yet. Milliseconds. */
  pauseMs: number;
};

/** The stored lock of a group. */
export type LockItem = {
  token: string;
  /** Expiry of the lease, epoch ms; 0 after a release. */
  until: number;
  /** Earliest start of the next request, epoch ms. */
  openAt: number;
  /** Wait between two requests in milliseconds: the largest of setting, Crawl-delay and back-off. */
  pauseMs: number;
  /** Consecutive visits that ended in a failure of the host. */
  failures: number;
};

/** What a visit has learned about a group. Fields have the meaning that they have in `LockItem`. */
export type LockChange = { openAt: number; pauseMs: number; failures: number };

/** Time after which the store may delete an item, counted from the later of `until` and `openAt`. Nothing relies on it. */
export const LOCK_TTL_MS = 35 * 24 * 3_600_000;
