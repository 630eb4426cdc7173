import process from 'node:process';
import { nearestWord } from '../shared/text/nearest-word.ts';
import { EXIT, type ExitCode, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { isDebugging } from './debugging.ts';
import { describeError } from './describe-error.ts';
import { isReaderGone, processTerminal, type Terminal } from './output/terminal.ts';
import { VERSION } from './package.ts';

/**
 * Runs `thresher` once with the given arguments.
 *
 * @returns the exit code, after all errors are reported
 */
export function main(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  return reportErrors(terminal, () => dispatch(args, terminal));
}

/** Runs `work`, prints what it throws in a few lines, and returns the exit code. */
export async function reportErrors(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const { lines, code } = describeError(error, isDebugging(terminal.env));
    for (const line of lines) terminal.err(line);
    return code;
  }
}

async function dispatch([first, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (first === undefined || first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    terminal.out(
      rest.includes('--markdown') ? await (await import('./commands-page.ts')).commandsPage() : helpOverview(),
    );
    return first === undefined ? EXIT.usage : EXIT.done;
  }
  if (first === '--version' || first === 'version') {
    terminal.out(VERSION);
    return EXIT.done;
  }
  const [name, args] = first === 'help' ? [rest[0]!, ['--help']] : [first, rest];
  const entry = COMMANDS.find((one) => one.name === name || one.synonym === name);
  if (!entry) throw new UsageError(unknownCommandMessage(name));
  return (await entry.load()).run(args, terminal);
}

function helpOverview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    'usage: thresher <command> [arguments]',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '`thresher <command> --help` shows its options and examples. To start:',
    '  thresher crawl https://example.org/',
  ].join('\n');
}

function unknownCommandMessage(name: string): string {
  const meant = nearestWord(
    name,
    COMMANDS.map((one) => one.name),
  );
  return `thresher: unknown command ${name}${meant ? `; did you mean ${meant}?` : ''} (thresher --help lists all commands)`;
}

/** Runs `thresher` as this process and exits, even if workers or sockets are still open. */
export async function runProcess(args: readonly string[]): Promise<void> {
  exitWithParent();
  exitAfterOutput(await main(args, processTerminal()));
}

/** Exits after standard output is flushed to a slow reader. Output that cannot be written changes the exit code. */
export function exitAfterOutput(code: ExitCode): void {
  process.stdout.write('', () => {
    const { errored } = process.stdout;
    // After the listeners of the error, which print it.
    setImmediate(() => process.exit(errored && !isReaderGone(errored) ? EXIT.unreachable : code));
  });
}

/**
 * Exits with the parent process. An older Node (see bin/thresher.js) starts this process; without the parent it would
 * hold the data folder unseen. A crawl can be killed at any moment without losing data.
 */
function exitWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}

if (import.meta.main) await runProcess(process.argv.slice(2));
