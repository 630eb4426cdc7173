/** Reads TeX: commands that set text keep it, those that only arrange lose their arguments, formulas stay as they are written. */
import type { Flow } from '../flow.ts';
import { readBranch } from './branches.ts';
import { COMMANDS } from './commands.ts';
import { begin, closeFormula, end, openFormula } from './environments.ts';
import { texInput } from './input.ts';
import { define } from './macros.ts';
import { sectionNumber } from './numbers.ts';
import { scriptOf } from './scripts.ts';
import { ACCENTS, SYMBOLS } from './special-characters.ts';
import { add, beginHeading, endParagraph, endRow, type Paper, type State, takeAs } from './state.ts';
import { BARE, FRONT, HEADINGS, OPERATORS, SILENT } from './tables.ts';

/** @param showsFront whether what the paper says of itself is also shown where it stands. */
export function readTex(tex: string, flow: Flow, paper: Paper, showsFront: boolean): void {
  const input = texInput(tex, Math.max(200_000, 3 * tex.length));
  const state: State = {
    ...paper,
    ...{ input, flow, showsFront, ends: [], atNextGroup: undefined, taken: undefined },
    ...{ environments: [], lists: [], lastItem: 0, float: '', formula: undefined, tables: 0, row: false, accent: '' },
  };
  for (let found = input.next(); found && !flow.full(); found = input.next()) {
    const [whole, name, star, escaped, one, empty, text] = found;
    if (name !== undefined) readCommand(state, name, star === '*');
    else if (escaped !== undefined) readSign(state, escaped);
    else if (one !== undefined) readSpecial(state, one);
    else if (empty !== undefined) endParagraph(state);
    else if (text !== undefined) readText(state, text);
    else if (whole === '\n') add(state, ' ');
  }
  endRow(state);
  endParagraph(state);
}

/** Between signs of the file's own it is set as it is written; the last sign may set a group above or below the line. */
function readText(state: State, text: string): void {
  const { input, macros } = state;
  let from = 0;
  for (let at = 0; at < text.length && macros.quotes.size > 0; at++) {
    const quoted = macros.quotes.has(text[at]!) ? input.quoted(text.length - at) : undefined;
    if (quoted === undefined) continue;
    addLine(state, text.slice(from, at));
    add(state, quoted);
    from = at + quoted.length + 2;
    at = from - 1;
  }
  const rest = text.slice(from);
  const script = /[\^_]$/.exec(rest.slice(-1))?.[0];
  addLine(state, script ? rest.slice(0, -1) : rest);
  if (script) readScript(state, script);
}

function addLine(state: State, line: string): void {
  add(
    state,
    line
      .replace(/([\^_])([\da-z+-])/g, (whole, sign, one) => scriptOf(sign, one) ?? whole)
      .replace(/---/g, '—')
      .replace(/--/g, '–')
      .replace(/``|''/g, '"'),
  );
}

function readScript(state: State, sign: string): void {
  const { input } = state;
  const written = input.pass(/(?=\{)/y) === undefined ? undefined : input.argument();
  const short = scriptOf(sign, written ?? '');
  add(state, short ?? sign);
  if (short === undefined && written !== undefined) input.insert(`{${written}}`);
}

function readCommand(state: State, name: string, starred: boolean): void {
  const { input, macros } = state;
  const macro = macros.commands.get(name);
  if (name === 'begin') begin(state, input.argument().trim());
  else if (name === 'end') end(state, input.argument().trim());
  else if (Object.hasOwn(COMMANDS, name)) COMMANDS[name]!(state, name, starred);
  else if (Object.hasOwn(HEADINGS, name))
    beginHeading(state, HEADINGS[name]!, starred ? '' : sectionNumber(name, state));
  else if (FRONT.has(name)) {
    input.optional();
    takeAs(state, name);
  } else if (macro) input.expand(macro);
  else if (!readBranch(name, input, macros) && !define(name, starred, input, macros)) readKnown(state, name, starred);
}

function readKnown(state: State, name: string, starred: boolean): void {
  if (OPERATORS.has(name)) add(state, `${name} `);
  else if (Object.hasOwn(SYMBOLS, name)) add(state, SYMBOLS[name]!);
  else if (Object.hasOwn(ACCENTS, name)) state.accent = ACCENTS[name]!;
  else if (Object.hasOwn(SILENT, name)) state.input.skip(SILENT[name]!);
  else {
    if (!BARE.has(name)) state.input.optional();
    if (!starred) state.input.pass(LENGTH);
  }
}

/** What is set to a length or moves by one: `\parindent=0pt`, `\vskip 2ex plus 1ex`. */
const LENGTH =
  /[ \t]{0,9}=?[ \t]{0,9}-?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})[ \t]{0,9}(?:pt|em|ex|cm|mm|in|sp|bp|pc|mu|fil+|\\[a-zA-Z]+)(?:[ \t]{0,9}(?:plus|minus)[ \t]{0,9}-?[\d.]{1,9}[ \t]{0,9}(?:pt|em|ex|cm|mm|in|fil+))*(?![a-zA-Z])/y;

function readSign(state: State, one: string): void {
  if (Object.hasOwn(ACCENTS, one)) state.accent = ACCENTS[one]!;
  else if (one === '\\') {
    state.input.pass(/\*/y);
    state.input.optional();
    if (state.formula?.hasRows && state.formula.inner === 0) nextRow(state);
    if (state.tables > 0) endRow(state);
    else add(state, '\n');
  } else if ('%&$#_{}'.includes(one)) add(state, one);
  else if (!'()[]-/!'.includes(one)) add(state, ' ');
}

function nextRow(state: State): void {
  closeFormula(state);
  openFormula(state, true);
}

function readSpecial(state: State, one: string): void {
  if (one === '{') {
    state.ends.push(undefined);
    const first = state.atNextGroup;
    state.atNextGroup = undefined;
    first?.();
  } else if (one === '}') {
    state.ends.pop()?.();
    // Arguments of what is not known are words of their own.
    if (state.input.pass(/(?=\{)/y) !== undefined) add(state, ' ');
  } else if (one === '~') add(state, ' ');
  else if (one === '&' && state.tables > 0) {
    if (!state.row) state.flow.openRow(true);
    state.row = true;
    state.flow.endCell();
  } else if (one === '&') add(state, ' ');
}
