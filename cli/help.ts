export type Option = {
  type: 'string' | 'boolean';
  multiple?: true;
  short?: string;
  /** Placeholder for the value in the help: `FILE`. */
  value?: string;
  help: string;
};

export type Options = Record<string, Option>;

/** What the help and `docs/cli.md` show of a command. */
export type CommandHelp = {
  name: string;
  /** Arguments after the name, one line per form. */
  usage: string[];
  /** What the command does, in a few sentences. */
  about: string;
  options: Options;
  examples: [line: string, meaning: string][];
};

/** Formats the help of a command as plain text. */
export function formatHelp({ name, usage, about, options, examples }: CommandHelp): string {
  const rows = Object.entries(options).map(([option, spec]): [string, string] => [
    formatOption(option, spec),
    spec.help,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    ...usageLines(name, usage).map((line, i) => `${i === 0 ? 'usage:' : '      '} ${line}`),
    '',
    about,
    '',
    'options:',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'examples:',
    ...examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`]),
  ].join('\n');
}

/** Formats the help of a command as a section of `docs/cli.md`. */
export function helpSection({ name, usage, about, options, examples }: CommandHelp, summary: string): string {
  return [
    `## ${name}`,
    '',
    `${summary}.`,
    '',
    '```sh',
    ...usageLines(name, usage),
    '```',
    '',
    about,
    '',
    '| option | meaning |',
    '| --- | --- |',
    ...Object.entries(options).map(
      ([option, spec]) => `| \`${escapeBars(formatOption(option, spec).trim())}\` | ${escapeCell(spec.help)} |`,
    ),
    '',
    'Examples:',
    '',
    '```sh',
    ...examples.flatMap(([line, meaning]) => [`# ${meaning}`, line]),
    '```',
  ].join('\n');
}

function usageLines(name: string, usage: readonly string[]): string[] {
  return usage.map((form) => `thresher ${name} ${form}`.trimEnd());
}

function formatOption(name: string, { short, value }: Option): string {
  const long = `--${name}${value ? ` ${value}` : ''}`;
  return short ? `-${short}, ${long}` : `    ${long}`;
}

/** Escapes what ends a cell of a table, also in a code span. */
const escapeBars = (text: string): string => text.replaceAll('|', '\\|');
const escapeCell = (text: string): string => escapeBars(text).replaceAll('<', '&lt;');
