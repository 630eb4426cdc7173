/** Commands and environments that a TeX file defines for itself. */
import type { Macro, TexInput } from './input.ts';

export type Macros = {
  commands: Map<string, Macro>;
  environments: Map<string, Macro>;
  /** `counter`: what counts them; '': nothing does. */
  theorems: Map<string, { title: string; counter: string; within: string | undefined }>;
  /** Environments that set their text as it is written → arguments of each. */
  verbatim: Map<string, number>;
  /** Signs around text that is set as it is written. */
  quotes: Set<string>;
  /** Texts that the file has along for others to read. */
  files: Map<string, string>;
  /** What asks for one (`ifdraft`) → whether it is set. */
  switches: Map<string, boolean>;
  /** Whether a branch had no end. */
  endless: boolean;
};

export const newMacros = (): Macros => ({
  ...{ commands: new Map(), environments: new Map(), theorems: new Map(), switches: new Map() },
  ...{ verbatim: new Map(), quotes: new Set(), files: new Map() },
  endless: false,
});

const MAX_MACROS = 2_000;
const COMMANDS = new Set([
  ...['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand', 'newrobustcmd'],
  ...['NewDocumentCommand', 'RenewDocumentCommand', 'ProvideDocumentCommand', 'DeclareDocumentCommand'],
  ...['def', 'gdef', 'edef', 'xdef', 'newenvironment', 'renewenvironment', 'newtheorem', 'let', 'newif'],
  ...['lstnewenvironment', 'newtcblisting', 'DefineVerbatimEnvironment', 'MakeShortVerb', 'DefineShortVerb'],
  ...['lstMakeShortInline', 'DeleteShortVerb', 'UndefineShortVerb'],
]);

/** Reads what a command defines. @returns false: it defines nothing. */
export function define(command: string, starred: boolean, input: TexInput, macros: Macros): boolean {
  if (!COMMANDS.has(command)) return setSwitch(command, macros);
  if (command === 'let') readLet(input, macros);
  else if (command === 'newif') keep(macros.switches, nameOf(input.pass(/\s*\\[a-zA-Z@]+/y) ?? ''), false);
  else if (command.endsWith('def')) readDef(input, macros);
  else if (command === 'newtheorem') readTheorem(starred, input, macros);
  else if (command.endsWith('DocumentCommand')) readDocumentCommand(input, macros);
  else if (/^(?:lst|newtcb|DefineV)/.test(command) && !command.endsWith('Inline')) readVerbatim(input, macros);
  else if (/Short/.test(command)) readQuote(command, input, macros);
  else if (command.endsWith('environment')) readEnvironment(input, macros);
  else {
    const name = nameOf(input.argument());
    keep(macros.commands, name, { ...signature(input), body: input.argument() });
  }
  return true;
}

const LET = /\s{0,9}\\(?:[a-zA-Z@]+|.)\s{0,9}=?\s{0,9}(?:\\(?:[a-zA-Z@]+|.)|.)/y;
const nameOf = (written: string): string => written.trim().replace(/^\\/, '');

function keep<Kept>(kept: Map<string, Kept>, name: string, one: Kept): void {
  if (name !== '' && kept.size < MAX_MACROS) kept.set(name, one);
}

/** `\drafttrue` */
function setSwitch(command: string, { switches }: Macros): boolean {
  const isSet = command.endsWith('true');
  const name = `if${command.slice(0, isSet ? -4 : -5)}`;
  if (!switches.has(name) || !(isSet || command.endsWith('false'))) return false;
  switches.set(name, isSet);
  return true;
}

/** `\let\ifdraft\iftrue` */
function readLet(input: TexInput, { switches }: Macros): void {
  const set = /\\(if[a-zA-Z@]+)\s*=?\s*\\if(true|false)$/.exec(input.pass(LET) ?? '');
  if (set) keep(switches, set[1]!, set[2] === 'true');
}

/** `[2][default]` */
function signature(input: TexInput): Pick<Macro, 'arguments' | 'optional'> {
  const count = Number(input.optional() ?? 0);
  return { arguments: count >= 0 && count <= 9 ? count : 0, optional: input.optional() };
}

/** `\def\name#1#2{…}`; signs that part arguments are passed over with them. */
function readDef(input: TexInput, { commands }: Macros): void {
  const name = nameOf(input.pass(/\s*\\(?:[a-zA-Z@]+|.)/y) ?? '');
  const parameters = input.pass(/[^{}\n]{0,200}/y) ?? '';
  keep(commands, name, { arguments: parameters.split('#').length - 1, optional: undefined, body: input.argument() });
}

function readEnvironment(input: TexInput, { environments }: Macros): void {
  const name = input.argument();
  const macro = { ...signature(input), body: input.argument() };
  keep(environments, name, { ...macro, end: input.argument() });
}

/** `\newtheorem{thm}[counter]{Theorem}[section]` */
function readTheorem(starred: boolean, input: TexInput, { theorems }: Macros): void {
  const name = input.argument();
  const shared = input.optional();
  const title = input.argument();
  keep(theorems, name, { title, counter: starred ? '' : (shared ?? name), within: input.optional() });
}

/** `\lstnewenvironment{name}[1][]{…}{…}`, `\DefineVerbatimEnvironment{name}{Verbatim}{…}` */
function readVerbatim(input: TexInput, { verbatim }: Macros): void {
  const name = input.argument();
  const count = Number(input.optional() ?? 0);
  const isOptional = input.optional() !== undefined;
  input.skip(2);
  keep(verbatim, name, count > 0 && count <= 9 ? count - (isOptional ? 1 : 0) : 0);
}

/** `\MakeShortVerb{\|}` */
function readQuote(command: string, input: TexInput, { quotes }: Macros): void {
  input.optional();
  const sign = input.argument().slice(-1);
  if (/^(?:Del|Undef)/.test(command)) quotes.delete(sign);
  else if (/^[^\w\s\\{}$%&~\ud800-\udfff]$/.test(sign)) quotes.add(sign);
}

/** `\NewDocumentCommand{\name}{O{x} m m}{…}`: letters in capitals or stars are optional. */
function readDocumentCommand(input: TexInput, { commands }: Macros): void {
  const name = nameOf(input.argument());
  const kinds =
    input
      .argument()
      .replace(/\{[^{}]*\}/g, '')
      .match(/[a-zA-Z]/g) ?? [];
  keep(commands, name, {
    arguments: kinds.length,
    optional: /[oO]/.test(kinds[0] ?? '') ? '' : undefined,
    body: input.argument(),
  });
}
