/**
 * Matches a value of `class`, `id` or `itemprop` with the patterns of hints and of kinds of pages, directly in the code units of the page. Both are
 * matched in one pass: each look-up of a state waits for the one before, and so the CPU looks up both at a time.
 */
import { HINT_PATTERNS, OTHER_PATTERNS, resolveHints } from './class-id-hints.ts';
import { KIND_PATTERNS } from './kind-words.ts';
import { SYMBOL_COUNT, symbolOf, WORD_END } from './pattern-graph.ts';
import { advanceState, matchWord, newPatternMatcher, type PatternMatcher } from './pattern-matcher.ts';

/** Bits of the patterns that match: of `HINT_PATTERNS` with `OTHER_PATTERNS` after them, and of `KIND_PATTERNS`. */
export type ValueBits = { hints: number; kindWords: number };

/** Maximum length of a value that is read, in UTF-16 units. */
const MAX_VALUE_LENGTH = 200;

/** Created when the first page is read. */
let matchers: { hints: PatternMatcher; kinds: PatternMatcher } | undefined;

/** The result of `matchValue`, which the next call overwrites. */
const found: ValueBits = { hints: 0, kindWords: 0 };

/**
 * Returns the bits of the patterns that match a value in a range of a page. The next call overwrites the result.
 *
 * @param html the page
 * @param units code units of the page
 * @param from start of the value in the page
 * @param to end of the value, exclusive
 */
export function matchValue(html: string, units: Uint16Array, from: number, to: number): Readonly<ValueBits> {
  matchers ??= {
    hints: newPatternMatcher([...HINT_PATTERNS, ...OTHER_PATTERNS]),
    kinds: newPatternMatcher(KIND_PATTERNS),
  };
  const { hints, kinds } = matchers;
  const { table: hintTable, ends: hintEnds } = hints;
  const { table: kindTable, ends: kindEnds } = kinds;
  const end = Math.min(to, from + MAX_VALUE_LENGTH);
  let ofHints = 0;
  let ofKinds = 0;
  let hintState = hints.start;
  let kindState = kinds.start;
  let kind = SPACE;
  for (let i = from; i <= end; i++) {
    const unit = i < end ? (units[i] as number) : BLANK;
    if (unit > 0x7f) return matchNonAscii(html.slice(from, end));
    const before = kind;
    kind = CHAR_CLASSES[unit] as number;
    if (kind === SPACE) {
      if (before === SPACE) continue;
      ofHints |= hintEnds[nextState(hints, hintTable, hintState, WORD_END)] as number;
      ofKinds |= kindEnds[nextState(kinds, kindTable, kindState, WORD_END)] as number;
      hintState = hints.start;
      kindState = kinds.start;
      continue;
    }
    if (kind === UPPERCASE && before === LOWERCASE) {
      hintState = nextState(hints, hintTable, hintState, HYPHEN);
      kindState = nextState(kinds, kindTable, kindState, HYPHEN);
      ofHints |= hintEnds[hintState] as number;
      ofKinds |= kindEnds[kindState] as number;
    }
    const symbol = ASCII_SYMBOLS[unit] as number;
    hintState = nextState(hints, hintTable, hintState, symbol);
    kindState = nextState(kinds, kindTable, kindState, symbol);
    ofHints |= hintEnds[hintState] as number;
    ofKinds |= kindEnds[kindState] as number;
  }
  found.hints = resolveHints(ofHints);
  found.kindWords = ofKinds;
  return found;
}

/** Returns the state after one more symbol. Unlike `advanceState`, it is small enough to be compiled inline. */
function nextState(finder: PatternMatcher, table: Uint16Array, state: number, symbol: number): number {
  return (table[state * SYMBOL_COUNT + symbol] as number) || advanceState(finder, state, symbol);
}

// Classes of ASCII characters.
const OTHER = 0;
const SPACE = 1;
const LOWERCASE = 2;
const UPPERCASE = 3;
const BLANK = 0x20;
const HYPHEN = symbolOf('-');
/** Class and symbol by ASCII code unit. */
const CHAR_CLASSES = new Uint8Array(128);
const ASCII_SYMBOLS = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const letter = String.fromCharCode(unit);
  CHAR_CLASSES[unit] = /\s/.test(letter)
    ? SPACE
    : /[a-z]/.test(letter)
      ? LOWERCASE
      : /[A-Z]/.test(letter)
        ? UPPERCASE
        : OTHER;
  ASCII_SYMBOLS[unit] = symbolOf(letter.toLowerCase());
}

/** Slow path for a value that is not all ASCII. */
function matchNonAscii(value: string): ValueBits {
  const { hints, kinds } = matchers as NonNullable<typeof matchers>;
  found.hints = 0;
  found.kindWords = 0;
  for (const word of value.split(/\s+/)) {
    if (word === '') continue;
    const lower = word.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
    found.hints |= matchWord(hints, lower);
    found.kindWords |= matchWord(kinds, lower);
  }
  found.hints = resolveHints(found.hints);
  return found;
}
