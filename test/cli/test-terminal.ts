import { main } from '../../cli/main.ts';
import { formatJson } from '../../cli/output/format-json.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import { withoutProgress } from './without-progress.ts';

/** A terminal that records the lines of standard output and standard error. */
export type TestTerminal = Terminal & { printed: string[]; stderr: string[] };

export function testTerminal(input: string[] = [], over: Partial<Terminal> = {}): TestTerminal {
  const printed: string[] = [];
  const stderr: string[] = [];
  const terminal: TestTerminal = {
    printed,
    stderr,
    out: (line) => {
      printed.push(line);
      return undefined;
    },
    outJson: (value) => terminal.out(formatJson(value)),
    err: (line) => stderr.push(line),
    progress: () => undefined,
    async *input() {
      for await (const line of terminal.lines()) yield Buffer.from(`${line}\n`);
    },
    async *lines() {
      yield* input;
    },
    async *lineBytes() {
      for await (const line of terminal.lines()) yield Buffer.from(line);
    },
    isTTY: false,
    showsProgress: false,
    columns: 80,
    env: {},
    closed: new AbortController().signal,
    interrupt: new AbortController().signal,
    ...over,
  };
  return terminal;
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
