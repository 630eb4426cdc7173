import process from 'node:process';
import { nearest } from '../shared/settings/nearest.ts';
import { EXIT, type ExitCode, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { endingOf } from './faults.ts';
import { processTerminal, type Terminal } from './output/terminal.ts';
import { VERSION } from './version.ts';

/** One run of `thresher …`. @returns the exit code; every error has been told by then. */
export function main(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  return told(terminal, () => dispatch(args, terminal));
}

/** The edge: what is thrown is said in a line or a few, and becomes an exit code. */
export async function told(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const { lines, code } = endingOf(error, Boolean(terminal.env['THRESHER_DEBUG']));
    for (const line of lines) terminal.err(line);
    return code;
  }
}

async function dispatch([verb, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (verb === undefined || verb === '--help' || verb === '-h' || (verb === 'help' && rest.length === 0)) {
    terminal.out(overview());
    return verb === undefined ? EXIT.usage : EXIT.done;
  }
  if (verb === '--version' || verb === 'version') {
    terminal.out(VERSION);
    return EXIT.done;
  }
  const [name, args] = verb === 'help' ? [rest[0]!, ['--help']] : [verb, rest];
  const entry = COMMANDS.find((one) => one.name === name);
  if (!entry) throw new UsageError(unknownVerb(name));
  return (await entry.load()).run(args, terminal);
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    'usage: thresher <verb> …',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'thresher <verb> --help shows its options, with examples. To begin with:',
    '  thresher crawl https://example.org/',
  ].join('\n');
}

function unknownVerb(name: string): string {
  const meant = nearest(
    name,
    COMMANDS.map((one) => one.name),
  );
  return `thresher: unknown verb ${name}${meant ? `; did you mean ${meant}?` : ''} (thresher --help lists them)`;
}

/** The process itself: its terminal, its exit code. Workers and sockets that are still open do not hold it up. */
export async function runProcess(args: readonly string[]): Promise<void> {
  endWithParent();
  endProcess(await main(args, processTerminal()));
}

/** Output that is still on its way to a slow reader is written before the process ends. */
export function endProcess(code: ExitCode): void {
  process.stdout.write('', () => process.exit(code));
}

/**
 * Started by an older Node (see bin/thresher.js), the crawler is to end when that process is killed, or it would hold the
 * data folder unseen. To be killed at any moment does it no harm.
 */
function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}

if (import.meta.main) await runProcess(process.argv.slice(2));
