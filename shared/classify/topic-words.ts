import { DEAD_STATE, initialState, nextState, type Pattern, type State } from './topic-pattern.ts';

/*
 * What the terms of a topic know of a word, told letter by letter: all words that stand in terms, and all patterns that a
 * match may begin with, are followed at once, and nearly every word of a page is none of them by its second or third
 * letter. The sets that were met are kept as states of one machine, as those of a single pattern are.
 */

/** A word as the terms know it: its number (-1: it stands in no phrase), and the patterns that may begin with it. */
export type WordMatch = { id: number; patterns: readonly number[] };

/** How words go on by letters; `id` of the word that ends here, or -1. */
type TrieNode = { id: number; next: Map<number, TrieNode> };

/** A pattern that is followed, and the places in it that were met. */
type TrackedPattern = { n: number; pattern: Pattern; places: Map<State, Place> };

/** A place in a pattern, once for all states that list it; its number is its own. */
type Place = { of: TrackedPattern; at: State; number: number };

type WordState = {
  letters: TrieNode | undefined;
  /** Patterns that go on, by where in them the word so far leads. */
  open: readonly Place[];
  /** Patterns of which a match may end within the word. */
  ended: readonly number[];
  /** Of a word that ends here, once one did. */
  known: WordMatch | undefined;
  /** Whatever follows, no more will be known. */
  isLast: boolean;
  next: (WordState | undefined)[];
  nextOfOthers: Map<number, WordState>;
};

/** Characters whose ways lie in a list; those of the others in a map. */
const ARRAY_UNITS = 0x250;
/** Ways from state to state that are kept: past that all are forgotten, so that no text can fill the memory with them. */
const MAX_TRANSITIONS = 100_000;
/** Patterns listed in a state that weigh as much as a way. */
const PATTERNS_PER_TRANSITION = 10;

const NO_MATCH: WordMatch = { id: -1, patterns: [] };

/**
 * @param words number of each word that stands in a phrase. @param patterns each with its number.
 * @returns asked for a word of a text in lower case, from `start` to `end` (UTF-16 units).
 */
export function createWordMatcher(
  words: ReadonlyMap<string, number>,
  patterns: readonly { n: number; pattern: Pattern }[],
): (text: string, start: number, end: number) => WordMatch {
  const root = buildTrie(words);
  const states = new Map<string, WordState>();
  let ways = 0;
  let places = 0;
  const placeIn = (of: TrackedPattern, at: State): Place => {
    const place = of.places.get(at) ?? { of, at, number: places++ };
    of.places.set(at, place);
    return place;
  };
  const start = () => {
    const followed = patterns.map(({ n, pattern }): TrackedPattern => ({ n, pattern, places: new Map() }));
    const open = followed.map((one) => placeIn(one, initialState(one.pattern)));
    return stateOf(root, open, []);
  };
  let beginning = start();

  const forget = () => {
    states.clear();
    beginning = start();
    ways = 0;
  };

  const goOn = (state: WordState, unit: number): WordState => {
    if (ways >= MAX_TRANSITIONS) forget();
    const before = places;
    const next = advance(state, unit, placeIn);
    const found = internState(states, next);
    if (unit < ARRAY_UNITS) state.next[unit] = found;
    else state.nextOfOthers.set(unit, found);
    ways += 1 + places - before;
    if (found === next) ways += (found.open.length + found.ended.length) / PATTERNS_PER_TRANSITION;
    return found;
  };

  return (text, from, to) => {
    let state = beginning;
    for (let at = from; at < to && !state.isLast; at++) {
      const unit = text.charCodeAt(at);
      const next = unit < ARRAY_UNITS ? state.next[unit] : state.nextOfOthers.get(unit);
      state = next ?? goOn(state, unit);
    }
    state.known ??= matchOf(state);
    return state.known;
  };
}

function buildTrie(words: ReadonlyMap<string, number>): TrieNode {
  const root: TrieNode = { id: -1, next: new Map() };
  for (const [word, id] of words) {
    let letters = root;
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      const next = letters.next.get(unit) ?? { id: -1, next: new Map() };
      letters.next.set(unit, next);
      letters = next;
    }
    letters.id = id;
  }
  return root;
}

function stateOf(letters: TrieNode | undefined, open: WordState['open'], ended: readonly number[]): WordState {
  const isLast = !letters && open.length === 0;
  return { letters, open, ended, known: undefined, isLast, next: [], nextOfOthers: new Map() };
}

function matchOf({ letters, open, ended }: WordState): WordMatch {
  const id = letters?.id ?? -1;
  const patterns = [...ended, ...open.map(({ of }) => of.n)];
  return id < 0 && patterns.length === 0 ? NO_MATCH : { id, patterns };
}

function advance(
  { letters, open, ended }: WordState,
  unit: number,
  placeIn: (of: TrackedPattern, at: State) => Place,
): WordState {
  const goesOn: Place[] = [];
  const ends = [...ended];
  for (const place of open) {
    const { of, at } = place;
    const next = nextState(of.pattern, at, unit);
    if (next.isEnd) ends.push(of.n);
    else if (next !== DEAD_STATE) goesOn.push(next === at ? place : placeIn(of, next));
  }
  return stateOf(letters?.next.get(unit), goesOn, ends);
}

/** The same state, if it was met before. */
function internState(states: Map<string, WordState>, state: WordState): WordState {
  // A place in the tree of letters is met in one way only.
  if (state.letters) return state;
  const name = stateKey(state);
  const known = states.get(name);
  if (!known) states.set(name, state);
  return known ?? state;
}

/** Four characters for each number: names of long lists are what most of the memory would go to. */
function stateKey({ open, ended }: WordState): string {
  const numbers = new Uint32Array(1 + open.length + ended.length);
  numbers[0] = open.length;
  for (let i = 0; i < open.length; i++) numbers[i + 1] = open[i]!.number;
  numbers.set(ended, 1 + open.length);
  return Buffer.from(numbers.buffer).toString('latin1');
}
