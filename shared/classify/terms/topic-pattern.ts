import { kindAt, LETTER, SEPARATOR } from '../../text/letters.ts';
import { type RequiredLiteral, requiredLiteral } from './required-literal.ts';
import { parsePattern, type Test, type Tree } from './topic-pattern-tree.ts';

/*
 * Regular expressions of topic definitions, in Perl's syntax: `?`, `*`, `+`, `.`, `[…]`, `(…|…)`, `\s`, `\d`, `\w`
 * and escaped characters. They run as an NFA with a lazily built DFA (Thompson 1968), so matching takes linear time for any
 * expression and page.
 */

/** Maximum length of a match in UTF-16 units; bounds the time per page. */
export const MAX_MATCH_LENGTH = 1_000;

/** White space and punctuation with which a match can start, beside the symbols of the expression itself. */
const SEPARATORS = [...' \n!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~§©'].map((c) => c.charCodeAt(0));
const testOf = (step: Step): Test[] => (step.kind === 'test' ? [step.test] : []);

/** Letters by which an expression that starts with any letter is recognised. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'].map((c) => c.charCodeAt(0));
type Step = { kind: 'test'; test: Test } | { kind: 'split'; to: number[] } | { kind: 'end' };

export type Pattern = {
  /** Whether a match can start with every letter, or with a character other than a letter or digit. */
  startsAnywhere: boolean;
  /** A text that every match contains; undefined if there is none. */
  literal: RequiredLiteral | undefined;
  steps: Step[];
};

/** Compiles an expression. @throws Error that describes the syntax error. */
export function compileTopicPattern(source: string): Pattern {
  const steps: Step[] = [];
  const tree = parsePattern(source);
  emit(tree, steps);
  steps.push({ kind: 'end' });
  if (hasEnd(steps, closure(steps, 0))) throw new Error('the expression matches the empty string');
  const first = closure(steps, 0).flatMap((i) => testOf(steps[i]!));
  const symbols = [...SEPARATORS, ...symbolsOf(source)];
  const startsAnywhere = first.some((test) => symbols.some(test) || LETTERS.every(test));
  return { startsAnywhere, literal: requiredLiteral(tree), steps };
}

/** Returns the UTF-16 units of punctuation and symbols in an expression, such as `€` or the halves of an emoji. */
function symbolsOf(source: string): number[] {
  const units = Array.from({ length: source.length }, (_, at) => at);
  return units
    .filter((at) => kindAt(source, at) === SEPARATOR && source[at] !== ' ')
    .map((at) => source.charCodeAt(at));
}

/**
 * Returns the end of the longest match that starts at `start` and does not end inside a word; undefined if there is none.
 *
 * @param text in lower case.
 */
export function matchAt(pattern: Pattern, text: string, start: number): number | undefined {
  let state = initialState(pattern);
  let end: number | undefined;
  const limit = Math.min(text.length, start + MAX_MATCH_LENGTH);
  for (let at = start; at < limit; at++) {
    state = nextState(pattern, state, text.charCodeAt(at));
    if (state === DEAD_STATE) break;
    if (state.isEnd && isBoundary(text, at + 1)) end = at + 1;
  }
  return end;
}

/** A DFA state: the set of active NFA steps, and the next state per character, filled in as it is used. */
export type State = { steps: number[]; isEnd: boolean; next: (State | undefined)[] };

/** State from which no match is possible. */
export const DEAD_STATE: State = { steps: [], isEnd: false, next: [] };

/** Characters below this code (Latin letters) have cached transitions; few others occur in one pattern. UTF-16 unit. */
const CACHED_UNITS = 0x250;
/** Maximum number of cached states per pattern: real patterns have a handful, hostile ones would fill the memory. */
const MAX_STATES = 1_000;

const machines = new WeakMap<Step[], { beginning: State; states: Map<string, State> }>();

function machineOf({ steps }: Pattern) {
  let machine = machines.get(steps);
  if (!machine) {
    machine = { beginning: stateOf(steps, closure(steps, 0)), states: new Map() };
    machines.set(steps, machine);
  }
  return machine;
}

export const initialState = (pattern: Pattern): State => machineOf(pattern).beginning;
const stateOf = (steps: Step[], set: number[]): State => ({ steps: set, isEnd: hasEnd(steps, set), next: [] });

/** Returns the state after one more character, computed on first use. */
export function nextState(pattern: Pattern, state: State, unit: number): State {
  const known = unit < CACHED_UNITS ? state.next[unit] : undefined;
  if (known) return known;
  const { states } = machineOf(pattern);
  const set = advance(pattern.steps, state.steps, unit).sort((a, b) => a - b);
  const name = set.join();
  const found = set.length === 0 ? DEAD_STATE : (states.get(name) ?? stateOf(pattern.steps, set));
  if (states.size >= MAX_STATES) return found;
  if (found !== DEAD_STATE) states.set(name, found);
  if (unit < CACHED_UNITS) state.next[unit] = found;
  return found;
}

/** Returns the NFA steps after one more character. */
function advance(steps: Step[], states: number[], unit: number): number[] {
  const next = new Set<number>();
  for (const i of states) {
    const step = steps[i]!;
    if (step.kind === 'test' && step.test(unit)) for (const j of closure(steps, i + 1)) next.add(j);
  }
  return [...next];
}

function isBoundary(text: string, at: number): boolean {
  if (at >= text.length || kindAt(text, at) !== LETTER) return true;
  return kindAt(text, at - 1) !== LETTER;
}

const hasEnd = (steps: Step[], states: number[]) => states.some((i) => steps[i]!.kind === 'end');

const closures = new WeakMap<Step[], number[][]>();

/** Returns the epsilon closure of a step: all tests and ends reachable without consuming a character. */
function closure(steps: Step[], from: number): number[] {
  let known = closures.get(steps);
  if (!known) {
    known = [];
    closures.set(steps, known);
  }
  if (known[from]) return known[from];
  const found = new Set<number>();
  const passed = new Set<number>();
  const open = [from];
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    if (passed.has(i)) continue;
    passed.add(i);
    const step = steps[i]!;
    if (step.kind === 'split') open.push(...step.to);
    else found.add(i);
  }
  known[from] = [...found];
  return known[from];
}

function emit(tree: Tree, steps: Step[]): void {
  if (tree.kind === 'test') steps.push({ kind: 'test', test: tree.test });
  else if (tree.kind === 'row') for (const part of tree.parts) emit(part, steps);
  else if (tree.kind === 'choice') emitChoice(tree.of, steps);
  else emitRepeat(tree, steps);
}

function emitChoice(of: Tree[], steps: Step[]): void {
  const split: Step = { kind: 'split', to: [] };
  steps.push(split);
  const jumps = of.map((branch) => {
    split.to.push(steps.length);
    emit(branch, steps);
    const jump: Step = { kind: 'split', to: [] };
    steps.push(jump);
    return jump;
  });
  for (const jump of jumps) jump.to.push(steps.length);
}

function emitRepeat({ part, min, many }: Extract<Tree, { kind: 'repeat' }>, steps: Step[]): void {
  const skip: Step = { kind: 'split', to: [] };
  if (min === 0) steps.push(skip);
  const start = steps.length;
  emit(part, steps);
  if (many) steps.push({ kind: 'split', to: [start, steps.length + 1] });
  skip.to.push(start, steps.length);
}
