import { expect } from 'vitest';
import { main } from '../../../cli/main.ts';
import { testTerminal } from '../test-terminal.ts';

/** Runs `thresher serve` on a free port while `work` has its URL, and the line that announced it. @returns what it printed on standard error */
export async function whileServing(
  args: readonly string[],
  work: (url: URL, line: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<{ stderr: string[] }> {
  const stop = new AbortController();
  let announce: (line: string) => void;
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const terminal = testTerminal([], {
    env,
    interrupt: stop.signal,
    out: (line) => {
      announce(line);
      return undefined;
    },
  });
  const ended = main(['serve', '--port', '0', ...args], terminal);
  try {
    const line = await announced;
    await work(new URL(/http:[^\s"]+/.exec(line)![0]), line);
  } finally {
    stop.abort();
  }
  expect(await ended).toBe(0);
  return { stderr: terminal.stderr };
}
