/** What the runner's loop waits for: a visit that ended, a message that was worked off, an interruption. */
export type Bell = {
  ring(): void;
  /** Resolves at the next ring, or after `ms`. */
  rung(ms: number): Promise<void>;
};

export function createBell(): Bell {
  let rang = false;
  let wake = () => {};
  return {
    ring() {
      rang = true;
      wake();
    },
    async rung(ms) {
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
