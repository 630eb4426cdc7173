/** Memory that the large bodies of a process may take together while they are received. */
export type LargeBodyBudget = { bytes: number; bytesLeft: number };

/** A body counts as large beyond this length, which is the default maximum of a page. Bytes. */
const LARGE_BODY_BYTES = 10_485_760;
/** Default budget: sitemaps of 50 MB are rare, and a function with 1 GB visits 160 hosts at a time. Bytes. */
export const DEFAULT_LARGE_BODY_BUDGET_BYTES = 200_000_000;
export const BUDGET_EXHAUSTED = 'other large responses use the memory budget';

/** Reservation of one body. */
export type BodyReservation = {
  /**
   * Reserves memory for a chunk.
   *
   * @returns the number of bytes to keep (fewer than `bytes`: the body is cut there), or 'later' if other bodies use the
   *   budget. The body is then requested again later: a cut one would count as read, and a sitemap might never be read again.
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
