import { after, beginningOf, DEAD, type Pattern, type State } from './topic-pattern.ts';

/*
 * What the terms of a topic know of a word, told letter by letter: all words that stand in terms, and all patterns that a
 * match may begin with, are followed at once, and nearly every word of a page is none of them by its second or third
 * letter. The sets that were met are kept as states of one machine, as those of a single pattern are.
 */

/** A word as the terms know it: its number (-1: it stands in no phrase), and the patterns that may begin with it. */
export type Known = { id: number; patterns: readonly number[] };

/** How words go on by letters; `id` of the word that ends here, or -1. */
type Letters = { id: number; next: Map<number, Letters> };

type WordState = {
  letters: Letters | undefined;
  /** Patterns that go on, and where in them the word so far leads. */
  open: readonly { n: number; pattern: Pattern; at: State }[];
  /** Patterns of which a match may end within the word. */
  ended: readonly number[];
  /** Of a word that ends here. */
  known: Known;
  /** Whatever follows, no more will be known. */
  isLast: boolean;
  next: (WordState | undefined)[];
  nextOfOthers: Map<number, WordState>;
};

/** Characters whose ways lie in a list; those of the others in a map. */
const LISTED_UNITS = 0x250;
/** Ways from state to state that are kept: past that all are forgotten, so that no text can fill the memory with them. */
const KEPT_WAYS = 100_000;

const NOTHING: Known = { id: -1, patterns: [] };

/**
 * @param words number of each word that stands in a phrase. @param patterns each with its number.
 * @returns asked for a word of a text in lower case, from `start` to `end` (UTF-16 units).
 */
export function wordMachine(
  words: ReadonlyMap<string, number>,
  patterns: readonly { n: number; pattern: Pattern }[],
): (text: string, start: number, end: number) => Known {
  const root = treeOf(words);
  const states = new Map<string, WordState>();
  let ways = 0;
  const start = () => stateOf(root, open(patterns), []);
  let beginning = start();

  const goOn = (state: WordState, unit: number): WordState => {
    const found = keptOf(states, follow(state, unit));
    if (unit < LISTED_UNITS) state.next[unit] = found;
    else state.nextOfOthers.set(unit, found);
    ways++;
    return found;
  };

  return (text, from, to) => {
    if (ways >= KEPT_WAYS) {
      states.clear();
      beginning = start();
      ways = 0;
    }
    let state = beginning;
    for (let at = from; at < to && !state.isLast; at++) {
      const unit = text.charCodeAt(at);
      const next = unit < LISTED_UNITS ? state.next[unit] : state.nextOfOthers.get(unit);
      state = next ?? goOn(state, unit);
    }
    return state.known;
  };
}

function treeOf(words: ReadonlyMap<string, number>): Letters {
  const root: Letters = { id: -1, next: new Map() };
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

function open(patterns: readonly { n: number; pattern: Pattern }[]): WordState['open'] {
  return patterns.map(({ n, pattern }) => ({ n, pattern, at: beginningOf(pattern) }));
}

function stateOf(letters: Letters | undefined, open: WordState['open'], ended: readonly number[]): WordState {
  const patterns = [...ended, ...open.map(({ n }) => n)];
  const id = letters?.id ?? -1;
  const known = id < 0 && patterns.length === 0 ? NOTHING : { id, patterns };
  const isLast = !letters && open.length === 0;
  return { letters, open, ended, known, isLast, next: [], nextOfOthers: new Map() };
}

function follow({ letters, open, ended }: WordState, unit: number): WordState {
  const goesOn: { n: number; pattern: Pattern; at: State }[] = [];
  const ends = [...ended];
  for (const { n, pattern, at } of open) {
    const next = after(pattern, at, unit);
    if (next.isEnd) ends.push(n);
    else if (next !== DEAD) goesOn.push({ n, pattern, at: next });
  }
  const next = letters?.next.get(unit);
  return stateOf(next, goesOn, ends);
}

/** The same state, if it was met before. */
function keptOf(states: Map<string, WordState>, state: WordState): WordState {
  // A place in the tree of letters is met in one way only.
  if (state.letters) return state;
  const open = state.open.map(({ n, at }) => `${n}:${at.steps.join()}`);
  const name = `${open.join(' ')} ${state.ended.join()}`;
  const known = states.get(name);
  if (!known) states.set(name, state);
  return known ?? state;
}
