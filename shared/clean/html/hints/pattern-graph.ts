/**
 * Small regular expressions as a graph, so that many of them can be looked for at once (`pattern-matcher.ts`). They are about one
 * word: `^` and `$` are signs of their own before and behind it, and letters are small ones. What is known: letters, `(?:…|…)`,
 * `(?!…|…)` at the end of an alternative, `[…]` without ranges, `\d`, `?` and `*`; anything else is an error.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz-_ü0';
const OTHER_SYMBOL = LETTERS.length;
export const WORD_START = OTHER_SYMBOL + 1;
export const WORD_END = OTHER_SYMBOL + 2;
export const SYMBOL_COUNT = OTHER_SYMBOL + 3;

/** Any digit is the sign of all. @returns the sign of a character in lower case. */
export function symbolOf(letter: string): number {
  const sign = LETTERS.indexOf(letter >= '0' && letter <= '9' ? '0' : letter);
  return sign === -1 ? OTHER_SYMBOL : sign;
}

/** A place in a pattern: which signs lead on, and where to; then where it leads without one; and the pattern's bit at its end. */
export type PatternNode = {
  symbols: ReadonlySet<number>;
  next: PatternNode | undefined;
  epsilon: PatternNode[];
  bit: number;
};

type Reader = { source: string; at: number };

/** @returns the first place of the pattern. @throws on what is not known. */
export function parsePattern(source: string, bit: number): PatternNode {
  const reader = { source, at: 0 };
  const end = { ...newNode(), bit };
  const start = readAlternatives(reader, end, end);
  if (reader.at < source.length) throw new Error(`unknown at ${reader.at}: ${source}`);
  return start;
}

const NO_SYMBOLS: ReadonlySet<number> = new Set();
const newNode = (free: PatternNode[] = []): PatternNode => ({
  symbols: NO_SYMBOLS,
  next: undefined,
  epsilon: free,
  bit: 0,
});

/** @param next what follows the group. @param end of the whole pattern. */
function readAlternatives(reader: Reader, next: PatternNode, end: PatternNode): PatternNode {
  const starts = [readSequence(reader, next, end)];
  while (reader.source[reader.at] === '|') {
    reader.at++;
    starts.push(readSequence(reader, next, end));
  }
  return newNode(starts);
}

/** Atoms are read from left to right, and joined from right to left. */
function readSequence(reader: Reader, next: PatternNode, end: PatternNode): PatternNode {
  const atoms: ((next: PatternNode) => PatternNode)[] = [];
  for (let sign = reader.source[reader.at]; sign !== undefined && sign !== '|' && sign !== ')'; ) {
    atoms.push(readRepetition(reader, readAtom(reader, end)));
    sign = reader.source[reader.at];
  }
  return atoms.reduceRight((after, make) => make(after), next);
}

function readRepetition(reader: Reader, make: (next: PatternNode) => PatternNode): (next: PatternNode) => PatternNode {
  const sign = reader.source[reader.at];
  if (sign !== '?' && sign !== '*') return make;
  reader.at++;
  if (sign === '?') return (next) => newNode([make(next), next]);
  return (next) => {
    const again = newNode([next]);
    again.epsilon.push(make(again));
    return again;
  };
}

function readAtom(reader: Reader, end: PatternNode): (next: PatternNode) => PatternNode {
  const { source } = reader;
  if (source.startsWith('(?:', reader.at)) return readGroup(reader, end);
  if (source.startsWith('(?!', reader.at)) {
    const close = source.indexOf(')', reader.at);
    const words = source.slice(reader.at + 3, close).split('|');
    reader.at = close + 1;
    return () => noneOfWords(words, end);
  }
  const signs = readSymbols(reader);
  return (next) => ({ ...newNode(), symbols: signs, next: next });
}

/** A group is read once, and made as often as it is joined. */
function readGroup(reader: Reader, end: PatternNode): (next: PatternNode) => PatternNode {
  reader.at += 3;
  const from = reader.at;
  readAlternatives(reader, end, end);
  if (reader.source[reader.at] !== ')') throw new Error(`no end of a group: ${reader.source}`);
  reader.at++;
  return (next) => readAlternatives({ source: reader.source, at: from }, next, end);
}

function readSymbols(reader: Reader): ReadonlySet<number> {
  const { source, at } = reader;
  const letter = source[at] as string;
  if (letter === '[') {
    const close = source.indexOf(']', at);
    const listed = source.slice(at + 1, close);
    if (close === -1 || /^\^|.-./.test(listed)) throw new Error(`unknown at ${at}: ${source}`);
    reader.at = close + 1;
    return new Set([...listed.replace('\\d', '0')].filter((one) => one !== ' ').map(symbolOf));
  }
  reader.at += source.startsWith('\\d', at) ? 2 : 1;
  if (letter === '^') return new Set([WORD_START]);
  if (letter === '$') return new Set([WORD_END]);
  const sign = letter === '\\' && source[at + 1] === 'd' ? symbolOf('0') : symbolOf(letter);
  if (sign === OTHER_SYMBOL) throw new Error(`unknown at ${at}: ${source}`);
  return new Set([sign]);
}

/** The pattern is found where what follows is none of the words: at the first sign that leaves all of them. */
function noneOfWords(words: readonly string[], end: PatternNode): PatternNode {
  const first = new Map<number, string[]>();
  for (const word of words) {
    const sign = symbolOf(word[0] as string);
    first.set(sign, [...(first.get(sign) ?? []), word.slice(1)]);
  }
  const others = new Set(Array.from({ length: SYMBOL_COUNT }, (_, sign) => sign).filter((sign) => !first.has(sign)));
  const place = newNode([{ ...newNode(), symbols: others, next: end }]);
  for (const [sign, rests] of first)
    if (!rests.includes(''))
      place.epsilon.push({ ...newNode(), symbols: new Set([sign]), next: noneOfWords(rests, end) });
  return place;
}
