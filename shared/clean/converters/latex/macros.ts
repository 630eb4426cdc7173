/** Definitions of a TeX file: macros, environments, theorems, switches. */
import type { Macro, TexInput } from './input.ts';

export type Macros = {
  commands: Map<string, Macro>;
  environments: Map<string, Macro>;
  /** `counter` numbers the theorems; empty if they have no numbers. `within` is the counter that resets it. */
  theorems: Map<string, { title: string; counter: string; within: string | undefined }>;
  /** Verbatim environments → number of their arguments. */
  verbatim: Map<string, number>;
  /** Characters that delimit verbatim text (`\MakeShortVerb`). */
  shortVerbs: Set<string>;
  /** Contents of `filecontents` environments, by file name. */
  files: Map<string, string>;
  /** Switches by the name of their conditional, such as `ifdraft`. */
  switches: Map<string, boolean>;
  /** Whether the file has a conditional without `\fi`. */
  hasUnclosedConditional: boolean;
};

export const newMacros = (): Macros => ({
  ...{ commands: new Map(), environments: new Map(), theorems: new Map(), switches: new Map() },
  ...{ verbatim: new Map(), shortVerbs: new Set(), files: new Map() },
  hasUnclosedConditional: false,
});

/** Maximum number of definitions of each kind. */
const MAX_DEFINITIONS = 2_000;

const DEFINING_COMMANDS = new Set([
  ...['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand', 'newrobustcmd'],
  ...['NewDocumentCommand', 'RenewDocumentCommand', 'ProvideDocumentCommand', 'DeclareDocumentCommand'],
  ...['def', 'gdef', 'edef', 'xdef', 'newenvironment', 'renewenvironment', 'newtheorem', 'let', 'newif'],
  ...['lstnewenvironment', 'newtcblisting', 'DefineVerbatimEnvironment', 'MakeShortVerb', 'DefineShortVerb'],
  ...['lstMakeShortInline', 'DeleteShortVerb', 'UndefineShortVerb'],
]);

/** Reads a definition. @returns false if the command defines nothing */
export function readDefinition(command: string, starred: boolean, input: TexInput, macros: Macros): boolean {
  if (!DEFINING_COMMANDS.has(command)) return setSwitch(command, macros);
  if (command === 'let') readLet(input, macros);
  else if (command === 'newif')
    store(macros.switches, controlSequenceName(input.match(/\s*\\[a-zA-Z@]+/y) ?? ''), false);
  else if (command.endsWith('def')) readDef(input, macros);
  else if (command === 'newtheorem') readTheorem(starred, input, macros);
  else if (command.endsWith('DocumentCommand')) readDocumentCommand(input, macros);
  else if (/^(?:lst|newtcb|DefineV)/.test(command) && !command.endsWith('Inline')) readVerbatim(input, macros);
  else if (/Short/.test(command)) readShortVerb(command, input, macros);
  else if (command.endsWith('environment')) readEnvironment(input, macros);
  else {
    const name = controlSequenceName(input.readArgument());
    store(macros.commands, name, { ...readSignature(input), body: input.readArgument() });
  }
  return true;
}

const LET = /\s{0,9}\\(?:[a-zA-Z@]+|.)\s{0,9}=?\s{0,9}(?:\\(?:[a-zA-Z@]+|.)|.)/y;

/** Returns a control sequence without its backslash. */
const controlSequenceName = (tex: string): string => tex.trim().replace(/^\\/, '');

function store<T>(definitions: Map<string, T>, name: string, definition: T): void {
  if (name !== '' && definitions.size < MAX_DEFINITIONS) definitions.set(name, definition);
}

/** Sets a switch: `\drafttrue`, `\draftfalse`. @returns false if the file does not define the switch */
function setSwitch(command: string, { switches }: Macros): boolean {
  const isSet = command.endsWith('true');
  const name = `if${command.slice(0, isSet ? -4 : -5)}`;
  if (!switches.has(name) || !(isSet || command.endsWith('false'))) return false;
  switches.set(name, isSet);
  return true;
}

/** Reads `\let`. Only a copy of `\iftrue` or `\iffalse` has an effect: `\let\ifdraft\iftrue`. */
function readLet(input: TexInput, { switches }: Macros): void {
  const set = /\\(if[a-zA-Z@]+)\s*=?\s*\\if(true|false)$/.exec(input.match(LET) ?? '');
  if (set) store(switches, set[1]!, set[2] === 'true');
}

/** Reads the parameters of `\newcommand`: `[2][default]`. */
function readSignature(input: TexInput): Pick<Macro, 'parameters' | 'optional'> {
  const count = Number(input.readOptional() ?? 0);
  return { parameters: count >= 0 && count <= 9 ? count : 0, optional: input.readOptional() };
}

/** Reads `\def\name#1#2{…}`. Ignores delimiters between the parameters. */
function readDef(input: TexInput, { commands }: Macros): void {
  const name = controlSequenceName(input.match(/\s*\\(?:[a-zA-Z@]+|.)/y) ?? '');
  const parameters = input.match(/[^{}\n]{0,200}/y) ?? '';
  store(commands, name, {
    parameters: parameters.split('#').length - 1,
    optional: undefined,
    body: input.readArgument(),
  });
}

/** Reads `\newenvironment{name}[1][default]{…}{…}`. */
function readEnvironment(input: TexInput, { environments }: Macros): void {
  const name = input.readArgument();
  const macro = { ...readSignature(input), body: input.readArgument() };
  store(environments, name, { ...macro, end: input.readArgument() });
}

/** Reads `\newtheorem{thm}[counter]{Theorem}[section]`. */
function readTheorem(starred: boolean, input: TexInput, { theorems }: Macros): void {
  const name = input.readArgument();
  const shared = input.readOptional();
  const title = input.readArgument();
  store(theorems, name, { title, counter: starred ? '' : (shared ?? name), within: input.readOptional() });
}

/** Reads `\lstnewenvironment{name}[1][]{…}{…}` or `\DefineVerbatimEnvironment{name}{Verbatim}{…}`. */
function readVerbatim(input: TexInput, { verbatim }: Macros): void {
  const name = input.readArgument();
  const count = Number(input.readOptional() ?? 0);
  const isOptional = input.readOptional() !== undefined;
  input.skipArguments(2);
  store(verbatim, name, count > 0 && count <= 9 ? count - (isOptional ? 1 : 0) : 0);
}

/** Reads `\MakeShortVerb{\|}` or its opposite, `\DeleteShortVerb{\|}`. */
function readShortVerb(command: string, input: TexInput, { shortVerbs }: Macros): void {
  input.readOptional();
  const delimiter = input.readArgument().slice(-1);
  if (/^(?:Del|Undef)/.test(command)) shortVerbs.delete(delimiter);
  else if (/^[^\w\s\\{}$%&~\ud800-\udfff]$/.test(delimiter)) shortVerbs.add(delimiter);
}

/** Reads `\NewDocumentCommand{\name}{O{x} m m}{…}`. Each letter is a parameter; `o` and `O` are optional. */
function readDocumentCommand(input: TexInput, { commands }: Macros): void {
  const name = controlSequenceName(input.readArgument());
  const kinds =
    input
      .readArgument()
      .replace(/\{[^{}]*\}/g, '')
      .match(/[a-zA-Z]/g) ?? [];
  store(commands, name, {
    parameters: kinds.length,
    optional: /[oO]/.test(kinds[0] ?? '') ? '' : undefined,
    body: input.readArgument(),
  });
}
