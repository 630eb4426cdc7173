/**
 * Splits words of scripts without blanks into the parts by which a query finds them. The index has pairs of letters, which are words in Chinese at most:
 * most Thai pages have each pair of a Thai word.
 */
import { endOfCharacter, INVISIBLE, isHan, kindAt, UNSPACED } from './letters.ts';

const HANGUL = /\p{Script=Hangul}/u;

/** Particles of Japanese, which are written behind a word: `猫と犬`. */
const PARTICLES = 'のとやがはをにでもへ';
const HIRAGANA = /[ぁ-ゖ]/;

/** A Korean noun of two syllables before a particle: `학교에서`. A longer one is found by its first three. Particles that also end nouns (`고양이`) are none here. */
const NOUN = /^[가-힣]{2}(?=(?:에서[는도]?|에[게는도]?|으로|까지|부터|[은는을를의와과])$)/;

/** How much of a word a letter is, in twelfths: two Chinese characters, three syllables of Korean, or four other letters are about one. */
const HAN = 6;
const SYLLABLE = 4;
const LETTER = 3;
const WORD = 12;

type Letter = { from: number; to: number; share: number };

/** A part of a run: its first letter, and the one behind it. */
type Range = readonly [start: number, end: number];

/**
 * Returns the parts of a text which are as long as a word of the script usually is: each begins with another letter. `東京大学` has `東京`, `京大` and
 * `大学`. A shorter run of letters is one part. Shorter words beside particles are parts too (`猫` of `猫と犬`, `학교` of `학교에`), and so is the
 * beginning of a verb or adjective (`食べ` of `食べる`).
 *
 * @param step 2 leaves out every second part, and so on
 */
export function unspacedParts(text: string, step = 1): string[] {
  return unspacedRuns(text).flatMap((letters) => {
    const textOf = ([start, end]: Range) => text.slice(letters[start]!.from, letters[end - 1]!.to);
    const [noun] = NOUN.exec(textOf([0, letters.length])) ?? [];
    const signs = letters.map(({ from }) => text.charAt(from));
    const parts = [...longParts(letters, step), ...wordsBesideParticles(letters, signs), ...beginnings(letters, signs)];
    return [...parts.map(textOf), ...(noun === undefined ? [] : [noun])];
  });
}

/** Returns the parts that are as long as a word, or the whole of a shorter run. */
function longParts(letters: readonly Letter[], step: number): Range[] {
  const parts: Range[] = [];
  let end = 0;
  let share = 0;
  for (let start = 0; start < letters.length; start++) {
    while (end < letters.length && share < WORD) share += letters[end++]!.share;
    if (share < WORD && start > 0) break;
    if (start % step === 0) parts.push([start, end]);
    share -= letters[start]!.share;
  }
  return parts;
}

/** Returns the shorter words with a Chinese character between particles, or between one and an end of the run. */
function wordsBesideParticles(letters: readonly Letter[], signs: readonly string[]): Range[] {
  const places = signs.flatMap((sign, i) => (PARTICLES.includes(sign) ? [i] : []));
  const words = [...places, letters.length].map((end, i): Range => [i === 0 ? 0 : places[i - 1]! + 1, end]);
  return words.filter(([start, end]) => {
    const shares = letters.slice(start, end).map(({ share }) => share);
    return places.length > 0 && shares.includes(HAN) && shares.reduce((sum, share) => sum + share, 0) < WORD;
  });
}

/** Returns each Chinese character alone with the first letter of an ending of several: `食べる` and `食べた` are forms of one word. */
function beginnings(letters: readonly Letter[], signs: readonly string[]): Range[] {
  const isEnding = (i: number) => HIRAGANA.test(signs[i] ?? '');
  return letters.flatMap(({ share }, i): Range[] => {
    const isAlone = share === HAN && letters[i - 1]?.share !== HAN;
    return isAlone && isEnding(i + 1) && isEnding(i + 2) && !PARTICLES.includes(signs[i + 1]!) ? [[i, i + 2]] : [];
  });
}

/** Returns the letters of each run of letters without blanks. */
function unspacedRuns(text: string): Letter[][] {
  const runs: Letter[][] = [];
  let isInRun = false;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at, UNSPACED);
    const to = kind === UNSPACED ? endOfCharacter(text, at) : at + 1;
    if (kind === UNSPACED) {
      if (!isInRun) runs.push([]);
      runs.at(-1)!.push({ from: at, to, share: shareOf(text, at) });
    }
    isInRun = kind === UNSPACED || (isInRun && kind === INVISIBLE);
    at = to;
  }
  return runs;
}

function shareOf(text: string, at: number): number {
  if (isHan(text, at)) return HAN;
  return HANGUL.test(text.charAt(at)) ? SYLLABLE : LETTER;
}
