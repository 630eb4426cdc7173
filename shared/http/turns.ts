/** Lets a few tasks run at a time. Others wait, in their order. */
export type Turns = {
  /** Waits for a turn. @returns a function that ends it, or undefined if the signal aborted before there was one */
  take(signal?: AbortSignal): Promise<(() => void) | undefined>;
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
    async take(signal) {
      if (signal?.aborted) return undefined;
      if (free > 0) {
        free--;
        return end;
      }
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve(end);
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        resolve(undefined);
      };
      waiting.push(start);
      signal?.addEventListener('abort', giveUp, { once: true });
      return promise;
    },
  };
}
