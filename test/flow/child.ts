import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { withoutProgress } from '../cli/without-progress.ts';

const withoutTimes = (log: string): string => log.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /gm, '');

export type Child = {
  process: ChildProcess;
  /**
   * Settles when the process has ended, by itself or by a signal. `err` is its standard error without progress lines and times.
   */
  ended: Promise<{ code: number | null; signal: string | null; out: string; err: string }>;
};

/**
 * Starts `thresher …` in its own process.
 *
 * @param node Node options such as `--import`, the environment, and whether the process leads a process group of its own
 */
export function startThresher(
  args: readonly string[],
  node: { options?: readonly string[]; env?: Record<string, string>; isGroup?: boolean } = {},
): Child {
  const child = spawn(process.execPath, [...(node.options ?? []), 'cli/main.ts', ...args], {
    env: { ...process.env, ...node.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: node.isGroup ?? false,
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], out, err]) => ({
      code,
      signal,
      out,
      err: withoutProgress(withoutTimes(err).split('\n')).join('\n'),
    }),
  );
  return { process: child, ended };
}

/** Waits until `is` returns true. @throws if the process ends before */
export async function until({ ended }: Child, is: () => boolean): Promise<void> {
  let over: object | undefined;
  void ended.then((end) => {
    over = end;
  });
  while (!is()) {
    if (over) throw new Error(`it ended before ${is}: ${JSON.stringify(over)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
