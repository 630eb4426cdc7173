/** Commands and environments that a TeX file defines for itself. */
import type { Macro, TexInput } from './latex-input.ts';

export type Macros = {
  commands: Map<string, Macro>;
  environments: Map<string, Macro>;
  theorems: Map<string, string>;
  /** What asks for one (`ifdraft`) → whether it is set. */
  switches: Map<string, boolean>;
  /** Whether a branch had no end. */
  endless: boolean;
};

export const newMacros = (): Macros => ({
  ...{ commands: new Map(), environments: new Map(), theorems: new Map(), switches: new Map() },
  endless: false,
});

const MAX_MACROS = 2_000;
const COMMANDS = new Set([
  ...['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand', 'newrobustcmd', 'NewDocumentCommand'],
  ...['def', 'gdef', 'edef', 'xdef', 'newenvironment', 'renewenvironment', 'newtheorem', 'let', 'newif'],
]);

/** Reads what a command defines. @returns false: it defines nothing. */
export function define(command: string, input: TexInput, macros: Macros): boolean {
  if (!COMMANDS.has(command)) return setSwitch(command, macros);
  if (command === 'let') readLet(input, macros);
  else if (command === 'newif') keep(macros.switches, nameOf(input.pass(/\s*\\[a-zA-Z@]+/y) ?? ''), false);
  else if (command.endsWith('def')) readDef(input, macros);
  else if (command === 'newtheorem') readTheorem(input, macros);
  else if (command === 'NewDocumentCommand') readDocumentCommand(input, macros);
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
  const parameters = input.pass(/[^{}\\]{0,100}/y) ?? '';
  keep(commands, name, { arguments: parameters.split('#').length - 1, optional: undefined, body: input.argument() });
}

function readEnvironment(input: TexInput, { environments }: Macros): void {
  const name = input.argument();
  const macro = { ...signature(input), body: input.argument() };
  keep(environments, name, { ...macro, end: input.argument() });
}

/** `\newtheorem{thm}[counter]{Theorem}[section]` */
function readTheorem(input: TexInput, { theorems }: Macros): void {
  const name = input.argument();
  input.optional();
  if (theorems.size < MAX_MACROS) theorems.set(name, input.argument());
  input.optional();
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
