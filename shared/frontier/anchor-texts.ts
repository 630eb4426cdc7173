import { foldWhitespace } from '../text/whitespace.ts';
import { hostOf, type Url } from '../url/url.ts';

/**
 * Different anchor texts of links to a URL, joined by line feeds, as text that travels with the URL to the record of its page.
 * The texts of the pages that were found first stay.
 */
export type AnchorTexts = string;

/** Maximum number of texts of a URL. They describe the page as others name it; menus repeat one text on every page. */
const MAX_TEXTS = 3;
/** Maximum length of a text, in UTF-16 units: that of a headline. The text of a card goes on with its teaser. */
const MAX_TEXT_LENGTH = 80;
/** Maximum length of all texts of a URL, in UTF-16 units. DynamoDB bills an entry of a queue by its bytes. */
const MAX_LENGTH = 120;

/** Texts that say what to do with a link, or where it stands, but nothing about its page. In lower case, without signs around them. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    'here|click|click here|link|this|this page|page|more|read more|learn more|see more|show more|view more|view|view all|see all|more info|' +
    'more information|details|continue|continue reading|full text|full story|next|next page|previous|previous page|prev|back|back to top|top|' +
    'home|homepage|permalink|website|download|open|go|' +
    'hier|hier klicken|mehr|mehr lesen|weiterlesen|mehr erfahren|mehr dazu|weiter|zurück|nach oben|startseite|seite|alle anzeigen|' +
    'här|klicka här|länk|mer|läs mer|visa mer|visa alla|fortsätt läsa|nästa|föregående|tillbaka|till toppen|hem|startsida|sida|' +
    'ici|cliquez ici|lire la suite|en savoir plus|suivant|précédent|accueil|aquí|leer más|ver más|siguiente|anterior|inicio'
  ).split('|'),
);
/** Length of the longest generic text, with a few signs around it. */
const MAX_GENERIC_LENGTH = 24;

/** Returns the anchor text of a link, or undefined if it says nothing about the page: a generic text, a URL, or one without letters. */
export function anchorTextOf(anchor: string, url: Url): AnchorTexts | undefined {
  const text = foldWhitespace(anchor, false);
  if (!hasLetter(text) || isGeneric(text) || isUrl(text, url)) return undefined;
  return text.length > MAX_TEXT_LENGTH ? cutText(text) : text;
}

/** Most texts have a letter of ASCII, and classes of Unicode take several times as long. */
const hasLetter = (text: string): boolean => /[a-z]/i.test(text) || /\p{L}/u.test(text);
/** Whether a UTF-16 unit is a letter of ASCII. */
const isLetter = (unit: number): boolean => (unit | 32) >= 97 && (unit | 32) <= 122;

function isGeneric(text: string): boolean {
  if (text.length > MAX_GENERIC_LENGTH) return false;
  // Also true of texts in other scripts, which the expression leaves as they are.
  const hasSigns = !isLetter(text.charCodeAt(0)) || !isLetter(text.charCodeAt(text.length - 1));
  const core = hasSigns ? text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '') : text;
  return GENERIC.has(core.toLowerCase());
}

/** Whether a text is an address, or that of the link without its scheme. `Node.js` is none. */
function isUrl(text: string, url: Url): boolean {
  if (text.includes(' ') || !/[.:]/.test(text)) return false;
  return /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:)/i.test(text) || text.toLowerCase().startsWith(hostOf(url));
}

/** Cuts a text at the last blank, unless its last word is longer than half of it. */
function cutText(text: string): string {
  const cut = text.slice(0, MAX_TEXT_LENGTH + 1);
  const blank = cut.lastIndexOf(' ');
  return blank > MAX_TEXT_LENGTH / 2
    ? cut.slice(0, blank)
    : cut.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

/** Adds the texts of `other` that are new, as far as there is space. Differences of case do not make a text new. */
export function mergeAnchorTexts(
  one: AnchorTexts | undefined,
  other: AnchorTexts | undefined,
): AnchorTexts | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  // The usual cases: pages of a site repeat the text of a link, or the URL has all the texts that it may have.
  if (one === other || isFull(one)) return one;
  let all = one;
  let known = `\n${one.toLowerCase()}\n`;
  for (const text of other.includes('\n') ? textsOfAnchors(other) : [other]) {
    if (isFull(all)) break;
    const folded = `${text.toLowerCase()}\n`;
    if (all.length + 1 + text.length > MAX_LENGTH || known.includes(`\n${folded}`)) continue;
    all += `\n${text}`;
    known += folded;
  }
  return all;
}

/** Whether there is no space for a further text. */
export function isFull(anchors: AnchorTexts): boolean {
  if (anchors.length >= MAX_LENGTH - 1) return true;
  let texts = 1;
  for (let at = anchors.indexOf('\n'); at !== -1; at = anchors.indexOf('\n', at + 1)) texts++;
  return texts >= MAX_TEXTS;
}

/** Splits stored anchor texts. */
export const textsOfAnchors = (anchors: AnchorTexts): string[] => anchors.split('\n');
