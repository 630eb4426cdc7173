import { main } from '../../cli/main.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import { withoutProgress } from './without-progress.ts';

/** A terminal that records the lines of standard output and standard error. */
export type TestTerminal = Terminal & { printed: string[]; stderr: string[] };

export function testTerminal(input: string[] = [], over: Partial<Terminal> = {}): TestTerminal {
  const printed: string[] = [];
  const stderr: string[] = [];
  return {
    printed,
    stderr,
    out: (line) => {
      printed.push(line);
      return undefined;
    },
    err: (line) => stderr.push(line),
    progress: () => undefined,
    async *lines() {
      yield* input;
    },
    isTTY: false,
    showsProgress: false,
    columns: 80,
    env: {},
    closed: new AbortController().signal,
    interrupt: new AbortController().signal,
    ...over,
  };
}

/** Runs `thresher …` once. `stderr` includes progress lines, `messages` does not. */
export async function thresher(args: string[], input: (string | object)[] = [], over: Partial<Terminal> = {}) {
  const lines = input.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const terminal = testTerminal(lines, over);
  const code = await main(args, terminal);
  const { printed, stderr } = terminal;
  const answers = () => printed.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, printed, stderr, messages: withoutProgress(stderr), answers };
}
