/** Reads TeX tokens: keeps text, runs known commands, drops layout commands with their arguments. Formulas remain as written. */
import type { Flow } from '../flow.ts';
import { TEX_COMMANDS } from './commands.ts';
import { readConditional } from './conditionals.ts';
import { stepSection } from './counters.ts';
import { beginEnvironment, closeFormula, endEnvironment, openFormula } from './environments.ts';
import { TexInput } from './input.ts';
import { COMMANDS_WITHOUT_ARGUMENTS, FRONT_MATTER, HEADINGS, OPERATORS, SKIPPED_ARGUMENTS } from './known-commands.ts';
import { readDefinition } from './macros.ts';
import { ACCENTS, SYMBOLS } from './special-characters.ts';
import {
  addTexText,
  captureNextGroup,
  endRow,
  endTexParagraph,
  openHeading,
  type ReaderState,
  type TexDocument,
} from './state.ts';
import { unicodeScript } from './superscripts.ts';

/** Minimum limit of macro expansion, in characters. */
const MIN_MAX_EXPANSION = 200_000;
/** Limit of macro expansion as a multiple of the source length. */
const MAX_EXPANSION_FACTOR = 3;

/**
 * Reads a preamble or a body into a flow.
 * @param document state that the preamble and the body share
 * @param showsFrontMatter whether front matter is also printed where it stands
 */
export function readTex(tex: string, flow: Flow, document: TexDocument, showsFrontMatter: boolean): void {
  const input = new TexInput(tex, Math.max(MIN_MAX_EXPANSION, MAX_EXPANSION_FACTOR * tex.length));
  const state: ReaderState = {
    ...document,
    input,
    flow,
    showsFrontMatter,
    groupEnds: [],
    onNextGroup: undefined,
    captured: undefined,
    environments: [],
    lists: [],
    lastItem: 0,
    float: '',
    formula: undefined,
    tableDepth: 0,
    isRowOpen: false,
    pendingAccent: '',
  };
  for (let token = input.nextToken(); token && !flow.isFull(); token = input.nextToken()) {
    const [whole, word, star, symbol, character, paragraphBreak, text] = token;
    if (word !== undefined) readCommand(state, word, star === '*');
    else if (symbol !== undefined) readControlSymbol(state, symbol);
    else if (character !== undefined) readSpecialCharacter(state, character);
    else if (paragraphBreak !== undefined) endTexParagraph(state);
    else if (text !== undefined) readText(state, text);
    else if (whole === '\n') addTexText(state, ' ');
  }
  endRow(state);
  endTexParagraph(state);
}

/** Reads text. Short-verb delimiters enclose verbatim text. A final `^` or `_` applies to the next group. */
function readText(state: ReaderState, text: string): void {
  const { input, macros } = state;
  let from = 0;
  for (let at = 0; at < text.length && macros.shortVerbs.size > 0; at++) {
    const verbatim = macros.shortVerbs.has(text[at]!) ? input.readDelimited(text.length - at) : undefined;
    if (verbatim === undefined) continue;
    addTextRun(state, text.slice(from, at));
    addTexText(state, verbatim);
    from = at + verbatim.length + 2;
    at = from - 1;
  }
  const rest = text.slice(from);
  const script = /[\^_]$/.exec(rest.slice(-1))?.[0];
  addTextRun(state, script ? rest.slice(0, -1) : rest);
  if (script) readScript(state, script);
}

/** Adds text with its scripts, dashes and quotation marks converted to Unicode. */
function addTextRun(state: ReaderState, line: string): void {
  addTexText(
    state,
    line
      .replace(/([\^_])([\da-z+-])/g, (whole, operator, character) => unicodeScript(operator, character) ?? whole)
      .replace(/---/g, '—')
      .replace(/--/g, '–')
      .replace(/``|''/g, '"'),
  );
}

/** Reads the group of a superscript or subscript. Keeps the operator if Unicode lacks the characters. */
function readScript(state: ReaderState, operator: string): void {
  const { input } = state;
  const group = input.match(/(?=\{)/y) === undefined ? undefined : input.readArgument();
  const script = unicodeScript(operator, group ?? '');
  addTexText(state, script ?? operator);
  if (script === undefined && group !== undefined) input.insert(`{${group}}`);
}

function readCommand(state: ReaderState, name: string, starred: boolean): void {
  const { input, macros } = state;
  const macro = macros.commands.get(name);
  if (name === 'begin') beginEnvironment(state, input.readArgument().trim());
  else if (name === 'end') endEnvironment(state, input.readArgument().trim());
  else if (Object.hasOwn(TEX_COMMANDS, name)) TEX_COMMANDS[name]!(state, name, starred);
  else if (Object.hasOwn(HEADINGS, name)) openHeading(state, HEADINGS[name]!, starred ? '' : stepSection(name, state));
  else if (FRONT_MATTER.has(name)) {
    input.readOptional();
    captureNextGroup(state, name);
  } else if (macro) input.expand(macro);
  else if (!readConditional(name, input, macros) && !readDefinition(name, starred, input, macros))
    readKnownCommand(state, name, starred);
}

function readKnownCommand(state: ReaderState, name: string, starred: boolean): void {
  if (OPERATORS.has(name)) addTexText(state, `${name} `);
  else if (Object.hasOwn(SYMBOLS, name)) addTexText(state, SYMBOLS[name]!);
  else if (Object.hasOwn(ACCENTS, name)) state.pendingAccent = ACCENTS[name]!;
  else if (Object.hasOwn(SKIPPED_ARGUMENTS, name)) state.input.skipArguments(SKIPPED_ARGUMENTS[name]!);
  else {
    if (!COMMANDS_WITHOUT_ARGUMENTS.has(name)) state.input.readOptional();
    if (!starred) state.input.match(LENGTH);
  }
}

/** A length after a command: `\parindent=0pt`, `\vskip 2ex plus 1ex`. */
const LENGTH =
  /[ \t]{0,9}=?[ \t]{0,9}-?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})[ \t]{0,9}(?:pt|em|ex|cm|mm|in|sp|bp|pc|mu|fil+|\\[a-zA-Z]+)(?:[ \t]{0,9}(?:plus|minus)[ \t]{0,9}-?[\d.]{1,9}[ \t]{0,9}(?:pt|em|ex|cm|mm|in|fil+))*(?![a-zA-Z])/y;

function readControlSymbol(state: ReaderState, character: string): void {
  if (Object.hasOwn(ACCENTS, character)) state.pendingAccent = ACCENTS[character]!;
  else if (character === '\\') {
    state.input.match(/\*/y);
    state.input.readOptional();
    if (state.formula?.hasRows && state.formula.inner === 0) startFormulaRow(state);
    if (state.tableDepth > 0) endRow(state);
    else addTexText(state, '\n');
  } else if ('%&$#_{}'.includes(character)) addTexText(state, character);
  else if (!'()[]-/!'.includes(character)) addTexText(state, ' ');
}

function startFormulaRow(state: ReaderState): void {
  closeFormula(state);
  openFormula(state, true);
}

function readSpecialCharacter(state: ReaderState, character: string): void {
  if (character === '{') {
    state.groupEnds.push(undefined);
    const action = state.onNextGroup;
    state.onNextGroup = undefined;
    action?.();
  } else if (character === '}') {
    state.groupEnds.pop()?.();
    // A space separates the arguments of unknown commands.
    if (state.input.match(/(?=\{)/y) !== undefined) addTexText(state, ' ');
  } else if (character === '~') addTexText(state, ' ');
  else if (character === '&' && state.tableDepth > 0) {
    if (!state.isRowOpen) state.flow.openRow(true);
    state.isRowOpen = true;
    state.flow.endCell();
  } else if (character === '&') addTexText(state, ' ');
}
