/** LaTeX environments: actions at `\begin` and `\end`. */

import { numberWithin, startAppendix, stepCounter } from './counters.ts';
import {
  CAPTIONED_ENVIRONMENTS,
  ENVIRONMENT_ARGUMENTS,
  INLINE_ENVIRONMENTS,
  SKIPPED_ENVIRONMENTS,
  TITLED_ENVIRONMENTS,
  VERBATIM_ENVIRONMENTS,
} from './known-commands.ts';
import { LIST, openList } from './lists.ts';
import { addHeading, addTexText, endRow, endTexParagraph, openHeading, type ReaderState } from './state.ts';
import { tikzNodeTexts } from './tikz.ts';

const TABLE = /^(?:tabular[xy]?|tabulary|longtable|supertabular)$/;
const FLOAT = /^(?:wrap|sideways|SC|margin|floating)?(figure|table)$/;
/** Formulas with numbers. */
const NUMBERED_FORMULA = /^(?:equation|align|alignat|flalign|gather|multline|eqnarray)$/;
/** Formulas whose rows each have a number. */
const NUMBERED_ROWS = /^(?:align|alignat|flalign|gather|eqnarray)$/;
/** Maximum depth of environments. */
const MAX_OPEN_ENVIRONMENTS = 1_000;
/** Maximum number of files in `filecontents` environments. */
const MAX_FILES = 50;

/** @param starred name of the environment, with its star */
export function beginEnvironment(state: ReaderState, starred: string): void {
  const { input, flow, macros } = state;
  const name = starred.replace(/\*$/, '');
  const userDefined = macros.environments.get(starred);
  if (VERBATIM_ENVIRONMENTS.test(name) || macros.verbatim.has(starred)) {
    input.readOptional();
    input.skipArguments(name === 'minted' ? 1 : (macros.verbatim.get(starred) ?? 0));
    flow.end();
    flow.add(input.readUntil(`\\end{${starred}}`));
    flow.end('code');
  } else if (name === 'tikzpicture') input.insert(`\n\n${tikzNodeTexts(input.readUntil(`\\end{${starred}}`))}\n\n`);
  else if (name === 'filecontents') storeFile(state, starred);
  else if (SKIPPED_ENVIRONMENTS.test(name)) input.readUntil(`\\end{${starred}}`);
  else {
    if (state.environments.length < MAX_OPEN_ENVIRONMENTS) state.environments.push(starred);
    if (userDefined) input.expand(userDefined);
    else beginTextEnvironment(state, starred, name);
  }
}

/** Stores the content of a `filecontents` environment. */
function storeFile({ input, macros: { files } }: ReaderState, environment: string): void {
  input.readOptional();
  const name = input.readArgument().trim();
  const text = input.readUntil(`\\end{${environment}}`);
  if (files.size < MAX_FILES) files.set(name, text);
}

function beginTextEnvironment(state: ReaderState, starred: string, name: string): void {
  const { input } = state;
  if (name === 'frame') input.match(/<[^>\n]{0,99}>/y);
  const option = input.readOptional();
  const count = Object.hasOwn(ENVIRONMENT_ARGUMENTS, name) ? ENVIRONMENT_ARGUMENTS[name]! : 0;
  input.skipArguments(count + (starred === 'tabular*' ? 1 : 0));
  if (TABLE.test(name)) state.tableDepth++;
  if (name === 'longtable') state.float = 'table';
  state.float = FLOAT.exec(name)?.[1] ?? (name === 'algorithm' ? name : state.float);
  if (!INLINE_ENVIRONMENTS.test(name)) endTexParagraph(state);
  if (LIST.test(starred)) openList(state.lists, starred, option, state.lastItem);
  if (name === 'appendix' || name === 'appendices') startAppendix(state.counters);
  if (Object.hasOwn(CAPTIONED_ENVIRONMENTS, name)) addHeading(state, state.captions[CAPTIONED_ENVIRONMENTS[name]!]);
  if (state.formula) state.formula.inner++;
  else if (NUMBERED_FORMULA.test(starred)) openFormula(state, NUMBERED_ROWS.test(starred));
  beginTheorem(state, starred, option);
  // The first group of a slide is its title.
  if (name === 'frame' && input.match(/\s{0,99}(?=\{)/y) !== undefined) openHeading(state, 2, '');
}

/** Prints the title of a theorem: `Theorem 1 (Gauss). `. */
function beginTheorem(state: ReaderState, starred: string, option: string | undefined): void {
  const theorem = state.macros.theorems.get(starred) ?? standardTheorem(starred);
  if (theorem) {
    const { title, counter, within } = theorem;
    if (within !== undefined) numberWithin(counter, within, state.counters);
    const number = counter === '' ? '' : ` ${stepCounter(counter, state)}`;
    state.input.insert(`${title}${number}${option === undefined ? '' : ` (${option})`}. `);
  } else if (option !== undefined && TITLED_ENVIRONMENTS.test(starred)) state.input.insert(`(${option}) `);
}

/** Theorem environments of common classes. */
function standardTheorem(name: string) {
  if (!/^(?:theorem|lemma|corollary|proposition|definition|remark|example|conjecture|claim)$/.test(name))
    return undefined;
  return { title: name.charAt(0).toUpperCase() + name.slice(1), counter: name, within: undefined };
}

/** Opens a numbered formula. @param hasRows whether each row has a number */
export function openFormula(state: ReaderState, hasRows: boolean): void {
  state.formula = { inner: 0, hasRows, number: stepCounter('equation', state) };
}

/** Closes a formula and prints its number after it. */
export function closeFormula(state: ReaderState): void {
  if (state.formula && state.formula.number !== '') addTexText(state, ` (${state.formula.number}) `);
  state.formula = undefined;
}

/** @param starred name of the environment, with its star */
export function endEnvironment(state: ReaderState, starred: string): void {
  const name = starred.replace(/\*$/, '');
  const userDefined = state.macros.environments.get(starred);
  if (state.environments.at(-1) === starred) state.environments.pop();
  if (TABLE.test(name) && state.tableDepth > 0) {
    endRow(state);
    state.tableDepth--;
  }
  if (state.formula && state.formula.inner-- === 0) closeFormula(state);
  if (userDefined?.end !== undefined) state.input.insert(userDefined.end);
  else if (!INLINE_ENVIRONMENTS.test(name)) endTexParagraph(state);
  if (FLOAT.test(name) || name === 'longtable' || name === 'algorithm') state.float = '';
  if (state.float === '' && !state.formula) state.counters.last = state.counters.section;
  if (state.lists.at(-1)?.environment === starred) state.lastItem = state.lists.pop()?.value ?? 0;
}
