/** Length from which a body reserves memory. Most pages are shorter: 400 hosts can receive one each in 100 MB. Bytes. */
export const LONG_BODY_BYTES = 256 << 10;
/** Length that a body without a declared one reserves at first: the default maximum of a page. Bytes. */
export const UNDECLARED_BODY_BYTES = 10_485_760;
/** Default of both budgets: sitemaps of 50 MB are rare, and a function with 896 MB visits 400 hosts at a time. Bytes. */
const DEFAULT_BYTES = 200_000_000;
const DEFAULT_REST_BYTES = 100_000_000;

/**
 * Memory that the long bodies of a process may take together while they are received. A body that has memory of `rests` needs no more, so
 * bodies never wait for each other in a circle.
 */
export type BodyBudget = {
  /** For bodies up to their declared length. Without one, the first `UNDECLARED_BODY_BYTES`. */
  bodies: MemoryBudget;
  /** For the rest of bodies without a declared length. */
  rests: MemoryBudget;
};

export type MemoryBudget = {
  /** Bytes that are not reserved. */
  bytesLeft(): number;
  /**
   * Reserves memory, or waits in line until others have released it.
   *
   * @param bytes more than the whole budget: all of it is reserved
   * @param onGranted called if the reservation had to wait, as soon as it has its memory
   */
  reserve(bytes: number, onGranted: () => void): MemoryReservation;
};

export type MemoryReservation = {
  bytes: number;
  /** Whether the memory is reserved. If not, the reservation waits, and the body must not grow. */
  isGranted: boolean;
  /** Releases the memory once the body is complete or abandoned, or leaves the line. Later calls have no effect. */
  release(): void;
};

export function createBodyBudget(bytes: number = DEFAULT_BYTES, restBytes: number = DEFAULT_REST_BYTES): BodyBudget {
  return { bodies: createMemoryBudget(bytes), rests: createMemoryBudget(restBytes) };
}

export function createMemoryBudget(budgetBytes: number): MemoryBudget {
  const waiting = new Map<MemoryReservation, () => void>();
  let bytesLeft = budgetBytes;

  const grantWaiting = () => {
    for (const [reservation, onGranted] of waiting) {
      if (reservation.bytes > bytesLeft) return;
      waiting.delete(reservation);
      bytesLeft -= reservation.bytes;
      reservation.isGranted = true;
      onGranted();
    }
  };

  return {
    bytesLeft: () => bytesLeft,
    reserve(wanted, onGranted) {
      const bytes = Math.min(wanted, budgetBytes);
      const isGranted = waiting.size === 0 && bytes <= bytesLeft;
      const reservation: MemoryReservation = {
        bytes,
        isGranted,
        release() {
          if (this.isGranted) bytesLeft += bytes;
          else waiting.delete(this);
          this.isGranted = false;
          grantWaiting();
        },
      };
      if (isGranted) bytesLeft -= bytes;
      else waiting.set(reservation, onGranted);
      return reservation;
    },
  };
}
