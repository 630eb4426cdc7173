/**
 * Compiles small regular expressions to a nondeterministic automaton (NFA), so that `pattern-matcher.ts` can match many of them at
 * once. A pattern applies to one lower-case word; `^` and `$` are symbols of their own before and after it. Supported: letters,
 * `(?:…|…)`, `(?!…|…)` at the end of an alternative, `[…]` without ranges, `\d`, `?` and `*`. Anything else throws.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz-_ü0';
const OTHER_SYMBOL = LETTERS.length;
export const WORD_START = OTHER_SYMBOL + 1;
export const WORD_END = OTHER_SYMBOL + 2;
export const SYMBOL_COUNT = OTHER_SYMBOL + 3;

/** Returns the symbol of a lower-case character. All digits share one symbol, as do all characters that no pattern names. */
export function symbolOf(letter: string): number {
  const symbol = LETTERS.indexOf(letter >= '0' && letter <= '9' ? '0' : letter);
  return symbol === -1 ? OTHER_SYMBOL : symbol;
}

/**
 * A node of the NFA. `symbols` lead to `next`; `epsilon` nodes are reached without a symbol. `bit` is the pattern's bit at its end
 * and 0 elsewhere.
 */
export type PatternNode = {
  symbols: ReadonlySet<number>;
  next: PatternNode | undefined;
  epsilon: PatternNode[];
  bit: number;
};

type Reader = { source: string; at: number };

/** Compiles a pattern. @returns its start node @throws if the syntax is not supported */
export function compileHintPattern(source: string, bit: number): PatternNode {
  const reader = { source, at: 0 };
  const end = { ...newNode(), bit };
  const start = readAlternatives(reader, end, end);
  if (reader.at < source.length) throw new Error(`unsupported syntax at ${reader.at} in pattern ${source}`);
  return start;
}

const NO_SYMBOLS: ReadonlySet<number> = new Set();
const newNode = (free: PatternNode[] = []): PatternNode => ({
  symbols: NO_SYMBOLS,
  next: undefined,
  epsilon: free,
  bit: 0,
});

/** Reads alternatives. @param next node after the group @param end end node of the whole pattern */
function readAlternatives(reader: Reader, next: PatternNode, end: PatternNode): PatternNode {
  const starts = [readSequence(reader, next, end)];
  while (reader.source[reader.at] === '|') {
    reader.at++;
    starts.push(readSequence(reader, next, end));
  }
  return newNode(starts);
}

/** Reads a sequence of atoms from left to right and links them from right to left. */
function readSequence(reader: Reader, next: PatternNode, end: PatternNode): PatternNode {
  const atoms: ((next: PatternNode) => PatternNode)[] = [];
  for (let symbol = reader.source[reader.at]; symbol !== undefined && symbol !== '|' && symbol !== ')'; ) {
    atoms.push(readRepetition(reader, readAtom(reader, end)));
    symbol = reader.source[reader.at];
  }
  return atoms.reduceRight((after, make) => make(after), next);
}

function readRepetition(reader: Reader, make: (next: PatternNode) => PatternNode): (next: PatternNode) => PatternNode {
  const symbol = reader.source[reader.at];
  if (symbol !== '?' && symbol !== '*') return make;
  reader.at++;
  if (symbol === '?') return (next) => newNode([make(next), next]);
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
  const symbols = readSymbols(reader);
  return (next) => ({ ...newNode(), symbols: symbols, next: next });
}

/** Reads a group to find its end. It is read again each time it is linked. */
function readGroup(reader: Reader, end: PatternNode): (next: PatternNode) => PatternNode {
  reader.at += 3;
  const from = reader.at;
  readAlternatives(reader, end, end);
  if (reader.source[reader.at] !== ')') throw new Error(`unclosed group in pattern ${reader.source}`);
  reader.at++;
  return (next) => readAlternatives({ source: reader.source, at: from }, next, end);
}

function readSymbols(reader: Reader): ReadonlySet<number> {
  const { source, at } = reader;
  const letter = source[at] as string;
  if (letter === '[') {
    const close = source.indexOf(']', at);
    const listed = source.slice(at + 1, close);
    if (close === -1 || /^\^|.-./.test(listed)) throw new Error(`unsupported syntax at ${at} in pattern ${source}`);
    reader.at = close + 1;
    return new Set([...listed.replace('\\d', '0')].filter((one) => one !== ' ').map(symbolOf));
  }
  reader.at += source.startsWith('\\d', at) ? 2 : 1;
  if (letter === '^') return new Set([WORD_START]);
  if (letter === '$') return new Set([WORD_END]);
  const symbol = letter === '\\' && source[at + 1] === 'd' ? symbolOf('0') : symbolOf(letter);
  if (symbol === OTHER_SYMBOL) throw new Error(`unsupported syntax at ${at} in pattern ${source}`);
  return new Set([symbol]);
}

/** Negative lookahead: reaches the end at the first symbol that rules out all words. */
function noneOfWords(words: readonly string[], end: PatternNode): PatternNode {
  const first = new Map<number, string[]>();
  for (const word of words) {
    const symbol = symbolOf(word[0] as string);
    first.set(symbol, [...(first.get(symbol) ?? []), word.slice(1)]);
  }
  const others = new Set(
    Array.from({ length: SYMBOL_COUNT }, (_, symbol) => symbol).filter((symbol) => !first.has(symbol)),
  );
  const node = newNode([{ ...newNode(), symbols: others, next: end }]);
  for (const [symbol, rests] of first)
    if (!rests.includes(''))
      node.epsilon.push({ ...newNode(), symbols: new Set([symbol]), next: noneOfWords(rests, end) });
  return node;
}
