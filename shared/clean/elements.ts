/** What the names of elements mean to the pass over a page: one row each; an element that is not here only wraps text. */

/** Ends the string of text before it, and the one in it: a structural element. */
export const BREAK = 1;
/** A structural element whose strings are lines of one paragraph, as items and cells are. */
export const LINE = 2;
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
export const INLINE = 16384;

/** Handed down to everything in an element. */
export const INHERITED = HIDDEN | ASIDE | PREFORMATTED | FOREIGN | INERT | MAIN;

export type Element = { name: string; id: number; roles: number };

const BLOCK = BREAK | CONTAINER | ATTRIBUTES;

const ROWS: readonly [names: string, roles: number][] = [
  ['div section article body fieldset details summary dialog center hgroup search', BLOCK],
  ['main', BLOCK | MAIN],
  ['blockquote figure figcaption address dl ul ol dir form', BLOCK],
  ['nav footer aside menu', BLOCK | ASIDE],
  ['header', BLOCK],
  ['table caption', BLOCK | SCOPE],
  ['td th', BLOCK | LINE | SCOPE],
  ['thead tbody tfoot tr', BREAK | LINE],
  ['pre listing xmp plaintext', BLOCK | PREFORMATTED],
  ['p', BREAK | ATTRIBUTES],
  ['head frameset', BREAK],
  ['li dt dd', BREAK | LINE | ATTRIBUTES],
  ['option optgroup legend', BREAK | LINE],
  ['br', BREAK | LINE | VOID],
  ['hr', BREAK | VOID],
  ['h1 h2 h3 h4 h5 h6', BREAK | HEADING | ATTRIBUTES],
  ['html', ATTRIBUTES],
  ['script style', HIDDEN | CONTAINER | ATTRIBUTES],
  ['noembed noframes iframe title', HIDDEN | CONTAINER | ATTRIBUTES],
  ['textarea select datalist button', HIDDEN | CONTAINER | BREAK],
  ['noscript object video audio canvas', HIDDEN | CONTAINER],
  ['template', HIDDEN | CONTAINER | INERT],
  ['svg', HIDDEN | CONTAINER | FOREIGN],
  ['math', CONTAINER | FOREIGN],
  ['foreignobject desc annotation-xml mi mo mn ms mtext', CONTAINER | INTEGRATION],
  ['a time span cite abbr', ATTRIBUTES | INLINE],
  ['base meta link area frame img image', ATTRIBUTES | VOID],
  ['input embed source track wbr col param keygen basefont bgsound', VOID],
];

const TABLE = new Map<string, Element>();
for (const [names, roles] of ROWS)
  for (const name of names.split(' ')) TABLE.set(name, { name, id: TABLE.size + 1, roles });

/** Ids run from 1 up to, not including, this. */
export const ELEMENT_IDS = TABLE.size + 1;

/** @param name as it is written, in any case. */
export function elementOf(name: string): Element | undefined {
  return TABLE.get(name) ?? (name.length < 16 ? TABLE.get(name.toLowerCase()) : undefined);
}

/** What the attribute `role` makes of an element (WAI-ARIA 1.2, landmarks). */
export const LANDMARKS: Readonly<Record<string, number>> = {
  main: MAIN,
  navigation: ASIDE,
  contentinfo: ASIDE,
  complementary: ASIDE,
};

const kind = (name: string): number => elementOf(name)?.id ?? 0;

/** What a string of text is the text of. */
export const KINDS = {
  paragraph: new Set(['p'].map(kind)),
  item: new Set(['li', 'dt', 'dd'].map(kind)),
  headline: new Set(['h1'].map(kind)),
  heading: new Set(['h2', 'h3', 'h4', 'h5', 'h6'].map(kind)),
  cell: new Set(['td', 'th'].map(kind)),
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
const GROUP_BITS = new Uint16Array(ELEMENT_IDS);
for (const [bit, names] of GROUPS.entries()) for (const name of names) GROUP_BITS[kind(name)] = 1 << bit;

/** @param id of an element. @returns the bit of its group, or 0. */
export function groupBit(id: number): number {
  return GROUP_BITS[id] as number;
}
