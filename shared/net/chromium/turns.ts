/** Lets a few tasks run at a time. */
export type Turns = {
  /** Waits for a turn. @returns a function that ends it, or undefined if there was none within `waitMs` or before the signal aborted */
  take(waitMs: number, signal?: AbortSignal): Promise<(() => void) | undefined>;
};

/** @param count number of turns at the same time */
export function createTurns(count: number): Turns {
  let free = count;
  const waiting: (() => void)[] = [];

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return {
    async take(waitMs, signal) {
      if (signal?.aborted) return undefined;
      if (free > 0) {
        free--;
        return end;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const start = () => resolve(true);
      const giveUp = () => resolve(false);
      waiting.push(start);
      const timer = setTimeout(giveUp, waitMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      const hasTurn = await promise;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      if (hasTurn) return end;
      const at = waiting.indexOf(start);
      // The turn may have come in the same moment.
      if (at === -1) end();
      else waiting.splice(at, 1);
      return undefined;
    },
  };
}
