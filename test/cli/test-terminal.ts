import { main } from '../../cli/main.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import { withoutProgress } from './without-progress.ts';

/** A terminal that keeps what is printed. */
export type TestTerminal = Terminal & { printed: string[]; told: string[] };

export function testTerminal(input: string[] = [], over: Partial<Terminal> = {}): TestTerminal {
  const printed: string[] = [];
  const told: string[] = [];
  return {
    printed,
    told,
    out: (line) => {
      printed.push(line);
      return undefined;
    },
    err: (line) => told.push(line),
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

/** One run of `thresher …`. `told` has its progress too, `said` has not. */
export async function thresher(args: string[], input: (string | object)[] = [], over: Partial<Terminal> = {}) {
  const lines = input.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const terminal = testTerminal(lines, over);
  const code = await main(args, terminal);
  const { printed, told } = terminal;
  const answers = () => printed.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, printed, told, said: withoutProgress(told), answers };
}
