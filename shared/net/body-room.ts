/** What the long bodies of a process may take together while they come. */
export type LongBodies = { bytes: number; bytesLeft: number };

/** A body is long from here on: no page is by default. Bytes. */
const LONG_BYTES = 10_485_760;
/** Lists of 50 MB are rare, and a function of the stack with 1 GB has 160 hosts at a time. Bytes. */
export const LONG_BODIES_BYTES = 200_000_000;
export const NO_ROOM = 'other long answers have the room that there is for them';

/** The room of one body, whatever the protocol. */
export type BodyRoom = {
  /**
   * @returns how much of a piece is kept: less than it has means that the body is cut there. `later`: others have the room, and what
   * is cut for want of it counts as read, and a list may never be read again.
   */
  take(bytes: number): number | 'later';
  /** The body is whole, or given up. */
  free(): void;
};

const ENDLESS: LongBodies = { bytes: Number.POSITIVE_INFINITY, bytesLeft: Number.POSITIVE_INFINITY };

/** @param longBodies shared by all bodies of the process. One that alone wants more than there is for all is cut. */
export function bodyRoom(maxBytes: number, longBodies: LongBodies = ENDLESS): BodyRoom {
  let length = 0;
  let taken = 0;
  return {
    take(bytes) {
      const wanted = Math.min(bytes, maxBytes - length);
      const long = Math.max(0, length + wanted - Math.max(length, LONG_BYTES));
      if (long > longBodies.bytesLeft) return longBodies.bytesLeft + taken < longBodies.bytes ? 'later' : 0;
      taken += long;
      longBodies.bytesLeft -= long;
      length += wanted;
      return wanted;
    },
    free() {
      longBodies.bytesLeft += taken;
      taken = 0;
    },
  };
}
