import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type Child = {
  process: ChildProcess;
  /** Settles when the process has ended, by itself or by a signal. */
  ended: Promise<{ code: number | null; signal: string | null; out: string; err: string }>;
};

/** `thresher …` in a process of its own. @param nodeOptions stand before the program, such as `--import`. */
export function startThresher(args: readonly string[], nodeOptions: readonly string[] = []): Child {
  const process_ = spawn(process.execPath, [...nodeOptions, 'cli/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(process_, 'exit'), text(process_.stdout), text(process_.stderr)]).then(
    ([[code, signal], out, err]) => ({ code, signal, out, err }),
  );
  return { process: process_, ended };
}

/** Waits until something is the case. @throws when it is not within `ms`. */
export async function until(is: () => boolean, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  while (!is()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${is}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
