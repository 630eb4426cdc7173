/** Memory that several holders share. A reservation that does not fit waits until those before it have been granted and enough is released. */
export type MemoryBudget = {
  /** Bytes that are not reserved. */
  bytesLeft(): number;
  /** @param bytes more than the whole budget: all of it is reserved */
  reserve(bytes: number, holder: MemoryHolder): MemoryReservation;
};

export type MemoryHolder = {
  /** Called if the reservation had to wait, as soon as it has its memory. */
  onGranted(): void;
  /** Called once a second on holders of memory while others wait: one that cannot finish ends. Default: all continue. */
  endIfStuck?(): void;
};

export type MemoryReservation = {
  bytes: number;
  /** Whether the memory is reserved. If not, the reservation waits. */
  isGranted: boolean;
  /** Releases the memory, or leaves the line. Later calls have no effect. */
  release(): void;
};

/** Time between two calls of `endIfStuck` while a reservation waits. Milliseconds. */
const WATCH_MS = 1_000;

/** Creates a budget. Reservations wait in line; one that is larger than the budget gets all of it. */
export function createMemoryBudget(budgetBytes: number): MemoryBudget {
  const waiting = new Map<MemoryReservation, MemoryHolder>();
  const held = new Map<MemoryReservation, MemoryHolder>();
  let bytesLeft = budgetBytes;
  let watch: NodeJS.Timeout | undefined;

  const grant = (reservation: MemoryReservation, holder: MemoryHolder) => {
    bytesLeft -= reservation.bytes;
    reservation.isGranted = true;
    held.set(reservation, holder);
  };
  const grantWaiting = () => {
    for (const [reservation, holder] of waiting) {
      if (reservation.bytes > bytesLeft) break;
      waiting.delete(reservation);
      grant(reservation, holder);
      holder.onGranted();
    }
    if (waiting.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  };
  const endStuckHolders = () => {
    for (const holder of [...held.values()]) holder.endIfStuck?.();
  };

  return {
    bytesLeft: () => bytesLeft,
    reserve(wanted, holder) {
      const reservation: MemoryReservation = {
        bytes: Math.min(wanted, budgetBytes),
        isGranted: false,
        release() {
          waiting.delete(this);
          if (held.delete(this)) bytesLeft += this.bytes;
          this.isGranted = false;
          grantWaiting();
        },
      };
      if (waiting.size === 0 && reservation.bytes <= bytesLeft) grant(reservation, holder);
      else {
        waiting.set(reservation, holder);
        watch ??= setInterval(endStuckHolders, WATCH_MS).unref();
      }
      return reservation;
    },
  };
}
