/**
 * Tells the texts of a page from others that its data have. A server that writes the text of a page into its HTML also sends data for the script,
 * with related articles, products and texts of other pages. If the text is short, these are longer.
 */
import { totalUnlinkedLength } from '../html/block-lengths.ts';
import { ASIDE, BLOCK_KINDS, elementId, MAIN } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { TITLE_SEPARATOR } from '../metadata/title-separator.ts';
import type { JsonText, TitledObject } from './json-texts.ts';

/** Unlinked length of the main content from which a page shows its text, in UTF-16 units. */
const MIN_SHOWN_TEXT = 60;
/** Share of the words of a text that a page has if it shows it. */
const MIN_SHOWN_WORDS = 0.8;
/** Length of the texts of the page itself from which others are left out, in UTF-16 units of HTML. */
const MIN_OWN_TEXT = 200;
/** Minimum length of a title in relation to one that contains it. */
const MIN_TITLE_SHARE = 0.6;
/** Maximum number of main headings, and length of a title that is compared, in UTF-16 units. */
const MAX_HEADLINES = 5;
const MAX_TITLE = 300;
const HEADINGS = new Set([...BLOCK_KINDS.headline, ...BLOCK_KINDS.heading]);
const MAIN_ELEMENT = elementId('main');
const WORD = /[\p{L}\p{N}]+/gu;
const TAG = /<[^<>]*>/g;

/**
 * Returns the texts that may be those of the page. If the page shows a text in its main content, these must be in an object with the title of the
 * page, and the longest of them must be missing in the page; otherwise there are none. If some are in such an object, texts in other objects that
 * have a title and an address are left out: articles of other pages.
 */
export function ownTexts(texts: readonly JsonText[], page: ParsedPage): readonly JsonText[] {
  if (texts.length === 0) return texts;
  const titles = titlesOf(page);
  const isOwnObject = new Map<TitledObject | undefined, boolean>([[undefined, false]]);
  const isWithinOwn = (one: TitledObject | undefined): boolean => {
    let found = isOwnObject.get(one);
    if (found === undefined && one !== undefined) {
      found = isOneOf(one, titles) || isWithinOwn(one.outer);
      isOwnObject.set(one, found);
    }
    return found === true;
  };
  const isOwn = ({ within }: JsonText): boolean => isWithinOwn(within);
  const own = texts.filter(isOwn);
  if (shownLength(page) >= MIN_SHOWN_TEXT) {
    if (own.length === 0) return [];
    const longest = own.reduce((a, b) => (b.html.length > a.html.length ? b : a));
    if (isShown(longest, page)) return [];
  }
  const length = own.reduce((sum, { html }) => sum + html.length, 0);
  return length < MIN_OWN_TEXT ? texts : texts.filter((text) => !text.within?.isLinked || isOwn(text));
}

/**
 * Returns the unlinked length of the main content. If the page marks none, it is that of all text; 0 if that has no heading, because it may be a
 * footer.
 */
function shownLength({ blocks, containers }: ParsedPage): number {
  if (containers.elements.includes(MAIN_ELEMENT)) return totalUnlinkedLength(blocks, MAIN | ASIDE, MAIN);
  const isHeading = ({ element, linked, roles }: Block): boolean =>
    HEADINGS.has(element) && linked === 0 && (roles & ASIDE) === 0;
  return blocks.some(isHeading) ? totalUnlinkedLength(blocks, ASIDE) : 0;
}

/** Returns the main headings of a page, and its title without the name of the site. */
function titlesOf({ blocks, title }: ParsedPage): string[] {
  const headlines = blocks.filter(({ element, roles }) => BLOCK_KINDS.headline.has(element) && (roles & ASIDE) === 0);
  const parts = (title ?? '').split(TITLE_SEPARATOR);
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a));
  const all = [title ?? '', longest, ...headlines.slice(0, MAX_HEADLINES).map(({ text }) => text)];
  return all.map((one) => normalize(one.slice(0, MAX_TITLE))).filter((one) => one !== '');
}

const normalize = (text: string): string => wordsOf(text).join(' ');
const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

function isOneOf({ title }: TitledObject, titles: readonly string[]): boolean {
  const own = normalize(title);
  return titles.some((other) => {
    const [short, long] = own.length < other.length ? [own, other] : [other, own];
    return short.length >= long.length * MIN_TITLE_SHARE && long.includes(short);
  });
}

/** Whether a page shows a text. */
function isShown({ html }: JsonText, { blocks }: ParsedPage): boolean {
  const shown = new Set(blocks.flatMap(({ text, roles }) => ((roles & ASIDE) === 0 ? wordsOf(text) : [])));
  const words = [...new Set(wordsOf(html.replace(TAG, ' ')))];
  return words.filter((word) => shown.has(word)).length >= words.length * MIN_SHOWN_WORDS;
}
