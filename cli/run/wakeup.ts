/** What the runner's loop waits for: a visit that ended, a message that was worked off, an interruption. */
export type Wakeup = {
  notify(): void;
  /** Resolves at the next ring, or after `ms`. */
  wait(ms: number): Promise<void>;
};

export function createWakeup(): Wakeup {
  let rang = false;
  let wake = () => {};
  return {
    notify() {
      rang = true;
      wake();
    },
    async wait(ms) {
      if (!rang) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rang = false;
    },
  };
}
