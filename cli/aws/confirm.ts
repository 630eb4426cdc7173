import type { Terminal } from '../output/terminal.ts';

/** Asks on standard error and waits for a line. @returns false for anything but yes, also where nobody answers. */
export async function confirm(question: string, terminal: Terminal): Promise<boolean> {
  terminal.err(`${question} [y/N]`);
  for await (const line of terminal.lines()) return /^\s*(y|yes)\s*$/i.test(line);
  return false;
}
