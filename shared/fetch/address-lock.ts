import type { AcquireRequest, LockItem } from '../ports/host-lock.ts';
import { addressGroup } from '../url/group.ts';
import type { VisitOptions, VisitPorts } from './visit-options.ts';

/** Result of locking an IP address in addition to the host's group: one machine may serve many hosts. */
export type AddressLock =
  | {
      acquired: true;
      lock: LockItem;
      /**
       * Releases the address. Other hosts at it wait for the crawl's pause only, not for this host's Crawl-delay or back-off.
       *
       * @param lastEnd end of the last request, epoch ms; undefined if there was none
       */
      release(lastEnd: number | undefined): Promise<void>;
    }
  /** `retryAt`: when to try again. Epoch ms. */
  | { acquired: false; retryAt: number };

/** Retry delay while another host of the address is being visited. Milliseconds. */
const ADDRESS_RETRY_MS = 10_000;

/**
 * Acquires the lock of the IP address that a host resolves to.
 *
 * @returns the lock, or undefined if the crawl does not lock addresses or the host resolves to none (its requests then fail)
 */
export async function acquireAddressLock(
  host: string,
  request: AcquireRequest,
  { locks, fetcher }: Pick<VisitPorts, 'locks' | 'fetcher'>,
  { lockAddresses, hostPauseMs: pauseMs, skewMs }: Pick<VisitOptions, 'lockAddresses' | 'hostPauseMs' | 'skewMs'>,
): Promise<AddressLock | undefined> {
  const address = lockAddresses ? await fetcher.resolveAddress?.(host) : undefined;
  if (address === undefined) return undefined;
  const group = addressGroup(address);
  const { acquired, lock } = await locks.acquire(group, request);
  if (acquired) {
    return {
      acquired,
      lock,
      async release(lastEnd) {
        const change = lastEnd === undefined ? undefined : { openAt: lastEnd + pauseMs + skewMs, pauseMs, failures: 0 };
        await locks.release(group, request.token, change);
      },
    };
  }
  const isHeld = lock.until >= request.now;
  return { acquired, retryAt: isHeld ? Math.max(lock.openAt, request.now + ADDRESS_RETRY_MS) : lock.openAt };
}

/** Returns the intersection of two locks: valid until the earlier expiry, open from the later opening time. */
export function combineLocks(lock: LockItem, address: LockItem | undefined): LockItem {
  if (!address) return lock;
  return { ...lock, until: Math.min(lock.until, address.until), openAt: Math.max(lock.openAt, address.openAt) };
}
