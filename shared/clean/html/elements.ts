/** What the names of elements mean to the pass over a page: one row each; an element that is not here only wraps text. */
import { newNameTable } from './tokenizer/name-table.ts';

/** Ends the string of text before it, and the one in it: a structural element. */
export const BREAK = 1;
/** A structural element whose strings are lines of one paragraph, as items and cells are. */
export const LINE_BREAK = 2;
/** Kept on the stack of open elements, because what is in it depends on it. */
export const CONTAINER = 4;
/** Text in it is not shown. */
export const HIDDEN = 8;
/** Text in it is about the site and not of the page: navigation and the like. */
export const ASIDE = 16;
/** Line breaks in it count. */
export const PREFORMATTED = 32;
/** SVG and MathML have rules of their own. */
export const FOREIGN = 64;
/** What begins here is HTML again. */
export const INTEGRATION = 128;
export const HEADING = 256;
/** Has no end tag. */
export const VOID = 512;
/** Its attributes are read. */
export const ATTRIBUTES = 1024;
/** An end tag in it closes nothing outside of it. */
export const SCOPE = 2048;
/** Nothing in it counts, links neither. */
export const INERT = 4096;
/** The page says that this is what it is about. */
export const MAIN = 8192;
/** An element within a line whose class may say that it names the author or the date. */
export const BYLINE_CANDIDATE = 16384;

/** Marks the text in it as strong, as code …: see `inline-runs.ts`. */
export const FORMATTING = 32768;
/** What is in it is text, whatever it looks like. */
export const RAW = 65_536;
/** Begins an item of a list. */
export const ITEM = 131_072;

/** A row of a table. */
export const ROW = 262_144;
/** Readers wrote what is in it, or shall: comments and forms. */
export const USER_CONTENT = 524_288;

/** Ends the cell of a table before it. */
export const ENDS_CELL = 1_048_576;

/** It says something of others than the page, see `third-party-items.ts`. */
export const THIRD_PARTY = 2_097_152;

/** Handed down to everything in an element. */
export const INHERITED = HIDDEN | ASIDE | PREFORMATTED | FOREIGN | INERT | MAIN | USER_CONTENT | THIRD_PARTY;

export type ElementRow = { name: string; id: number; roles: number };

const BLOCK = BREAK | CONTAINER | ATTRIBUTES;

const ROWS: readonly [names: string, roles: number][] = [
  ['div section article body details summary dialog center hgroup search', BLOCK],
  ['fieldset', BLOCK | USER_CONTENT],
  ['main', BLOCK | MAIN],
  ['blockquote figure figcaption address dl ul ol dir form', BLOCK],
  ['nav footer aside menu', BLOCK | ASIDE],
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
  ['template', HIDDEN | CONTAINER | INERT],
  ['svg', HIDDEN | CONTAINER | FOREIGN],
  ['math', CONTAINER | FOREIGN],
  ['foreignobject desc annotation-xml mi mo mn ms mtext', CONTAINER | INTEGRATION],
  ['a time span cite abbr', ATTRIBUTES | BYLINE_CANDIDATE],
  ['b strong i em kbd samp tt s del strike', FORMATTING],
  ['code', FORMATTING | ATTRIBUTES],
  ['base meta link area frame img image source', ATTRIBUTES | VOID],
  ['input embed track wbr col param keygen basefont bgsound', VOID],
];

const NAMES: string[] = [];
const ELEMENTS_BY_NAME = new Map<string, ElementRow>();
for (const [names, roles] of ROWS)
  for (const name of names.split(' ')) ELEMENTS_BY_NAME.set(name, { name, id: NAMES.push(name), roles });

/** Ids run from 1 up to, not including, this. */
export const ELEMENT_ID_LIMIT = NAMES.length + 1;
export const TAG_NAMES = newNameTable(NAMES);
/** By id; 0: a name that is not here. */
export const ELEMENT_ROLES = new Int32Array(ELEMENT_ID_LIMIT);
for (const { id, roles } of ELEMENTS_BY_NAME.values()) ELEMENT_ROLES[id] = roles;

/** @param name in lower case. @returns the id of the element; 0: it is not here. */
export function elementId(name: string): number {
  return ELEMENTS_BY_NAME.get(name)?.id ?? 0;
}

/** @param id of an element. @returns its name in lower case. */
export function elementName(id: number): string {
  return NAMES[id - 1] ?? '';
}

/** What the attribute `role` makes of an element (WAI-ARIA 1.2, landmarks). */
export const LANDMARKS: ReadonlyMap<string, number> = new Map([
  ['main', MAIN],
  ['navigation', ASIDE],
  ['contentinfo', ASIDE],
  ['complementary', ASIDE],
]);

/** What a string of text is the text of. */
export const BLOCK_KINDS = {
  paragraph: new Set(['p'].map(elementId)),
  item: new Set(['li', 'dt', 'dd'].map(elementId)),
  headline: new Set(['h1'].map(elementId)),
  heading: new Set(['h2', 'h3', 'h4', 'h5', 'h6'].map(elementId)),
  cell: new Set(['td', 'th'].map(elementId)),
};

/** Elements that tell something of all that is in them: a bit each. */
const GROUPS: readonly (readonly string[])[] = [
  ['ul', 'ol', 'dl', 'dir'],
  ['table', 'td', 'th'],
  ['blockquote'],
  ['figure', 'figcaption', 'caption'],
  ['form', 'fieldset', 'dialog'],
  ['header', 'hgroup'],
  ['article'],
  ['main'],
  ['nav', 'menu'],
  ['footer', 'address'],
  ['aside'],
  ['section'],
  ['pre', 'listing', 'xmp', 'plaintext'],
];
export const GROUP_COUNT = GROUPS.length;
const GROUP_BITS = new Uint16Array(ELEMENT_ID_LIMIT);
for (const [bit, names] of GROUPS.entries()) for (const name of names) GROUP_BITS[elementId(name)] = 1 << bit;

/** @param id of an element. @returns the bit of its group, or 0. */
export function groupBit(id: number): number {
  return GROUP_BITS[id] as number;
}
