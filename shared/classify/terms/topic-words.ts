import { DEAD_STATE, initialState, nextState, type Pattern, type State } from './topic-pattern.ts';
import { createWordTable } from './word-table.ts';

/*
 * Matches words against all terms of a topic at once: a hash table of the words in phrases, and, letter by letter, the combined
 * start states of all patterns. Most words of a page fail by the second or third letter. The combined states form one lazily built
 * DFA, as for a single pattern.
 */

/** Match of a word: its id (-1 if it occurs in no phrase), and the patterns that can start with it. */
export type WordMatch = { id: number; patterns: readonly number[] };

/** A pattern with the positions reached in it. */
type TrackedPattern = { n: number; pattern: Pattern; places: Map<State, Place> };

/** A position in a pattern, shared by all states that contain it, with a unique number. */
type Place = { of: TrackedPattern; at: State; number: number };

type WordState = {
  /** Positions of patterns that can still match. */
  open: readonly Place[];
  /** Patterns that can match a part of the word. */
  ended: readonly number[];
  /** Patterns that can match a word that ends here or start with it, computed on first use. */
  patterns: readonly number[] | undefined;
  /** Whether further letters cannot change the match. */
  isLast: boolean;
  next: (WordState | undefined)[];
  nextOfOthers: Map<number, WordState>;
};

/** Characters below this code have their transitions in an array, others in a map. UTF-16 unit. */
const ARRAY_UNITS = 0x250;
/** Maximum number of cached transitions. Above it the cache is cleared, so that no text can fill the memory. */
const MAX_TRANSITIONS = 100_000;
/** Number of patterns in a state that count as one transition for the limit. */
const PATTERNS_PER_TRANSITION = 10;

const NO_PATTERNS: readonly number[] = [];
const NO_MATCH: WordMatch = { id: -1, patterns: NO_PATTERNS };

/**
 * Creates a function that matches the word from `start` to `end` (UTF-16 units) of a lower-case text.
 *
 * @param words id of each word that occurs in a phrase. @param patterns patterns with their numbers.
 */
export function createWordMatcher(
  words: ReadonlyMap<string, number>,
  patterns: readonly { n: number; pattern: Pattern }[],
): (text: string, start: number, end: number) => WordMatch {
  const idOf = createWordTable(words);
  const states = new Map<string, WordState>();
  let transitions = 0;
  let places = 0;
  const placeIn = (of: TrackedPattern, at: State): Place => {
    const place = of.places.get(at) ?? { of, at, number: places++ };
    of.places.set(at, place);
    return place;
  };
  const start = () => {
    const followed = patterns.map(({ n, pattern }): TrackedPattern => ({ n, pattern, places: new Map() }));
    const open = followed.map((one) => placeIn(one, initialState(one.pattern)));
    return stateOf(open, []);
  };
  let beginning = start();

  const clearCache = () => {
    states.clear();
    beginning = start();
    transitions = 0;
  };

  const computeNext = (state: WordState, unit: number): WordState => {
    if (transitions >= MAX_TRANSITIONS) clearCache();
    const before = places;
    const next = advance(state, unit, placeIn);
    const found = internState(states, next);
    if (unit < ARRAY_UNITS) state.next[unit] = found;
    else state.nextOfOthers.set(unit, found);
    transitions += 1 + places - before;
    if (found === next) transitions += (found.open.length + found.ended.length) / PATTERNS_PER_TRANSITION;
    return found;
  };

  const patternsOf = (text: string, from: number, to: number): readonly number[] => {
    let state = beginning;
    for (let at = from; at < to && !state.isLast; at++) {
      const unit = text.charCodeAt(at);
      const next = unit < ARRAY_UNITS ? state.next[unit] : state.nextOfOthers.get(unit);
      state = next ?? computeNext(state, unit);
    }
    state.patterns ??= [...state.ended, ...state.open.map(({ of }) => of.n)];
    return state.patterns;
  };

  return (text, from, to) => {
    const id = idOf(text, from, to);
    const found = patterns.length === 0 ? NO_PATTERNS : patternsOf(text, from, to);
    return id < 0 && found.length === 0 ? NO_MATCH : { id, patterns: found };
  };
}

function stateOf(open: WordState['open'], ended: readonly number[]): WordState {
  return { open, ended, patterns: undefined, isLast: open.length === 0, next: [], nextOfOthers: new Map() };
}

function advance(
  { open, ended }: WordState,
  unit: number,
  placeIn: (of: TrackedPattern, at: State) => Place,
): WordState {
  const stillOpen: Place[] = [];
  const ends = [...ended];
  for (const place of open) {
    const { of, at } = place;
    const next = nextState(of.pattern, at, unit);
    if (next.isEnd) ends.push(of.n);
    else if (next !== DEAD_STATE) stillOpen.push(next === at ? place : placeIn(of, next));
  }
  return stateOf(stillOpen, ends);
}

/** Returns the existing equal state, if there is one. */
function internState(states: Map<string, WordState>, state: WordState): WordState {
  const name = stateKey(state);
  const known = states.get(name);
  if (!known) states.set(name, state);
  return known ?? state;
}

/** Returns a key with four characters per number, because decimal keys of long lists would dominate memory. */
function stateKey({ open, ended }: WordState): string {
  const numbers = new Uint32Array(1 + open.length + ended.length);
  numbers[0] = open.length;
  for (let i = 0; i < open.length; i++) numbers[i + 1] = open[i]!.number;
  numbers.set(ended, 1 + open.length);
  return Buffer.from(numbers.buffer).toString('latin1');
}
