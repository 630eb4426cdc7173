/** Removes what stands before or behind a headline in the same heading: section, topic, label, date or the name of the site. */

/**
 * Returns a headline without its kicker, if what remains is declared as the title: `Politics | Moss grows in the north`, `Thread: Moss grows in the
 * north`. Also if a declared title is the same but for a separator, where the headline has an element of its own: `Nature: Moss grows in the north` of
 * `<h1><span>Nature</span><span>Moss grows in the north</span></h1>`.
 */
export function withoutKicker(headline: string, declared: readonly (string | null | undefined)[]): string {
  for (const title of declared) {
    if (!title) continue;
    if (isTail(title, headline)) return title;
    const after = afterSeparator(title, headline);
    if (after !== undefined) return after;
  }
  return headline;
}

/**
 * Returns the heading or declared headline with which a headline begins, if a bar or hyphen and a capital letter follow: `Moss on roofs` of
 * `Moss on roofs - Bog Forum`. Otherwise the headline. A dash precedes a part of a headline: `Moss on roofs – a guide`.
 */
export function withoutSection(headline: string, others: readonly string[]): string {
  const isOwn = (other: string): boolean =>
    headline.startsWith(other) &&
    SECTION_BEHIND.test(headline.slice(other.length)) &&
    countWords(other) >= MIN_TITLE_WORDS;
  return SECTION_BEHIND_ANY.test(headline) ? (others.find(isOwn) ?? headline) : headline;
}

const SECTION_BEHIND = /^\s+[|-]\s+\p{Lu}/u;
const SECTION_BEHIND_ANY = /\s[|-]\s/;

/**
 * Returns the first heading of up to a level that is a declared title but for its separators, as where kicker and headline join without a space;
 * otherwise null.
 */
export function headingOfSameLetters(
  headings: readonly string[],
  levels: readonly number[],
  titles: readonly string[],
  maxLevel: number,
): string | null {
  const wanted = titles.filter((title) => SEPARATOR.test(title)).map(letters);
  if (wanted.length === 0) return null;
  return headings.find((heading, i) => (levels[i] as number) <= maxLevel && wanted.includes(letters(heading))) ?? null;
}

/** Whether a title is an identifier whose parts a headline has without all of their separators, because style sheets add them: `Bog.Moss.grow`. */
export const isSpelledOut = (title: string, headline: string | null): boolean =>
  headline !== null &&
  /^\S+$/.test(title) &&
  countWords(title) > countWords(headline) &&
  letters(title) === letters(headline);

function isTail(title: string, headline: string): boolean {
  if (title.length >= headline.length || !headline.endsWith(title)) return false;
  const kicker = headline.slice(0, -title.length);
  return isKicker(kicker) && !ARTICLE_OR_NUMBER.test(kicker.trim()) && countWords(title) >= MIN_TITLE_WORDS;
}

/** Whether what precedes a title is a label: it ends with a separator or a year, or is one or two words. */
const isKicker = (text: string): boolean =>
  /(?:[:|/»›·•–—-]|\b\d{4})\s*$/.test(text) || /^\s*\S+(?:\s+\S+)?\s+$/.test(text);

/** Minimum number of words of a title beside a section or label. */
const MIN_TITLE_WORDS = 3;
/** Words that belong to a headline although a title may lack them. */
const ARTICLE_OR_NUMBER = /^(?:\W*\d+\W*|the|an?|der|die|das|eine?|les?|la|une?|el|los|las|il|lo|gli|het|de)$/i;

/** Returns what follows the first separator of a title that is the headline but for this separator, or undefined. */
function afterSeparator(title: string, headline: string): string | undefined {
  const found = SEPARATOR.exec(title);
  if (found === null) return undefined;
  const kicker = title.slice(0, found.index);
  const rest = title.slice(found.index + found[0].length);
  if (countWords(rest) < MIN_TITLE_WORDS || letters(title) !== letters(headline)) return undefined;
  const isApart =
    headline.startsWith(kicker) && APART.test(headline.slice(kicker.length)) && /[\p{L}\p{N}]$/u.test(kicker);
  return isApart && !headline.startsWith(found[0], kicker.length) ? rest.trim() : undefined;
}

/** What follows a kicker in an element of its own: the headline, with or without white space, or the colon of a hidden element. */
const APART = /^\s?(?:(?<=\s):\s)?[\p{L}\p{N}"'“„‚«»]/u;
/** Titles have single spaces. */
const SEPARATOR = / ?: | [|–—-] /u;

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
/** Returns the letters and digits of a text, in lower case. */
export const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
