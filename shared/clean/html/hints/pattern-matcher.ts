/**
 * Looks for many patterns in a word at once: one look at each of its letters, however many patterns there are. To which places
 * of the patterns a letter leads is found out when it is first met, and remembered in a table: there are hardly more answers
 * than beginnings of patterns, whatever the words are.
 */
import { type PatternNode, parsePattern, SYMBOL_COUNT, symbolOf, WORD_END, WORD_START } from './pattern-graph.ts';

export type PatternMatcher = {
  /** By sign: where it leads from the beginnings of all patterns, at which every letter of a word may stand. */
  fromStart: readonly (readonly PatternNode[])[];
  /** By state and sign: the next state; 0: nobody has asked yet. */
  table: Uint16Array;
  /** By state: the bits of the patterns that end there. */
  ends: Int32Array;
  /** By state: the places it stands for, but for beginnings. */
  states: (readonly PatternNode[])[];
  nodeIds: Map<PatternNode, number>;
  stateIds: Map<string, number>;
  /** The state before the first letter of a word. */
  start: number;
};

const MAX_STATES = 4096;

/** @param patterns up to 32 of them, as `pattern-graph.ts` knows them; the bit of each is its place. */
export function newPatternMatcher(patterns: readonly RegExp[]): PatternMatcher {
  const firsts = epsilonClosure(patterns.map(({ source }, i) => parsePattern(source, 1 << i)));
  const finder: PatternMatcher = {
    fromStart: Array.from({ length: SYMBOL_COUNT }, (_, sign) => followSymbol(firsts, sign)),
    table: new Uint16Array(MAX_STATES * SYMBOL_COUNT),
    ends: new Int32Array(MAX_STATES),
    states: [[]],
    nodeIds: new Map(),
    stateIds: new Map(),
    start: 0,
  };
  finder.start = nextState(finder, 0, WORD_START);
  return finder;
}

/** @returns the state after one more sign. Its `ends` are what has been found with it. */
export function nextState(finder: PatternMatcher, state: number, sign: number): number {
  const { table, states, fromStart: begun } = finder;
  const at = state * SYMBOL_COUNT + sign;
  const next = table[at] as number;
  if (next !== 0) return next;
  const own = followSymbol(states[state] as PatternNode[], sign);
  // Most letters end what was begun, and lead from everywhere to the same.
  const found =
    own.length === 0 && state !== 0
      ? nextState(finder, 0, sign)
      : stateOf(finder, [...own, ...(begun[sign] as PatternNode[])]);
  table[at] = found;
  return found;
}

/** Where a sign leads. */
function followSymbol(places: readonly PatternNode[], sign: number): PatternNode[] {
  return epsilonClosure(places.flatMap(({ symbols: signs, next: to }) => (to && signs.has(sign) ? [to] : [])));
}

/** With all to which they lead without a sign. */
function epsilonClosure(places: readonly PatternNode[]): PatternNode[] {
  const found = new Set<PatternNode>();
  const open = [...places];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    open.push(...place.epsilon);
  }
  return [...found].filter(({ next: to, bit }) => to !== undefined || bit !== 0);
}

/** @throws where there are more states than the table has room for: patterns that are no words. */
function stateOf(
  { stateIds: known, nodeIds: numbers, states, ends }: PatternMatcher,
  places: readonly PatternNode[],
): number {
  for (const place of places) if (!numbers.has(place)) numbers.set(place, numbers.size);
  const unique = new Set(places.map((place) => numbers.get(place) as number));
  const name = [...unique].sort((a, b) => a - b).join();
  const old = known.get(name);
  if (old !== undefined) return old;
  if (states.length >= MAX_STATES) throw new RangeError(`more than ${MAX_STATES} states`);
  const state = states.push([...new Set(places)]) - 1;
  for (const { bit } of places) ends[state] = (ends[state] as number) | bit;
  known.set(name, state);
  return state;
}

/** @param word in lower case. @returns the bits of the patterns that are found in it. */
export function matchWord(finder: PatternMatcher, word: string): number {
  let state = finder.start;
  let bits = finder.ends[state] as number;
  for (const letter of word) {
    state = nextState(finder, state, symbolOf(letter));
    bits |= finder.ends[state] as number;
  }
  return bits | (finder.ends[nextState(finder, state, WORD_END)] as number);
}
