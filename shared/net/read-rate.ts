/** Limits the rate at which responses are read, by a token bucket that they share. */

/** Bytes that a response gets at each turn: about one read of a socket at usual speeds, and most of a page. */
const TURN_BYTES = 16_384;
/** Time for which unused bytes are kept, so that a pause between responses costs nothing. Milliseconds. */
const BURST_MS = 1_000;
/** Maximum number of bodies that take turns before further requests wait: together they fit into the memory for long bodies. */
const MAX_BODIES = 8;
/** Time after which each of these bodies should be read again, because servers close connections that stand still. Milliseconds. */
const MAX_STANDSTILL_MS = 5_000;
/** Largest read of a socket. Bytes. */
const READ_BYTES = 65_536;
/** Longest time between two checks of the waits. Milliseconds. */
const MAX_CHECK_PAUSE_MS = 1_000;

export type ReadRate = {
  /** Waits until a request may be sent. An abort of the signal ends the wait. */
  enter(signal?: AbortSignal): RateShare | Promise<RateShare>;
};

/** What one response uses of the rate. */
export type RateShare = {
  /** Called when a wait for the next turn ends. */
  onTurn: () => void;
  /** Counts bytes of the body. @returns whether the body may be read on; if not, `onTurn` is called once it may */
  take(bytes: number): boolean;
  isWaiting(): boolean;
  /** Returns for how long request and response have waited. Milliseconds. */
  heldMs(): number;
  /** Ends the share. Unused bytes go to others. */
  close(): void;
};

type Place = { share: RateShare; since: number; heldMs: number; unusedBytes: number };

/** Limit on the bandwidth of responses. */
export type RateLimit = {
  /** Mean rate of all responses together. */
  bytesPerSecond: number;
  /** Longest wait of one request and its response, in all. After that, the response is read as it arrives. Milliseconds. */
  maxHeldMs: number;
};

export function createReadRate({ bytesPerSecond, maxHeldMs }: RateLimit): ReadRate {
  const burst = Math.max(TURN_BYTES, (bytesPerSecond * BURST_MS) / 1000);
  const maxBodies = Math.floor((bytesPerSecond * MAX_STANDSTILL_MS) / 1000 / READ_BYTES);
  const bodies = new Set<Place>();
  const starts = new Set<Place>();
  /** Bytes that may be read now. Negative: too many were read. */
  let balance = burst;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const refill = () => {
    const now = performance.now();
    balance = Math.min(burst, balance + ((now - countedAt) * bytesPerSecond) / 1000);
    countedAt = now;
    return now;
  };
  const isWaiting = (place: Place) => bodies.has(place) || starts.has(place);
  const endWait = (place: Place) => {
    if (!bodies.delete(place) && !starts.delete(place)) return;
    place.heldMs += performance.now() - place.since;
  };
  const grantTurn = (place: Place) => {
    endWait(place);
    balance -= TURN_BYTES;
    place.unusedBytes += TURN_BYTES;
    place.share.onTurn();
  };
  const nextPlace = (): Place | undefined => {
    const isFull = bodies.size >= Math.min(MAX_BODIES, Math.max(1, maxBodies));
    const [first, second] = isFull ? [bodies, starts] : [starts, bodies];
    return first.values().next().value ?? second.values().next().value;
  };
  const checkWaits = () => {
    timer = undefined;
    const now = refill();
    for (const place of [...bodies, ...starts]) if (place.heldMs + now - place.since >= maxHeldMs) grantTurn(place);
    for (let next = nextPlace(); next && balance > 0; next = nextPlace()) grantTurn(next);
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = undefined;
    if (bodies.size + starts.size === 0) return;
    timer = setTimeout(checkWaits, Math.min(MAX_CHECK_PAUSE_MS, Math.max(1, (-balance / bytesPerSecond) * 1000)));
  };
  const wait = (line: Set<Place>, place: Place) => {
    place.since = performance.now();
    line.add(place);
    if (!timer) schedule();
  };
  const createPlace = (): Place => {
    const share: RateShare = {
      onTurn() {},
      take(bytes) {
        const used = Math.min(bytes, place.unusedBytes);
        place.unusedBytes -= used;
        refill();
        balance -= bytes - used;
        if (isWaiting(place)) return false;
        const mayContinue = place.unusedBytes > 0 || (balance > 0 && bodies.size + starts.size === 0);
        if (mayContinue || place.heldMs >= maxHeldMs) return true;
        wait(bodies, place);
        return false;
      },
      isWaiting: () => isWaiting(place),
      heldMs: () => place.heldMs,
      close() {
        endWait(place);
        balance += place.unusedBytes;
        place.unusedBytes = 0;
        schedule();
      },
    };
    const place: Place = { share, since: 0, heldMs: 0, unusedBytes: 0 };
    return place;
  };

  return {
    enter(signal) {
      const place = createPlace();
      const { share } = place;
      refill();
      if (balance > 0 && bodies.size + starts.size === 0) {
        grantTurn(place);
        return share;
      }
      return new Promise((resolve) => {
        const go = () => {
          signal?.removeEventListener('abort', abort);
          share.onTurn = () => {};
          resolve(share);
        };
        const abort = () => {
          endWait(place);
          go();
        };
        share.onTurn = go;
        signal?.addEventListener('abort', abort);
        wait(starts, place);
        if (signal?.aborted) abort();
      });
    },
  };
}
