import type { AcquireRequest, LockItem } from '../ports/host-lock.ts';
import type { VisitOptions, VisitPorts } from './visit-message.ts';

/** The right to an address, beside the right to the host: many hosts may be one machine. */
export type AddressLock =
  | {
      taken: true;
      lock: LockItem;
      /**
       * The long pause that one host asks for, or its trouble, is none of the others': they wait for the crawl's own pause.
       *
       * @param lastEnd end of the last request, epoch ms; undefined: there was none.
       */
      release(lastEnd: number | undefined): Promise<void>;
    }
  /** `again`: when it is worth asking again. Epoch ms. */
  | { taken: false; again: number };

/** Another host of the address has its turn: this one asks again after this. Milliseconds. */
const HELD_MS = 10_000;

/** @returns undefined: hosts of this crawl are not grouped by address, or this one leads to none (and will fail by itself). */
export async function acquireAddressLock(
  host: string,
  request: AcquireRequest,
  { locks, fetcher }: Pick<VisitPorts, 'locks' | 'fetcher'>,
  {
    lockAddresses: byAddress,
    hostPauseMs: pauseMs,
    skewMs,
  }: Pick<VisitOptions, 'lockAddresses' | 'hostPauseMs' | 'skewMs'>,
): Promise<AddressLock | undefined> {
  const address = byAddress ? await fetcher.resolveAddress?.(host) : undefined;
  if (address === undefined) return undefined;
  // No host is called so.
  const group = `@${address}`;
  const { acquired: taken, lock } = await locks.acquire(group, request);
  if (taken) {
    return {
      taken,
      lock,
      async release(lastEnd) {
        const change = lastEnd === undefined ? undefined : { openAt: lastEnd + pauseMs + skewMs, pauseMs, failures: 0 };
        await locks.release(group, request.token, change);
      },
    };
  }
  return { taken, again: lock.until >= request.now ? Math.max(lock.openAt, request.now + HELD_MS) : lock.openAt };
}

/** Both rights at once: as long as the shorter lasts, from when the later opens. */
export function combineLocks(lock: LockItem, address: LockItem | undefined): LockItem {
  if (!address) return lock;
  return { ...lock, until: Math.min(lock.until, address.until), openAt: Math.max(lock.openAt, address.openAt) };
}
