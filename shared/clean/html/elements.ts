/** What each HTML element does to the parser: a set of roles. An element that is not listed only wraps text. */
import { newNameTable } from './tokenizer/name-table.ts';

/** Structural element: ends the block before it and the block in it. */
export const BREAK = 1;
/** Structural element whose blocks are lines of one paragraph, such as list items and cells. */
export const LINE_BREAK = 2;
/** On the stack of open elements, because it affects its content. */
export const CONTAINER = 4;
/** Its text is not visible. */
export const HIDDEN = 8;
/** Its text belongs to the site and not to the page: navigation and the like. */
export const ASIDE = 16;
/** White space in it is significant. */
export const PREFORMATTED = 32;
/** SVG or MathML, which follow the parsing rules of foreign content. */
export const FOREIGN = 64;
/** HTML integration point: HTML rules apply again in it. */
export const INTEGRATION = 128;
export const HEADING = 256;
/** Has no end tag. */
export const VOID = 512;
/** Its attributes are read. */
export const ATTRIBUTES = 1024;
/** An end tag in it closes no element outside of it. */
export const SCOPE = 2048;
/** Its content is ignored, links included. */
export const INERT = 4096;
/** Marked by the page as its main content. */
export const MAIN = 8192;
/** Inline element whose class may mark it as the author or the date. */
export const BYLINE_CANDIDATE = 16384;

/** Formats its text (strong, code …), see `inline-runs.ts`. */
export const FORMATTING = 32768;
/** Its content is raw text without tags. */
export const RAW = 65_536;
/** List item. */
export const ITEM = 131_072;

/** Table row. */
export const ROW = 262_144;
/** User content: comments and forms. */
export const USER_CONTENT = 524_288;

/** Closes the table cell before it. */
export const ENDS_CELL = 1_048_576;

/** Third-party content, see `third-party-items.ts`. */
export const THIRD_PARTY = 2_097_152;

/** Ruby element or a part of one, see `ruby.ts`. */
export const RUBY = 4_194_304;

/** Roles that the content of an element inherits. */
export const INHERITED = HIDDEN | ASIDE | PREFORMATTED | FOREIGN | INERT | MAIN | USER_CONTENT | THIRD_PARTY;

type ElementRow = { name: string; id: number; roles: number };

const BLOCK = BREAK | CONTAINER | ATTRIBUTES;

const ROWS: readonly [names: string, roles: number][] = [
  ['div section article body details summary dialog center hgroup search', BLOCK],
  ['fieldset', BLOCK | USER_CONTENT],
  // Custom elements of Reddit. Comments are in each other.
  ['shreddit-post shreddit-comment', BLOCK],
  ['main', BLOCK | MAIN],
  ['blockquote figure figcaption address dl ul ol dir menu form', BLOCK],
  ['nav footer aside', BLOCK | ASIDE],
  ['header', BLOCK],
  ['table caption', BLOCK | SCOPE],
  ['td th', BLOCK | LINE_BREAK | SCOPE | ENDS_CELL],
  ['thead tbody tfoot', BREAK | LINE_BREAK | ENDS_CELL],
  ['tr', BREAK | LINE_BREAK | ROW | ENDS_CELL],
  ['pre listing', BLOCK | PREFORMATTED],
  ['xmp plaintext', BLOCK | PREFORMATTED | RAW],
  ['p', BREAK | ATTRIBUTES],
  ['head', BREAK],
  ['frameset', BREAK | ATTRIBUTES],
  ['li dt dd', BREAK | LINE_BREAK | ATTRIBUTES | ITEM],
  ['option optgroup legend', BREAK | LINE_BREAK],
  ['br', BREAK | LINE_BREAK | VOID],
  ['hr', BREAK | VOID],
  ['h1 h2 h3 h4 h5 h6', BREAK | HEADING | ATTRIBUTES],
  ['html', ATTRIBUTES],
  ['script style', HIDDEN | CONTAINER | ATTRIBUTES | RAW],
  ['noembed noframes iframe title', HIDDEN | CONTAINER | ATTRIBUTES | RAW],
  ['textarea', HIDDEN | CONTAINER | BREAK | RAW],
  ['select datalist', HIDDEN | CONTAINER | BREAK],
  ['button', HIDDEN | CONTAINER | BREAK | ATTRIBUTES],
  ['noscript object canvas', HIDDEN | CONTAINER],
  ['video audio', HIDDEN | CONTAINER | ATTRIBUTES],
  ['template', HIDDEN | CONTAINER | INERT | ATTRIBUTES],
  ['svg', HIDDEN | CONTAINER | FOREIGN],
  ['math', CONTAINER | FOREIGN],
  // The source of a formula, beside the formula.
  ['annotation', HIDDEN | CONTAINER],
  ['annotation-xml', HIDDEN | CONTAINER | INTEGRATION],
  ['foreignobject desc mi mo mn ms mtext', CONTAINER | INTEGRATION],
  ['a time span cite abbr', ATTRIBUTES | BYLINE_CANDIDATE],
  // Custom elements of GitHub, Microsoft Learn and Reddit: a script shows the time in the reader's zone.
  ['relative-time local-time time-ago faceplate-timeago', ATTRIBUTES | BYLINE_CANDIDATE],
  ['data', ATTRIBUTES],
  ['b strong i em kbd samp tt s del strike', FORMATTING],
  ['code', FORMATTING | ATTRIBUTES],
  ['base meta link area frame img image source', ATTRIBUTES | VOID],
  ['input embed track wbr col param keygen basefont bgsound', VOID],
  ['ruby rb rt rtc rp', RUBY],
  ['sup sub', FORMATTING],
  // All other names with a hyphen.
  ['custom-element', CONTAINER | ATTRIBUTES],
];

const NAMES: string[] = [];
const ELEMENTS_BY_NAME = new Map<string, ElementRow>();
for (const [names, roles] of ROWS)
  for (const name of names.split(' ')) ELEMENTS_BY_NAME.set(name, { name, id: NAMES.push(name), roles });

/** Element ids are 1 to this number, exclusive. */
export const ELEMENT_ID_LIMIT = NAMES.length + 1;
export const TAG_NAMES = newNameTable(NAMES);
/** Roles by element id; 0 is the id of all elements that are not listed. */
export const ELEMENT_ROLES = new Int32Array(ELEMENT_ID_LIMIT);
for (const { id, roles } of ELEMENTS_BY_NAME.values()) ELEMENT_ROLES[id] = roles;

/** Returns the id of an element, or 0 if it is not listed. @param name element name in lower case */
export function elementId(name: string): number {
  return ELEMENTS_BY_NAME.get(name)?.id ?? 0;
}

/** Id of custom elements, which are not listed by their names. */
export const CUSTOM_ELEMENT = elementId('custom-element');

/** Returns the lower-case name of an element id, or '' for 0. */
export function elementName(id: number): string {
  return NAMES[id - 1] ?? '';
}

/** Roles of the values of the attribute `role` (WAI-ARIA 1.2, landmarks). */
export const LANDMARKS: ReadonlyMap<string, number> = new Map([
  ['main', MAIN],
  ['navigation', ASIDE],
  ['contentinfo', ASIDE],
  ['complementary', ASIDE],
]);

/** Sets of element ids by the kind of block that they contain. */
export const BLOCK_KINDS = {
  paragraph: new Set(['p'].map(elementId)),
  item: new Set(['li', 'dt', 'dd'].map(elementId)),
  headline: new Set(['h1'].map(elementId)),
  heading: new Set(['h2', 'h3', 'h4', 'h5', 'h6'].map(elementId)),
  cell: new Set(['td', 'th'].map(elementId)),
};

/** Groups of elements that are features of the blocks in them, one bit a group. The trained model depends on their order. */
const GROUPS: readonly (readonly string[])[] = [
  ['ul', 'ol', 'dl', 'dir', 'menu'],
  ['table', 'td', 'th'],
  ['blockquote'],
  ['figure', 'figcaption', 'caption'],
  ['form', 'fieldset', 'dialog'],
  ['header', 'hgroup'],
  ['article'],
  ['main'],
  ['nav'],
  ['footer', 'address'],
  ['aside'],
  ['section'],
  ['pre', 'listing', 'xmp', 'plaintext'],
];
export const GROUP_COUNT = GROUPS.length;
const GROUP_BITS = new Uint16Array(ELEMENT_ID_LIMIT);
for (const [bit, names] of GROUPS.entries()) for (const name of names) GROUP_BITS[elementId(name)] = 1 << bit;

/** Returns the bit of the group of an element id, or 0 if it is in none. */
export function groupBit(id: number): number {
  return GROUP_BITS[id] as number;
}
