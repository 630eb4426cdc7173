import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { withoutProgress } from '../cli/without-progress.ts';

export type Child = {
  process: ChildProcess;
  /** Settles when the process has ended, by itself or by a signal. `err` is what it said but for its progress. */
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
    ([[code, signal], out, err]) => ({ code, signal, out, err: withoutProgress(err.split('\n')).join('\n') }),
  );
  return { process: child, ended };
}

/** Waits until something is the case. @throws when it is not within `ms`, somewhat less than a test has. */
export async function until(is: () => boolean, ms = 150_000): Promise<void> {
  const end = performance.now() + ms;
  while (!is()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${is}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
