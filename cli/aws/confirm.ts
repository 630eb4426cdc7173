import type { Terminal } from '../output/terminal.ts';

/**
 * Asks a yes/no question on standard error and reads the answer from standard input.
 *
 * @returns true for `y` or `yes`; false for any other answer, or none
 */
export async function confirm(question: string, terminal: Terminal): Promise<boolean> {
  terminal.err(`${question} [y/N]`);
  for await (const line of terminal.lines()) return /^\s*(y|yes)\s*$/i.test(line);
  return false;
}
