/** Environments of TeX: what begins and ends with each. */
import { beginList, LIST } from './lists.ts';
import { beginAppendix, countWithin, step } from './numbers.ts';
import { textsOfNodes } from './pictures.ts';
import { refer } from './references.ts';
import { add, beginHeading, endParagraph, endRow, heading, type State } from './state.ts';
import { ENVIRONMENT_ARGUMENTS, MATH, NAMED, TOLD, UNSEEN, VERBATIM } from './tables.ts';

const TABLE = /^(?:tabular[xy]?|tabulary|longtable|supertabular)$/;
const FLOAT = /^(?:wrap|sideways|SC|margin|floating)?(figure|table)$/;
const NUMBERED = /^(?:equation|align|alignat|flalign|gather|multline|eqnarray)$/;
const ROWS = /^(?:align|alignat|flalign|gather|eqnarray)$/;
const MAX_OPEN = 1_000;
const MAX_FILES = 50;

export function begin(state: State, starred: string): void {
  const { input, flow, macros } = state;
  const name = starred.replace(/\*$/, '');
  const own = macros.environments.get(starred);
  if (VERBATIM.test(name) || macros.verbatim.has(starred)) {
    input.optional();
    input.skip(name === 'minted' ? 1 : (macros.verbatim.get(starred) ?? 0));
    flow.end();
    flow.add(input.upTo(`\\end{${starred}}`));
    flow.end('code');
  } else if (name === 'tikzpicture') input.insert(`\n\n${textsOfNodes(input.upTo(`\\end{${starred}}`))}\n\n`);
  else if (name === 'filecontents') keepFile(state, starred);
  else if (UNSEEN.test(name)) input.upTo(`\\end{${starred}}`);
  else {
    if (state.environments.length < MAX_OPEN) state.environments.push(starred);
    if (own) input.expand(own);
    else beginKnown(state, starred, name);
  }
}

function keepFile({ input, macros: { files } }: State, environment: string): void {
  input.optional();
  const name = input.argument().trim();
  const text = input.upTo(`\\end{${environment}}`);
  if (files.size < MAX_FILES) files.set(name, text);
}

function beginKnown(state: State, starred: string, name: string): void {
  const { input } = state;
  if (name === 'frame') input.pass(/<[^>\n]{0,99}>/y);
  const told = input.optional();
  const count = Object.hasOwn(ENVIRONMENT_ARGUMENTS, name) ? ENVIRONMENT_ARGUMENTS[name]! : 0;
  input.skip(count + (starred === 'tabular*' ? 1 : 0));
  if (TABLE.test(name)) state.tables++;
  if (name === 'longtable') state.float = 'table';
  state.float = FLOAT.exec(name)?.[1] ?? (name === 'algorithm' ? name : state.float);
  if (!MATH.test(name)) endParagraph(state);
  if (LIST.test(starred)) beginList(state.lists, starred, told, state.lastItem);
  if (name === 'appendix' || name === 'appendices') beginAppendix(state.numbers);
  if (Object.hasOwn(NAMED, name)) heading(state, state.words[NAMED[name]!]);
  if (state.formula) state.formula.inner++;
  else if (NUMBERED.test(starred)) openFormula(state, ROWS.test(starred));
  beginTheorem(state, starred, told);
  // A group that comes first is its title.
  if (name === 'frame' && input.pass(/\s{0,99}(?=\{)/y) !== undefined) beginHeading(state, 2, '');
}

/** It begins with its name, its number and what it is told. */
function beginTheorem(state: State, starred: string, told: string | undefined): void {
  const theorem = state.macros.theorems.get(starred) ?? theoremOfClass(starred);
  if (theorem) {
    const { title, counter, within } = theorem;
    if (within !== undefined) countWithin(counter, within, state.numbers);
    const number = counter === '' ? '' : ` ${step(counter, state)}`;
    state.input.insert(`${title}${number}${told === undefined ? '' : ` (${told})`}. `);
  } else if (told !== undefined && TOLD.test(starred)) state.input.insert(`(${told}) `);
}

/** Classes define these where a paper does not. */
function theoremOfClass(name: string) {
  if (!/^(?:theorem|lemma|corollary|proposition|definition|remark|example|conjecture|claim)$/.test(name))
    return undefined;
  return { title: name.charAt(0).toUpperCase() + name.slice(1), counter: name, within: undefined };
}

export function openFormula(state: State, hasRows: boolean): void {
  state.formula = { inner: 0, hasRows, number: step('equation', state) };
}

/** Its number stands behind it. */
export function closeFormula(state: State): void {
  if (state.formula && state.formula.number !== '') add(state, ` (${state.formula.number}) `);
  state.formula = undefined;
}

export function end(state: State, starred: string): void {
  const name = starred.replace(/\*$/, '');
  const own = state.macros.environments.get(starred);
  if (state.environments.at(-1) === starred) state.environments.pop();
  if (TABLE.test(name) && state.tables > 0) {
    endRow(state);
    state.tables--;
  }
  if (state.formula && state.formula.inner-- === 0) closeFormula(state);
  if (own?.end !== undefined) state.input.insert(own.end);
  else if (!MATH.test(name)) endParagraph(state);
  if (FLOAT.test(name) || name === 'longtable' || name === 'algorithm') state.float = '';
  if (state.float === '' && !state.formula) state.numbers.last = state.numbers.section;
  if (state.lists.at(-1)?.environment === starred) state.lastItem = state.lists.pop()?.value ?? 0;
}

export const referTo = (state: State, command: string, notes: string[]): void =>
  add(state, refer(command, state.input.argument(), notes, state.references));
