import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';

export type Child = {
  process: ChildProcess;
  /** Settles when the process has ended, by itself or by a signal. */
  ended: Promise<{ code: number | null; signal: string | null; out: string; err: string }>;
};

/** `thresher …` in a process of its own. @param node its own options, such as `--import`, and its environment. */
export function startThresher(
  args: readonly string[],
  node: { options?: readonly string[]; env?: Record<string, string> } = {},
): Child {
  const child = spawn(process.execPath, [...(node.options ?? []), 'cli/main.ts', ...args], {
    env: { ...process.env, ...node.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], out, err]) => ({ code, signal, out, err }),
  );
  return { process: child, ended };
}

/** Waits until something is the case. @throws when it is not within `ms`. */
export async function until(is: () => boolean, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  while (!is()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${is}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
