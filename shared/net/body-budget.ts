/** What the long bodies of a process may take together while they come. */
export type LargeBodyBudget = { bytes: number; bytesLeft: number };

/** A body is long from here on: no page is by default. Bytes. */
const LARGE_BODY_BYTES = 10_485_760;
/** Lists of 50 MB are rare, and a function of the stack with 1 GB has 160 hosts at a time. Bytes. */
export const DEFAULT_LARGE_BODY_BUDGET_BYTES = 200_000_000;
export const BUDGET_EXHAUSTED = 'other long answers have the room that there is for them';

/** The room of one body, whatever the protocol. */
export type BodyReservation = {
  /**
   * @returns how much of a piece is kept: less than it has means that the body is cut there. `later`: others have the room, and what
   * is cut for want of it counts as read, and a list may never be read again.
   */
  take(bytes: number): number | 'later';
  /** The body is whole, or given up. */
  release(): void;
};

const ENDLESS: LargeBodyBudget = { bytes: Number.POSITIVE_INFINITY, bytesLeft: Number.POSITIVE_INFINITY };

/** @param longBodies shared by all bodies of the process. One that alone wants more than there is for all is cut. */
export function reserveBody(maxBytes: number, longBodies: LargeBodyBudget = ENDLESS): BodyReservation {
  let length = 0;
  let taken = 0;
  return {
    take(bytes) {
      const wanted = Math.min(bytes, maxBytes - length);
      const long = Math.max(0, length + wanted - Math.max(length, LARGE_BODY_BYTES));
      if (long > longBodies.bytesLeft) return longBodies.bytesLeft + taken < longBodies.bytes ? 'later' : 0;
      taken += long;
      longBodies.bytesLeft -= long;
      length += wanted;
      return wanted;
    },
    release() {
      longBodies.bytesLeft += taken;
      taken = 0;
    },
  };
}
