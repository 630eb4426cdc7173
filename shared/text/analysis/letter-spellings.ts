/*
 * Spellings of the beginning of a word that a search takes for the same: `cafe` and `café`, `strasse` and `straße`, and in German
 * `muench` and `münch`. Indexed words are folded (`foldDiacritics`), but titles are listed as they are written.
 */
import { memoizeText } from '../memoize.ts';
import { foldDiacritics } from './fold-diacritics.ts';
import { letterVariants } from './language.ts';
import { SPELT_UMLAUTS } from './stemmers/german.ts';

/** Letters, any of which may stand at a place. */
type Letters = readonly string[];

/** One or two letters of a word, and what may stand in their place: sequences of letters. An empty one: the letter may be missing. */
export type SpellingStep = readonly (readonly Letters[])[];

/** Blocks of Unicode with letters that are folded: Latin, Greek and Cyrillic. */
const FOLDED_BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
];

/** Maximum number of combinations of languages whose spellings are kept. A request may name any. */
const MAX_COMBINATIONS = 50;

type Spellings = {
  /** Returns a letter as languages and index read it: one letter or two. */
  read(letter: string): string;
  /** Letters, one or two, as they are read → those that are read so. */
  letters: ReadonlyMap<string, Letters>;
  /** Umlauts → how German spells them out. */
  spelt: ReadonlyMap<string, string>;
};

const spellingsIn = memoizeText(MAX_COMBINATIONS, (text): Spellings => {
  const codes = text.split(' ');
  const variants = new Map(codes.flatMap((code) => Object.entries(letterVariants(code))));
  const unified = (letters: string) => Array.from(letters, (letter) => variants.get(letter) ?? letter).join('');
  const read = (letter: string) => unified(foldDiacritics(unified(letter)));
  const letters = new Map<string, string[]>();
  const add = (letter: string, as: string) => letters.set(as, [...(letters.get(as) ?? []), letter]);
  for (const letter of new Set([...lettersOfBlocks(), ...variants.keys()])) {
    const as = read(letter);
    if (Array.from(letter).length === 1 && as !== '' && as !== letter) add(letter, as);
  }
  const umlauts = codes.includes('de') ? Object.entries(SPELT_UMLAUTS) : [];
  for (const [spelt, umlaut] of umlauts) add(umlaut, spelt);
  return { read, letters, spelt: new Map(umlauts.map(([spelt, umlaut]) => [umlaut, spelt])) };
});

const lettersOfBlocks = (): string[] =>
  FOLDED_BLOCKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).filter((letter) =>
      /^\p{Ll}$/u.test(letter),
    ),
  );

/**
 * Returns the spellings of the beginning of a word, step by step.
 *
 * @param prefix in lower case
 * @param languageCodes languages that its letters are read in, ISO 639-1
 */
export function spellingSteps(prefix: string, languageCodes: readonly string[]): SpellingStep[] {
  const spellings = spellingsIn(languageCodes.join(' '));
  const { letters, read, spelt } = spellings;
  // A sign that the languages ignore, such as a virama, is read as itself, and may be missing.
  const typed = Array.from(prefix).flatMap((own) => {
    const as = read(own);
    return Array.from(as || own, (letter) => ({ letter, own, isIgnored: as === '' }));
  });
  const spellingsOf = (letter: string): Letters => [letter, ...(letters.get(letter) ?? [])];
  const steps: SpellingStep[] = [];
  for (let i = 0; i < typed.length; i++) {
    const { letter, own, isIgnored } = typed[i]!;
    if (isIgnored) {
      steps.push([[[letter]], []]);
      continue;
    }
    const next = typed[i + 1]?.letter;
    const joined = next === undefined ? undefined : letters.get(letter + next);
    if (joined) {
      steps.push([[spellingsOf(letter), spellingsOf(next!)], [joined]]);
      i++;
      continue;
    }
    const begun = next === undefined ? begunLetters(letter, spellings) : [];
    const two = spelt.get(own);
    steps.push([[[...spellingsOf(letter), ...begun]], ...(two === undefined ? [] : [Array.from(two, spellingsOf)])]);
  }
  return steps;
}

/** Returns the letters that are read as the last letter of a beginning and another one. */
const begunLetters = (letter: string, { letters }: Spellings): string[] =>
  [...letters].flatMap(([as, all]) => (as !== letter && as.startsWith(letter) ? all : []));

/**
 * Returns the beginnings of words that have one of the spellings, none of them the beginning of another.
 *
 * @param withWords returns those of some texts that words begin with. It is called after each step, because the spellings of many letters are very many
 */
export function beginnings(
  steps: readonly SpellingStep[],
  withWords: (texts: readonly string[]) => readonly string[],
): string[] {
  let texts: readonly string[] = [''];
  for (const step of steps) {
    const next = texts.flatMap((text) => step.flatMap(sequences).map((more) => text + more));
    texts = withWords([...new Set(next)]);
  }
  const all = new Set(texts);
  return texts.filter((text) => !Array.from(text).some((_, i) => i > 0 && all.has(text.slice(0, i))));
}

const sequences = (places: readonly Letters[]): string[] =>
  places.reduce<string[]>((texts, letters) => texts.flatMap((text) => letters.map((letter) => text + letter)), ['']);

/** Returns a regular expression of the spellings, as OpenSearch reads it. */
export const spellingPattern = (steps: readonly SpellingStep[]): string =>
  steps
    .map((step) => {
      const all = step.filter((places) => places.length > 0).map((places) => places.map(oneOf).join(''));
      if (all.length < step.length) return `(${all.join('|')})?`;
      return all.length === 1 ? all[0]! : `(${all.join('|')})`;
    })
    .join('');

const oneOf = (letters: Letters): string =>
  letters.length === 1 ? letters[0]!.replace(/[^\p{L}\p{M}\p{N}]/gu, '\\$&') : `[${letters.join('')}]`;
