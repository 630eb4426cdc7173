import type { Terminal } from '../output/terminal.ts';

/** Milliseconds between two updates. */
const EVERY_MS = 500;

/** Shows how far a long command is, on a terminal only. @param line text of the moment */
export function maintenanceProgress(terminal: Terminal, line: () => string): { update(): void; end(): void } {
  let shownAt = 0;
  return {
    update() {
      const now = performance.now();
      if (!terminal.showsProgress || now - shownAt < EVERY_MS) return;
      shownAt = now;
      terminal.progress(line());
    },
    end: () => terminal.progress(''),
  };
}
