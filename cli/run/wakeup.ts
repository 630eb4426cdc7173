/** Wakes the crawl loop early: a visit ended, a message was processed, or the crawl was interrupted. */
export type Wakeup = {
  notify(): void;
  /** Resolves at the next `notify`, after `ms` milliseconds, or at once if `notify` was called since the last wait. */
  wait(ms: number): Promise<void>;
};

/** Creates a wakeup without a notification. */
export function createWakeup(): Wakeup {
  let isNotified = false;
  let wake = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    async wait(ms) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isNotified = false;
    },
  };
}
