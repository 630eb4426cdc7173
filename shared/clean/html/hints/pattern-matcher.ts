/**
 * Matches many patterns against a word at once: a deterministic automaton (DFA) whose states are built on demand from the NFA of
 * `pattern-graph.ts`. It takes one table look-up per character, whatever the number of patterns.
 */
import { compileHintPattern, type PatternNode, SYMBOL_COUNT, symbolOf, WORD_END, WORD_START } from './pattern-graph.ts';

/** A DFA with its table of transitions. */
export type PatternMatcher = {
  /** By symbol: the nodes it reaches from the starts of all patterns. A match may start at any character. */
  fromStart: readonly (readonly PatternNode[])[];
  /** By state and symbol: the next state; 0 if not computed yet. */
  table: Uint16Array;
  /** By state: bits of the patterns that match there. */
  ends: Int32Array;
  /** By state: its NFA nodes, without the starts of patterns. */
  states: (readonly PatternNode[])[];
  nodeIds: Map<PatternNode, number>;
  stateIds: Map<string, number>;
  /** State before the first character of a word. */
  start: number;
};

/** Maximum number of states, which bounds the table. The patterns in use need fewer. */
const MAX_STATES = 4096;

/** Creates a matcher. @param patterns up to 32 patterns that `pattern-graph.ts` supports; the index of each is its bit */
export function newPatternMatcher(patterns: readonly RegExp[]): PatternMatcher {
  const firsts = epsilonClosure(patterns.map(({ source }, i) => compileHintPattern(source, 1 << i)));
  const matcher: PatternMatcher = {
    fromStart: Array.from({ length: SYMBOL_COUNT }, (_, symbol) => followSymbol(firsts, symbol)),
    table: new Uint16Array(MAX_STATES * SYMBOL_COUNT),
    ends: new Int32Array(MAX_STATES),
    states: [[]],
    nodeIds: new Map(),
    stateIds: new Map(),
    start: 0,
  };
  matcher.start = advanceState(matcher, 0, WORD_START);
  return matcher;
}

/** Returns the state after one more symbol. Its `ends` are the patterns that match there. */
export function advanceState(matcher: PatternMatcher, state: number, symbol: number): number {
  const { table, states, fromStart } = matcher;
  const at = state * SYMBOL_COUNT + symbol;
  const next = table[at] as number;
  if (next !== 0) return next;
  const own = followSymbol(states[state] as PatternNode[], symbol);
  // Most symbols end all partial matches and lead to the same state from everywhere.
  const reached =
    own.length === 0 && state !== 0
      ? advanceState(matcher, 0, symbol)
      : stateOf(matcher, [...own, ...(fromStart[symbol] as PatternNode[])]);
  table[at] = reached;
  return reached;
}

/** Returns the nodes that a symbol reaches. */
function followSymbol(nodes: readonly PatternNode[], symbol: number): PatternNode[] {
  return epsilonClosure(nodes.flatMap(({ symbols, next }) => (next && symbols.has(symbol) ? [next] : [])));
}

/** Adds the nodes that are reached without a symbol. */
function epsilonClosure(nodes: readonly PatternNode[]): PatternNode[] {
  const reached = new Set<PatternNode>();
  const open = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...node.epsilon);
  }
  return [...reached].filter(({ next, bit }) => next !== undefined || bit !== 0);
}

/** Returns the state of a set of nodes. @throws if the patterns need more than `MAX_STATES` states */
function stateOf({ stateIds, nodeIds, states, ends }: PatternMatcher, nodes: readonly PatternNode[]): number {
  for (const node of nodes) if (!nodeIds.has(node)) nodeIds.set(node, nodeIds.size);
  const unique = new Set(nodes.map((node) => nodeIds.get(node) as number));
  const name = [...unique].sort((a, b) => a - b).join();
  const old = stateIds.get(name);
  if (old !== undefined) return old;
  if (states.length >= MAX_STATES) throw new RangeError(`more than ${MAX_STATES} states`);
  const state = states.push([...new Set(nodes)]) - 1;
  for (const { bit } of nodes) ends[state] = (ends[state] as number) | bit;
  stateIds.set(name, state);
  return state;
}

/** Returns the bits of the patterns that match in a word. @param word word in lower case */
export function matchWord(matcher: PatternMatcher, word: string): number {
  let state = matcher.start;
  let bits = matcher.ends[state] as number;
  for (const letter of word) {
    state = advanceState(matcher, state, symbolOf(letter));
    bits |= matcher.ends[state] as number;
  }
  return bits | (matcher.ends[advanceState(matcher, state, WORD_END)] as number);
}
