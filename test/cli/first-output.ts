import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * Waits for the first output of a process.
 *
 * @throws if it ends before
 */
export async function firstOutput(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  const ended = once(child, 'exit').then(([code]: unknown[]) => {
    throw new Error(`the process ended with code ${String(code)} before it had printed anything`);
  });
  // If the output comes first, the end is not awaited.
  ended.catch(() => undefined);
  const [chunk] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  return chunk.toString();
}
