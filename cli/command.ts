import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestWord } from '../shared/text/nearest-word.ts';
import { type CommandHelp, formatHelp, type Options } from './help.ts';
import type { Terminal } from './output/terminal.ts';

/** Exit codes of every command. Scripts rely on them, and `docs/cli.md` lists them. */
export const EXIT = {
  done: 0,
  /** The command finished and reported errors, or a crawl ended and left something. */
  errors: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** A service or the data folder could not be reached. */
  unreachable: 3,
  /** A limit or budget ended the crawl while URLs were still due. */
  limit: 4,
  /** Interrupted, after an orderly stop that loses nothing. */
  interrupted: 130,
} as const;

/** Exit code of a command. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Parsed values of options. An option that was not given is absent. */
export type Values<O extends Options> = {
  [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : O[K] extends { multiple: true } ? string[] : string;
};

export type CommandSpec<O extends Options> = Omit<CommandHelp, 'options'> & {
  options: O;
  run(input: { operands: string[]; options: Values<O> }, terminal: Terminal): Promise<ExitCode>;
};

/** A command with its help. `run` returns the exit code; it throws a `UsageError` for wrong use. */
export type Command = { help: CommandHelp; run(args: string[], terminal: Terminal): Promise<ExitCode> };

/** A line of a message: the same for everyone, or in the words of the command and in those of a program that calls the library. */
export type UsageLine = string | { command: string; library: string };

/** Wrong use of the command line or the library. Each line of the message names one mistake. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Kind of the mistake, for programs. It never changes. */
  readonly code: string = 'ERR_USAGE';
  readonly lines: readonly string[];
  /** The lines as programs that call the library read them. */
  readonly libraryLines: readonly string[];

  constructor(...lines: UsageLine[]) {
    const own = lines.map((line) => (typeof line === 'string' ? line : line.command));
    super(own.join('\n'));
    this.lines = own;
    this.libraryLines = lines.map((line) => (typeof line === 'string' ? line : line.library));
  }
}

/** Returns a line about an option: `--records-per-file: …`, in the library `recordsPerFile: …`. */
export const optionFault = (option: string, fault: string): UsageLine => ({
  command: `--${option}: ${fault}`,
  library: `${option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}: ${fault}`,
});

const HELP_OPTION = { help: { type: 'boolean', short: 'h', help: 'print this help' } } as const;

/** Creates a command from its specification. It parses the arguments and answers `--help`. */
export function command<const O extends Options>(spec: CommandSpec<O>): Command {
  const { name, usage, about, examples } = spec;
  const options: Options = { ...spec.options, ...HELP_OPTION };
  return {
    help: { name, usage, about, options, examples },
    async run(args, terminal) {
      const { values, positionals } = parseArguments(name, args, options);
      if (values['help']) {
        terminal.out(formatHelp(this.help));
        return EXIT.done;
      }
      return spec.run({ operands: positionals, options: values as Values<O> }, terminal);
    },
  };
}

function parseArguments(name: string, args: string[], options: Options) {
  const known: ParseArgsConfig['options'] = {};
  for (const [option, { type, multiple, short }] of Object.entries(options))
    known[option] = { type, ...(multiple ? { multiple } : {}), ...(short ? { short } : {}) };
  try {
    return parseArgs({ args, options: known, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`thresher ${name}: ${describeParseError(error as Error, Object.keys(options))}`);
  }
}

/** Options that name a stack, of all commands that work on one. */
const STACK_OPTIONS = ['target', 'stack', 'region'];

function describeParseError({ message }: Error, known: string[]): string {
  const [, hyphens, unknown] = /^Unknown option '(-{1,2})([^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return (message.split('. ')[0] ?? message).replace(/\.$/, '');
  if (STACK_OPTIONS.includes(unknown) && !STACK_OPTIONS.some((option) => known.includes(option)))
    return `--${unknown}: not available; this command works on this machine only`;
  const meant = nearestWord(unknown, known);
  if (hyphens === '-') return `unknown option -${unknown}; put -- before what only begins with a hyphen`;
  return `unknown option --${unknown}${meant ? `; did you mean --${meant}?` : ''}`;
}

/**
 * Parses the value of a numeric option.
 *
 * @returns the number, or undefined if the option is absent
 * @throws UsageError naming the option
 */
export function parseNumberOption(
  option: string,
  text: string | undefined,
  min: number,
  whole = true,
): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= min && (!whole || Number.isInteger(value))) return value;
  throw new UsageError(`--${option}: ${text}: must be a ${whole ? 'whole ' : ''}number of at least ${min}`);
}

/** Options that several commands share. */
export const DIR_OPTION = { type: 'string', value: 'DIR', help: 'data folder (default: .thresher)' } as const;
export const JSON_OPTION = { type: 'boolean', help: 'print JSON' } as const;
export const JSONL_OPTION = {
  type: 'boolean',
  help: 'run as a filter: one JSON request per line on standard input, one JSON answer per line on standard output',
} as const;
export const NAME_OPTION = {
  type: 'string',
  value: 'NAME',
  help: 'name of the crawl, if the folder has more than one',
} as const;

/** Options of commands about one crawl of a data folder. */
export const CRAWL_OPTIONS = { dir: DIR_OPTION, name: NAME_OPTION, json: JSON_OPTION } as const;

/** Data folder if `--dir` is absent. */
export const DEFAULT_DIR = '.thresher';
