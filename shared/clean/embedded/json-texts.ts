/** Finds the texts of a page in the data that its scripts carry: posts, articles and descriptions. */

import { escapeText } from 'entities/escape';
import { parseJson } from '../../text/parse-json.ts';
import { paragraphMarkup } from './react-text.ts';
import { richTextMarkup } from './rich-text.ts';

/** Properties whose value is content if it is plain text. */
const CONTENT_KEY =
  /^(?:articleBody|body|bodyText|text|content|contents|description|longDescription|shortDescription|summary|message|cooked|answer|excerpt|abstract|bio|overview|reviewBody|paragraphs?|children)$/i;
/** Words in the names of properties whose HTML is never the page's own content. `description` contains `script`, so only whole words count. */
const OTHER_WORD =
  /(?<![a-z])(?:sub)?(?:footer|header|nav|navigation|navbar|menu|cookie|consent|banner|script|style|css|svg|email|policy|policies|term|error|translation|locale|i18n|messages|table of content)s?(?![a-z])/i;
/** Types in JSON-LD whose description is their text. */
const DESCRIBED_TYPE =
  /^(?:JobPosting|\w*Event|Course|\w*Service|(?:Software|Web|Mobile)Application|Book|VideoObject|\w*Business|Restaurant|Hotel)$/;
/** Where a word of a name in camel case begins: `inline|Script`, `table|Of|Contents`. */
const CAMEL_HUMP = /(?<=[a-z\d])(?=[A-Z])/g;
/** Properties with the author of a post. */
const AUTHOR_KEYS = ['username', 'displayName', 'authorName'] as const;
/** Properties with the title of an object, and with its address. */
const TITLE_KEYS = ['title', 'headline', 'name', 'heading', 'displayName'] as const;
const ADDRESS_KEYS = ['slug', 'url', 'uri', 'href', 'path', 'link', 'permalink', 'handle'] as const;
const MARKUP = /<(?:p|div|br|ul|ol|h[1-6]|blockquote|table|section|article)\b/i;

/** Minimum length of a text, in UTF-16 units. */
const MIN_HTML_LENGTH = 40;
const MIN_PLAIN_LENGTH = 100;
/** Minimum share of a plain text that is white space: identifiers and encoded data have less. */
const MIN_SPACE_SHARE = 1 / 12;
/** Number of UTF-16 units of a name that are looked at: each value of a list is judged by the name of the list. */
const MAX_NAME_LENGTH = 200;
/** Limits of one page: values that are visited, depth of nested values, and length of the texts in UTF-16 units. */
const MAX_VISITED = 200_000;
const MAX_DEPTH = 64;
const MAX_LENGTH = 2_000_000;

/**
 * An object around a text that has a title. `isLinked`: whether it also has an address, as an article in a list has. `outer`: the next such object
 * around it.
 */
export type TitledObject = { title: string; isLinked: boolean; outer: TitledObject | undefined };
/** A text in HTML, and the innermost object around it that has a title; undefined if none has. */
export type JsonText = { html: string; within: TitledObject | undefined };

type Search = { found: Map<string, JsonText>; visited: number; length: number };
/** What is known of the objects around a value. */
type Around = { author: string; within: TitledObject | undefined };

/** Returns the texts in parsed JSON, in their order, without repetitions. A string may itself be JSON. */
export function findJsonTexts(roots: readonly unknown[]): JsonText[] {
  const search: Search = { found: new Map(), visited: 0, length: 0 };
  for (const root of roots) visit(search, root, '', { author: '', within: undefined }, 0);
  return [...search.found.values()];
}

function visit(search: Search, value: unknown, key: string, around: Around, depth: number): void {
  if (++search.visited > MAX_VISITED || depth > MAX_DEPTH || search.length > MAX_LENGTH) return;
  if (typeof value === 'string') readString(search, value, key, around, depth);
  if (typeof value !== 'object' || value === null || isOther(key)) return;
  if (Array.isArray(value)) {
    if (isOtherElement(value)) return;
    const paragraph = paragraphMarkup(value);
    const markup = paragraph ?? richTextMarkup(value);
    if (paragraph !== undefined && paragraph.length < MIN_PLAIN_LENGTH) return;
    if (markup !== undefined) addText(search, markup, key, around);
    else for (const one of value) visit(search, one, key, around, depth + 1);
    return;
  }
  const entries = value as Record<string, unknown>;
  const inside: Around = {
    author: firstString(entries, AUTHOR_KEYS) ?? '',
    within: titledObject(entries, around.within),
  };
  // In JSON-LD a description sums up what the page shows. `product-description.ts` adds that of a product.
  const isSummary = '@type' in entries && ![entries['@type']].flat().some(isDescribedType);
  for (const field in entries)
    if (!isSummary || field !== 'description') visit(search, entries[field], field, inside, depth + 1);
}

const firstString = (entries: Record<string, unknown>, keys: readonly string[]): string | undefined => {
  for (const key of keys) if (typeof entries[key] === 'string') return entries[key];
  return undefined;
};

/** Returns an object with its title, or what is around it if it has none. */
function titledObject(entries: Record<string, unknown>, outer: TitledObject | undefined): TitledObject | undefined {
  const title = firstString(entries, TITLE_KEYS)?.slice(0, MAX_NAME_LENGTH);
  return title ? { title, isLinked: ADDRESS_KEYS.some((key) => key in entries), outer } : outer;
}

function readString(search: Search, value: string, key: string, around: Around, depth: number): void {
  if (value.length < MIN_HTML_LENGTH || isOther(key)) return;
  const start = value.charCodeAt(0);
  const nested = start === OPENING_BRACE || start === OPENING_BRACKET ? parseJson(value) : undefined;
  if (nested === undefined) addText(search, value, key, around);
  else visit(search, nested, key, around, depth + 1);
}

/** Other values than strings count as unknown types: converting them throws if they are nested too deeply or have a `toString` of their own. */
const isDescribedType = (type: unknown): boolean => typeof type === 'string' && DESCRIBED_TYPE.test(type);

/** Whether a name is that of data beside the content, such as a menu or a translation. */
export const isOther = (key: string): boolean =>
  OTHER_WORD.test(key.slice(0, MAX_NAME_LENGTH).replace(CAMEL_HUMP, ' '));

/** Whether a list is an element of React such as a script, a style or a menu: `["$", name, key, properties]`. */
const isOtherElement = ([mark, name]: readonly unknown[]): boolean =>
  mark === '$' && typeof name === 'string' && isOther(name);

/** Adds a text if it is markup, or prose in a property for content. */
function addText(search: Search, value: string, key: string, { author, within }: Around): void {
  const isMarkup = MARKUP.test(value);
  if (!isMarkup && (!CONTENT_KEY.test(key) || value.length < MIN_PLAIN_LENGTH || !isProse(value))) return;
  if (search.found.has(value)) return;
  const text = isMarkup ? value : `<p>${escapeText(value).replace(/\n\s*/g, '</p><p>')}</p>`;
  const html = author === '' ? text : `<p class="author">${escapeText(author)}</p>${text}`;
  search.found.set(value, { html, within });
  search.length += text.length;
}

const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

function isProse(text: string): boolean {
  return (text.match(/\s/g)?.length ?? 0) >= text.length * MIN_SPACE_SHARE || /[\u3040-\u9fff]/.test(text);
}
