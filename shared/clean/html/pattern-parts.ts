/**
 * Small regular expressions as a graph, so that many of them can be looked for at once (`word-finder.ts`). They are about one
 * word: `^` and `$` are signs of their own before and behind it, and letters are small ones. What is known: letters, `(?:…|…)`,
 * `(?!…|…)` at the end of an alternative, `[…]` without ranges, `\d`, `?` and `*`; anything else is an error.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz-_ü0';
const OTHER = LETTERS.length;
export const BEFORE = OTHER + 1;
export const BEHIND = OTHER + 2;
export const SIGNS = OTHER + 3;

/** Any digit is the sign of all. @returns the sign of a character in lower case. */
export function signOf(letter: string): number {
  const sign = LETTERS.indexOf(letter >= '0' && letter <= '9' ? '0' : letter);
  return sign === -1 ? OTHER : sign;
}

/** A place in a pattern: which signs lead on, and where to; then where it leads without one; and the pattern's bit at its end. */
export type Place = { signs: ReadonlySet<number>; to: Place | undefined; free: Place[]; bit: number };

type Reader = { source: string; at: number };

/** @returns the first place of the pattern. @throws on what is not known. */
export function placesOf(source: string, bit: number): Place {
  const reader = { source, at: 0 };
  const end = { ...newPlace(), bit };
  const start = alternatives(reader, end, end);
  if (reader.at < source.length) throw new Error(`unknown at ${reader.at}: ${source}`);
  return start;
}

const NONE: ReadonlySet<number> = new Set();
const newPlace = (free: Place[] = []): Place => ({ signs: NONE, to: undefined, free, bit: 0 });

/** @param next what follows the group. @param end of the whole pattern. */
function alternatives(reader: Reader, next: Place, end: Place): Place {
  const starts = [sequence(reader, next, end)];
  while (reader.source[reader.at] === '|') {
    reader.at++;
    starts.push(sequence(reader, next, end));
  }
  return newPlace(starts);
}

/** Atoms are read from left to right, and joined from right to left. */
function sequence(reader: Reader, next: Place, end: Place): Place {
  const atoms: ((next: Place) => Place)[] = [];
  for (let sign = reader.source[reader.at]; sign !== undefined && sign !== '|' && sign !== ')'; ) {
    atoms.push(repeated(reader, atom(reader, end)));
    sign = reader.source[reader.at];
  }
  return atoms.reduceRight((after, make) => make(after), next);
}

function repeated(reader: Reader, make: (next: Place) => Place): (next: Place) => Place {
  const sign = reader.source[reader.at];
  if (sign !== '?' && sign !== '*') return make;
  reader.at++;
  if (sign === '?') return (next) => newPlace([make(next), next]);
  return (next) => {
    const again = newPlace([next]);
    again.free.push(make(again));
    return again;
  };
}

function atom(reader: Reader, end: Place): (next: Place) => Place {
  const { source } = reader;
  if (source.startsWith('(?:', reader.at)) return group(reader, end);
  if (source.startsWith('(?!', reader.at)) {
    const close = source.indexOf(')', reader.at);
    const words = source.slice(reader.at + 3, close).split('|');
    reader.at = close + 1;
    return () => noneOf(words, end);
  }
  const signs = signsAt(reader);
  return (next) => ({ ...newPlace(), signs, to: next });
}

/** A group is read once, and made as often as it is joined. */
function group(reader: Reader, end: Place): (next: Place) => Place {
  reader.at += 3;
  const from = reader.at;
  alternatives(reader, end, end);
  if (reader.source[reader.at] !== ')') throw new Error(`no end of a group: ${reader.source}`);
  reader.at++;
  return (next) => alternatives({ source: reader.source, at: from }, next, end);
}

function signsAt(reader: Reader): ReadonlySet<number> {
  const { source, at } = reader;
  const letter = source[at] as string;
  if (letter === '[') {
    const close = source.indexOf(']', at);
    const listed = source.slice(at + 1, close);
    if (close === -1 || /^\^|.-./.test(listed)) throw new Error(`unknown at ${at}: ${source}`);
    reader.at = close + 1;
    return new Set([...listed.replace('\\d', '0')].filter((one) => one !== ' ').map(signOf));
  }
  reader.at += source.startsWith('\\d', at) ? 2 : 1;
  if (letter === '^') return new Set([BEFORE]);
  if (letter === '$') return new Set([BEHIND]);
  const sign = letter === '\\' && source[at + 1] === 'd' ? signOf('0') : signOf(letter);
  if (sign === OTHER) throw new Error(`unknown at ${at}: ${source}`);
  return new Set([sign]);
}

/** The pattern is found where what follows is none of the words: at the first sign that leaves all of them. */
function noneOf(words: readonly string[], end: Place): Place {
  const first = new Map<number, string[]>();
  for (const word of words) {
    const sign = signOf(word[0] as string);
    first.set(sign, [...(first.get(sign) ?? []), word.slice(1)]);
  }
  const others = new Set(Array.from({ length: SIGNS }, (_, sign) => sign).filter((sign) => !first.has(sign)));
  const place = newPlace([{ ...newPlace(), signs: others, to: end }]);
  for (const [sign, rests] of first)
    if (!rests.includes('')) place.free.push({ ...newPlace(), signs: new Set([sign]), to: noneOf(rests, end) });
  return place;
}
