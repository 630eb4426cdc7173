/** Memory that the large bodies of a process may take together while they are received. */
export type LargeBodyBudget = { bytes: number; bytesLeft: number };

/** Length from which the rest of a body counts against the budget: the default maximum of a page. Bytes. */
export const LARGE_BODY_BYTES = 10_485_760;
/** Default budget: sitemaps of 50 MB are rare, and a function with 896 MB visits 400 hosts at a time. Bytes. */
const DEFAULT_LARGE_BODY_BUDGET_BYTES = 200_000_000;
/** Detail of the failure if a body does not fit into the budget. */
export const BUDGET_EXHAUSTED = 'other large responses use the memory budget';

export function createLargeBodyBudget(bytes: number = DEFAULT_LARGE_BODY_BUDGET_BYTES): LargeBodyBudget {
  return { bytes, bytesLeft: bytes };
}

/** Memory reservation of one body. */
export type BodyReservation = {
  /**
   * Reserves memory for a chunk.
   *
   * @returns the number of bytes to keep, or 'later' if other bodies use the budget. Fewer bytes than `bytes`: the body is cut.
   *   For 'later', the request fails and is retried: a body cut now would count as read, and a sitemap might stay incomplete.
   */
  take(bytes: number): number | 'later';
  /** Releases the memory once the body is complete or abandoned. */
  release(): void;
};

const UNLIMITED: LargeBodyBudget = { bytes: Number.POSITIVE_INFINITY, bytesLeft: Number.POSITIVE_INFINITY };

/** @param budget budget of the process. A body that alone exceeds it is cut. */
export function reserveBody(maxBytes: number, budget: LargeBodyBudget = UNLIMITED): BodyReservation {
  let length = 0;
  let reserved = 0;
  return {
    take(bytes) {
      const kept = Math.min(bytes, maxBytes - length);
      const large = Math.max(0, length + kept - Math.max(length, LARGE_BODY_BYTES));
      if (large > budget.bytesLeft) return budget.bytesLeft + reserved < budget.bytes ? 'later' : 0;
      reserved += large;
      budget.bytesLeft -= large;
      length += kept;
      return kept;
    },
    release() {
      budget.bytesLeft += reserved;
      reserved = 0;
    },
  };
}
