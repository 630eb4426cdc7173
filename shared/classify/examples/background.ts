import { BACKGROUND_WORDS } from './background-words.ts';

/** Share of documents that contain a word which the list does not have: most words are rare. */
const RARE_SHARE = 0.001;
/** The same for languages without a list. */
const UNKNOWN_SHARE = 0.01;

let shares: Map<string, number> | undefined;

function sharesOfWords(): Map<string, number> {
  shares ??= new Map(
    Object.entries(BACKGROUND_WORDS).flatMap(([level, words]) =>
      words.split(/\s+/).map((word): [string, number] => [word, 2 ** -Number(level)]),
    ),
  );
  return shares;
}

/** Returns the share of documents of a language that contain a word. @param stem as `analyze` returns it */
export function backgroundShare(stem: string, language: string): number {
  return language === 'en' ? (sharesOfWords().get(stem) ?? RARE_SHARE) : UNKNOWN_SHARE;
}

/** Returns the share of documents of a language that contain a word; 0 for languages without a list. @param stem as `analyze` returns it */
export const listedShare = (stem: string, language: string): number =>
  language === 'en' ? backgroundShare(stem, language) : 0;

/** Returns the share of documents of a language that contain a word of its list; undefined for other words, and for languages without a list. */
export const shareInList = (stem: string, language: string): number | undefined =>
  language === 'en' ? sharesOfWords().get(stem) : undefined;

/** Factor on the shares of words: without it, a document would have about thirty words. */
const DENSITY = 2;

/**
 * Returns texts of random words, each as frequent as in English documents. They stand for pages off topic where a model has few of them.
 *
 * @param random returns numbers from 0 to 1
 */
export function backgroundTexts(count: number, random: () => number): string[] {
  const words = [...sharesOfWords()];
  const draw = () => words.filter(([, share]) => random() < DENSITY * share).map(([word]) => word);
  // Full stops keep the words from making pairs.
  return Array.from({ length: count }, () => draw().join('. '));
}
