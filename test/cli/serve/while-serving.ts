import { expect } from 'vitest';
import { main } from '../../../cli/main.ts';
import { testTerminal } from '../test-terminal.ts';

/** Runs `thresher serve` on a free port while `work` has its URL. @returns what it printed on standard error */
export async function whileServing(
  args: readonly string[],
  work: (url: URL) => Promise<void>,
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
    await work(new URL(/http:\S+/.exec(await announced)![0]));
  } finally {
    stop.abort();
  }
  expect(await ended).toBe(0);
  return { stderr: terminal.stderr };
}
