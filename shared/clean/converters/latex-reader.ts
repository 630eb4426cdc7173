/** Reads TeX: commands that set text keep it, those that only arrange lose their arguments, formulas stay as they are written. */
import type { Flow } from './flow.ts';
import { readBranch } from './latex-branches.ts';
import { texInput } from './latex-input.ts';
import { define, type Macros } from './latex-macros.ts';
import { ACCENTS, SYMBOLS } from './latex-signs.ts';
import { add, atEndOfGroup, endParagraph, endRow, heading, type State, takeAs } from './latex-state.ts';
import {
  BARE,
  ENVIRONMENT_ARGUMENTS,
  FRONT,
  HEADINGS,
  MATH,
  NAMED,
  OPERATORS,
  SILENT,
  TOLD,
  UNSEEN,
  VERBATIM,
} from './latex-tables.ts';
import type { Said } from './said.ts';

/** @param said gets what the paper says of itself. @param showsFront whether that is also shown where it stands. */
export function readTex(tex: string, flow: Flow, said: Said, macros: Macros, showsFront: boolean): void {
  const input = texInput(tex, Math.max(200_000, 3 * tex.length));
  const state: State = {
    ...{ input, flow, said, macros, showsFront, ends: [], atNextGroup: undefined, taken: undefined },
    ...{ items: 0, tables: 0, row: false, accent: '' },
  };
  for (let found = input.next(); found && !flow.full(); found = input.next()) {
    const [whole, name, star, escaped, one, empty, text] = found;
    if (name !== undefined) readCommand(state, name, star === '*');
    else if (escaped !== undefined) readSign(state, escaped);
    else if (one !== undefined) readSpecial(state, one);
    else if (empty !== undefined) endParagraph(state);
    else if (text !== undefined) add(state, text.replace(/---/g, '—').replace(/--/g, '–').replace(/``|''/g, '"'));
    else if (whole === '\n') add(state, ' ');
  }
  endRow(state);
  endParagraph(state);
}

function readCommand(state: State, name: string, starred: boolean): void {
  const { input, macros } = state;
  const macro = macros.commands.get(name);
  if (name === 'begin') begin(state, input.argument().trim());
  else if (name === 'end') end(state, input.argument().trim());
  else if (Object.hasOwn(COMMANDS, name)) COMMANDS[name]!(state);
  else if (Object.hasOwn(HEADINGS, name)) beginHeading(state, HEADINGS[name]!);
  else if (FRONT.has(name)) {
    input.optional();
    takeAs(state, name);
  } else if (macro) input.expand(macro);
  else if (!readBranch(name, input, macros) && !define(name, input, macros)) readKnown(state, name, starred);
}

function beginHeading(state: State, level: number): void {
  state.input.optional();
  endParagraph(state);
  atEndOfGroup(state, () => state.flow.endHeading(level));
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

const paragraph = (state: State): void => endParagraph(state);
const blank = (state: State): void => add(state, ' ');

const besidesName = (state: State): void => {
  if (state.taken !== undefined) state.input.skip(1);
  else add(state, ' ');
};

/** Commands that do more than the tables say. */
const COMMANDS: Record<string, (state: State) => void> = {
  and: (state) => add(state, '\n\n'),
  ...{ par: paragraph, newpage: paragraph, clearpage: paragraph, maketitle: paragraph },
  ...{
    newline: blank,
    linebreak: blank,
    quad: blank,
    qquad: blank,
    hfill: blank,
    hfil: blank,
    space: blank,
    xspace: blank,
  },
  item: (state) => {
    endParagraph(state);
    state.items = Math.max(state.items, 1);
    const label = state.input.optional();
    if (label !== undefined) state.input.insert(`${label} `);
  },
  href: (state) => {
    state.flow.openLink(state.input.argument());
    atEndOfGroup(state, () => state.flow.endLink());
  },
  url: (state) => {
    const url = state.input.argument();
    state.flow.openLink(url);
    add(state, url);
    state.flow.endLink();
  },
  verb: (state) => add(state, state.input.quoted() ?? ''),
  lstinline: (state) => {
    state.input.optional();
    add(state, state.input.quoted() ?? '');
  },
  frac: (state) => {
    const [above, below] = [state.input.argument(), state.input.argument()];
    state.input.insert(`${above}/${below} `);
  },
  // No part of a name is who is thanked, and what its bearer is a member of.
  ...{ thanks: besidesName, IEEEmembership: besidesName },
  IEEEauthorblockN: endParagraph,
  IEEEauthorblockA: (state) => add(state, '\n'),
  caption: (state) => {
    state.input.optional();
    add(state, '\n');
  },
  footnote: (state) => {
    state.input.optional();
    add(state, ' ');
  },
  bibitem: (state) => {
    endParagraph(state);
    state.input.skip(1);
  },
  verbatiminput: (state) => state.input.skip(1),
  today: () => {},
};

function begin(state: State, starred: string): void {
  const { input, flow, macros } = state;
  const name = starred.replace(/\*$/, '');
  const own = macros.environments.get(starred);
  if (VERBATIM.test(name)) {
    input.optional();
    if (name === 'minted') input.argument();
    flow.end();
    flow.add(input.upTo(`\\end{${starred}}`));
    flow.end('code');
  } else if (UNSEEN.has(name)) input.upTo(`\\end{${starred}}`);
  else if (own) input.expand(own);
  else {
    if (name === 'frame') input.pass(/<[^>\n]{0,99}>/y);
    const told = input.optional();
    const count = Object.hasOwn(ENVIRONMENT_ARGUMENTS, name) ? ENVIRONMENT_ARGUMENTS[name]! : 0;
    input.skip(count + (starred === 'tabular*' ? 1 : 0));
    if (TABLE.test(name)) state.tables++;
    if (!MATH.test(name)) endParagraph(state);
    if (Object.hasOwn(NAMED, name)) heading(state, NAMED[name]!);
    const theorem = macros.theorems.get(starred);
    if (theorem !== undefined) input.insert(told === undefined ? `${theorem}. ` : `${theorem} (${told}). `);
    else if (told !== undefined && TOLD.test(name)) input.insert(`(${told}) `);
    // A group that comes first is its title.
    if (name === 'frame' && input.pass(/\s{0,99}(?=\{)/y) !== undefined) beginHeading(state, 2);
  }
}

const TABLE = /^(?:tabular[xy]?|tabulary|longtable|supertabular)$/;

function end(state: State, starred: string): void {
  const name = starred.replace(/\*$/, '');
  const own = state.macros.environments.get(starred);
  if (TABLE.test(name) && state.tables > 0) {
    endRow(state);
    state.tables--;
  }
  if (own?.end !== undefined) state.input.insert(own.end);
  else if (!MATH.test(name)) endParagraph(state);
  if (/^(?:itemize|enumerate|description)$/.test(name)) state.items = Math.max(0, state.items - 1);
}

function readSign(state: State, one: string): void {
  if (Object.hasOwn(ACCENTS, one)) state.accent = ACCENTS[one]!;
  else if (one === '\\') {
    state.input.pass(/\*/y);
    state.input.optional();
    if (state.tables > 0) endRow(state);
    else add(state, '\n');
  } else if ('%&$#_{}'.includes(one)) add(state, one);
  else if (!'()[]-/!'.includes(one)) add(state, ' ');
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
