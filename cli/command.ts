import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../shared/settings/nearest.ts';
import type { Terminal } from './output/terminal.ts';

/** The same for every command; scripts rely on them. */
export const EXIT = {
  done: 0,
  /** Done, with errors reported. */
  errors: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** A service (here also the data folder) could not be reached. */
  unreachable: 3,
  /** A limit or budget stopped it while URLs were still due. */
  limit: 4,
  /** After an orderly stop: nothing is lost. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export type Option = {
  type: 'string' | 'boolean';
  multiple?: true;
  short?: string;
  /** Stands for the value in the help: `FILE`. */
  value?: string;
  help: string;
};

export type Options = Record<string, Option>;

export type Values<O extends Options> = {
  [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : O[K] extends { multiple: true } ? string[] : string;
};

export type CommandSpec<O extends Options> = {
  name: string;
  /** What stands behind the name, one line a form. */
  usage: string[];
  /** A sentence or a few. */
  about: string;
  options: O;
  /** What can be typed, and what it does. */
  examples: [line: string, meaning: string][];
  run(given: { operands: string[]; options: Values<O> }, terminal: Terminal): Promise<ExitCode>;
};

export type Command = { name: string; help: string; run(args: string[], terminal: Terminal): Promise<ExitCode> };

/** Wrong use of the command line; each line is one thing that is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

const HELP = { help: { type: 'boolean', short: 'h', help: 'show this' } } as const;

/** A command from its description: reads its arguments, answers `--help`. */
export function command<const O extends Options>(spec: CommandSpec<O>): Command {
  const options: Options = { ...spec.options, ...HELP };
  return {
    name: spec.name,
    help: helpText(spec, options),
    async run(args, terminal) {
      const { values, positionals } = readArgs(spec.name, args, options);
      if (values['help']) {
        terminal.out(this.help);
        return EXIT.done;
      }
      return spec.run({ operands: positionals, options: values as Values<O> }, terminal);
    },
  };
}

function readArgs(name: string, args: string[], options: Options) {
  const known: ParseArgsConfig['options'] = {};
  for (const [option, { type, multiple, short }] of Object.entries(options))
    known[option] = { type, ...(multiple ? { multiple } : {}), ...(short ? { short } : {}) };
  try {
    return parseArgs({ args, options: known, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`thresher ${name}: ${wrongOption(error as Error, Object.keys(options))}`);
  }
}

function wrongOption({ message }: Error, known: string[]): string {
  const unknown = /^Unknown option '-{1,2}([^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return (message.split('. ')[0] ?? message).replace(/\.$/, '');
  const meant = nearest(unknown, known);
  return `unknown option --${unknown}${meant ? `; did you mean --${meant}?` : ''}`;
}

function helpText(spec: Pick<CommandSpec<Options>, 'name' | 'usage' | 'about' | 'examples'>, options: Options): string {
  const rows = Object.entries(options).map(([name, option]): [string, string] => [
    optionName(name, option),
    option.help,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    ...spec.usage.map((form, i) => `${i === 0 ? 'usage:' : '      '} thresher ${spec.name} ${form}`.trimEnd()),
    '',
    spec.about,
    '',
    'options:',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'examples:',
    ...spec.examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`]),
  ].join('\n');
}

function optionName(name: string, { short, value }: Option): string {
  const long = `--${name}${value ? ` ${value}` : ''}`;
  return short ? `-${short}, ${long}` : `    ${long}`;
}

/** A number from an option. @throws UsageError naming the option. */
export function numberOf(option: string, text: string | undefined, min: number, whole = true): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= min && (!whole || Number.isInteger(value))) return value;
  throw new UsageError(`--${option}: ${text}: must be a ${whole ? 'whole ' : ''}number from ${min}`);
}

/** The options that many commands share. */
export const DIR = { type: 'string', value: 'DIR', help: 'the data folder (default: .thresher)' } as const;
export const JSON_OUT = { type: 'boolean', help: 'print JSON' } as const;
export const JSONL = {
  type: 'boolean',
  help: 'a filter: questions from standard input, answers to standard output, as JSON Lines',
} as const;
export const NAME = { type: 'string', value: 'NAME', help: 'which crawl of the folder' } as const;

export const DEFAULT_DIR = '.thresher';
