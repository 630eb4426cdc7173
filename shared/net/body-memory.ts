/** Bounds the memory of long bodies while they are received. */
import { LocalFaultError } from '../http/local-fault.ts';
import { createMemoryBudget, type MemoryBudget, type MemoryReservation } from './memory-budget.ts';

/** Length from which a body reserves memory. Most pages are shorter: 400 hosts can receive one each in 100 MB. Bytes. */
export const LONG_BODY_BYTES = 256 << 10;
/** Length that a body without a declared one reserves at first: the default maximum of a page. Bytes. */
export const UNDECLARED_BODY_BYTES = 10_485_760;
/** Default of both budgets: sitemaps of 50 MB are rare, and a function with 896 MB visits 400 hosts at a time. Bytes. */
const DEFAULT_BYTES = 200_000_000;
const DEFAULT_REST_BYTES = 100_000_000;
/** Largest share of the first budget that one body reserves, so that a few hosts do not keep all others waiting. */
const MAX_SHARE = 1 / 8;
/** Seconds in which a body that holds memory must have made progress if others wait. */
const PATIENCE_S = 5;
/** Slowest body without a declared length that keeps its memory while others wait. Bytes per second. */
const MIN_RATE = 16_000;

/** Memory that the long bodies of a process may take together while they are received. */
export type BodyBudget = {
  /** For the first part of each body, which is all of nearly every body. */
  bodies: MemoryBudget;
  /** For the rest. A body that has memory of it needs no more, so bodies never wait for each other in a circle. */
  rests: MemoryBudget;
  /** Largest first part. Bytes. */
  maxFirstBytes: number;
};

export function createBodyBudget(bytes: number = DEFAULT_BYTES, restBytes: number = DEFAULT_REST_BYTES): BodyBudget {
  return {
    bodies: createMemoryBudget(bytes),
    rests: createMemoryBudget(restBytes),
    maxFirstBytes: Math.max(UNDECLARED_BODY_BYTES, bytes * MAX_SHARE),
  };
}

/** Memory of one body. */
export type BodyMemory = {
  /** Length at which the body is cut: the maximum of the request, or less if the budgets are smaller. */
  maxBytes(): number;
  /**
   * Reserves memory for a body of this length.
   *
   * @param declared length by its header; undefined if there is none
   * @returns whether it may grow. If not, `resume` is called once it may.
   */
  grow(length: number, declared: number | undefined): boolean;
  /** Whether the body waits for memory. */
  isWaiting(): boolean;
  /** Releases the memory once the body is complete or abandoned. */
  release(): void;
};

export type BodyEvents = {
  resume(): void;
  /** Others wait, and this body will not arrive within its timeout. */
  onTooSlow(): void;
};

/** @param budget undefined: no limit. @param timeoutMs time in which the body must arrive */
export function createBodyMemory(
  budget: BodyBudget | undefined,
  maxBytes: number,
  timeoutMs: number,
  { resume, onTooSlow }: BodyEvents,
): BodyMemory {
  const endsAt = performance.now() + timeoutMs;
  const reservations: MemoryReservation[] = [];
  let reserved = budget ? LONG_BODY_BYTES : Number.POSITIVE_INFINITY;
  let limit = maxBytes;
  let length = 0;
  let whole: number | undefined;
  /** Seconds since the last grant in which others waited, and length at that time. A process that is busy does not count them. */
  let since = { seconds: 0, length: 0 };

  const start = () => {
    since = { seconds: 0, length };
  };
  const isWaiting = () => reservations.some(({ isGranted }) => !isGranted);
  const holder = {
    onGranted() {
      start();
      resume();
    },
    endIfStuck() {
      if (isWaiting() || ++since.seconds < PATIENCE_S) return;
      const rate = (length - since.length) / since.seconds;
      const secondsLeft = (endsAt - performance.now()) / 1000;
      const isLate = whole === undefined ? rate < MIN_RATE : whole - length > rate * secondsLeft;
      if (isLate) onTooSlow();
    },
  };
  const reserve = ({ bodies, rests, maxFirstBytes }: BodyBudget): boolean => {
    const isFirst = reservations.length === 0;
    const before = isFirst ? 0 : reserved;
    const wanted = isFirst ? Math.min(whole ?? UNDECLARED_BODY_BYTES, maxFirstBytes, limit) : (whole ?? limit) - before;
    const reservation = (isFirst ? bodies : rests).reserve(wanted, holder);
    reservations.push(reservation);
    reserved = before + reservation.bytes;
    if (reservation.bytes < wanted) limit = reserved;
    if (reservation.isGranted) start();
    return reservation.isGranted;
  };

  return {
    maxBytes: () => limit,
    grow(grown, declared) {
      length = grown;
      if (length <= reserved || length === declared) return true;
      if (reservations.length === 2) {
        // Its declared length was wrong. A third reservation could wait for a body that waits for this one.
        limit = length;
        return true;
      }
      // A declared length below what has arrived is wrong.
      whole = declared !== undefined && declared > length ? Math.min(declared, maxBytes) : undefined;
      return reserve(budget as BodyBudget);
    },
    isWaiting,
    release() {
      for (const reservation of reservations) reservation.release();
    },
  };
}

/** No host is at fault if its body waited for memory until its timeout. */
export const memoryFault = (): LocalFaultError =>
  new LocalFaultError('ENOMEM', new Error('other long bodies use the memory for responses'));
