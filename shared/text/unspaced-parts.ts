/**
 * Splits words of scripts without blanks into the parts by which a query finds them. The index has pairs of letters, which are words in Chinese at most:
 * most Thai pages have each pair of a Thai word.
 */
import { endOfCharacter, INVISIBLE, isHan, kindAt, UNSPACED } from './letters.ts';

const HANGUL = /\p{Script=Hangul}/u;

/** Particles of Japanese, which are written behind a word: `猫と犬`. */
const PARTICLES = 'のとやがはをにでもへ';

/** How much of a word a letter is, in twelfths: two Chinese characters, three syllables of Korean, or four other letters are about one. */
const HAN = 6;
const SYLLABLE = 4;
const LETTER = 3;
const WORD = 12;

type Letter = { from: number; to: number; share: number };

/**
 * Returns the parts of a text which are as long as a word of the script usually is: each begins with another letter. `東京大学` has `東京`, `京大` and
 * `大学`. A shorter run of letters is one part, and a Chinese character beside particles is one too.
 *
 * @param step 2 leaves out every second part, and so on
 */
export function unspacedParts(text: string, step = 1): string[] {
  const parts: string[] = [];
  for (const letters of unspacedRuns(text)) {
    const textOf = (from: number, to: number) => text.slice(letters[from]!.from, letters[to - 1]!.to);
    let end = 0;
    let share = 0;
    for (let start = 0; start < letters.length; start++) {
      while (end < letters.length && share < WORD) share += letters[end++]!.share;
      if (share < WORD && start > 0) break;
      if (start % step === 0) parts.push(textOf(start, end));
      share -= letters[start]!.share;
    }
    const isEnd = (i: number) => letters[i] === undefined || PARTICLES.includes(text.charAt(letters[i].from));
    for (let i = 0; i < letters.length && letters.length > 1; i++)
      if (letters[i]!.share === HAN && isEnd(i - 1) && isEnd(i + 1)) parts.push(textOf(i, i + 1));
  }
  return parts;
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
