import { expect } from 'vitest';
import type { ExitCode } from '../../../cli/command.ts';
import { thresher } from '../../cli/test-terminal.ts';

/**
 * A line that a command must print. `{n}` stands for a number, `{size}` for a number of bytes, `{time}` for an ISO time, `{date}` for
 * a day,
 * `{id}` for a digest, `{text}` for any text; everything else is literal.
 */
export type Line = string | Repeated;

/** One or more lines of the same form, and how many. */
export type Repeated = { each: string; min: number; max: number };

/** Describes `min` to `max` lines of one form. */
export function each(form: string, min = 1, max = Number.POSITIVE_INFINITY): Repeated {
  return { each: form, min, max };
}

const PLACEHOLDERS: Record<string, string> = {
  n: String.raw`-?\d[\d,]*(?:\.\d+)?`,
  size: String.raw`\d+(?:\.\d+)? (?:B|KB|MB|GB)`,
  time: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
  date: String.raw`\d{4}-\d\d-\d\d`,
  id: '[0-9a-f]{64}',
  text: '.+',
};

function patternOf(form: string): RegExp {
  const source = form
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : placeholder(part)))
    .join('');
  return new RegExp(`^${source}$`, 'u');
}

function placeholder(name: string): string {
  const source = PLACEHOLDERS[name];
  if (source === undefined) throw new Error(`{${name}}: no such placeholder`);
  return source;
}

/**
 * Compares printed lines with the expected ones, so that every line is asserted.
 *
 * @returns the expected lines, each replaced by the printed lines that match it: equal to `printed` if all match
 */
export function matchLines(printed: readonly string[], expected: readonly Line[]): string[] {
  const matched: string[] = [];
  let at = 0;
  for (const line of expected) {
    const { each: form, min, max } = typeof line === 'string' ? each(line, 1, 1) : line;
    const pattern = patternOf(form);
    let found = 0;
    while (found < max && at < printed.length && pattern.test(printed[at]!)) {
      matched.push(printed[at++]!);
      found++;
    }
    if (found >= min) continue;
    matched.push(form);
    // The rest is compared from the next line on, so that one wrong line does not hide the others.
    at++;
  }
  return matched;
}

export type Said = { printed: string[]; json(): Record<string, unknown>[] };

/** A session at a terminal: commands that share options such as the data folder. */
export type Session = (command: string[], expected: { code?: ExitCode; out?: Line[]; err?: Line[] }) => Promise<Said>;

/**
 * Starts a session.
 *
 * @param at options that each command gets after its own arguments, such as `--dir`
 * @returns a function that runs a command and compares its exit code (default: 0) and each line that it prints
 */
export function startSession(at: readonly string[] = []): Session {
  return async (command, { code = 0, out, err = [] }) => {
    const run = await thresher([...command, ...at]);
    const name = `thresher ${command.join(' ')}`;
    expect([run.code, ...run.messages], `${name}: exit code and standard error`).toEqual([
      code,
      ...matchLines(run.messages, err),
    ]);
    if (out) expect(run.printed, `${name}: standard output`).toEqual(matchLines(run.printed, out));
    return { printed: run.printed, json: run.answers };
  };
}
