/** Interprets class, id, role and style of the last start tag. */

import * as E from './elements.ts';
import { isFormulaPicture } from './formulas/formula-source.ts';
import { isScriptPicture } from './formulas/script-picture.ts';
import { isDisclosed } from './hidden/disclosed.ts';
import { AUTHOR_HINT, CONSENT_HINT, DATE_HINT, SIGNATURE_HINT } from './hints/class-id-hints.ts';
import { cacheSlot } from './hints/hint-cache.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeText, attributeValue, hasAttribute, hasRareAttribute } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

/**
 * Returns the hints of class, id, itemprop and rel of the last start tag, one bit each, with those for the parser only, and of a signature that
 * only `data-role` tells. Sets `names` of the walk to the class, or to the id of an element without a class.
 */
export function readHints(walk: Walk): number {
  const { scan } = walk;
  let hints = 0;
  walk.names = 0;
  if (hasAttribute(scan, ATTR.id)) {
    hints = attributeHints(walk, ATTR.id);
    if ((hints & CONSENT_HINT) !== 0 && isSectionOfText(walk)) hints &= ~CONSENT_HINT;
    if ((hints & MARKS) !== 0 && isTarget(scan)) hints &= ~MARKS;
  }
  if (hasAttribute(scan, ATTR.class)) hints |= attributeHints(walk, ATTR.class);
  const { names } = walk;
  if (hasAttribute(scan, ATTR.itemprop)) hints |= attributeHints(walk, ATTR.itemprop);
  if (hasAttribute(scan, ATTR.rel) && attributeValue(scan, ATTR.rel) === 'author') hints |= AUTHOR_HINT;
  if (hasRareAttribute(scan) && attributeText(scan, ATTR['data-role']) === SIGNATURE_ROLE) hints |= SIGNATURE_HINT;
  walk.names = names;
  return hints;
}

/**
 * Whether the element is a section of the main content or an article. Its id is that of its heading: `cookie-settings` in documentation of such dialogs. Sphinx wrote
 * `<div class="section">` before `section` was usual.
 */
const isSectionOfText = ({ scan, roles, openCounts }: Walk): boolean =>
  ((roles & E.MAIN) !== 0 || openCounts[ARTICLE] !== 0) &&
  (scan.element === SECTION || attributeText(scan, ATTR.class) === 'section');

const MARKS = AUTHOR_HINT | DATE_HINT;

/**
 * Whether the id of an element is made from a heading, a term or a symbol, for links to it: `sorted-by-authors` and `method.advance_by` are no
 * bylines.
 */
const isTarget = (scan: Scan): boolean =>
  TARGETS.has(scan.element) ||
  (scan.element === ANCHOR && !hasAttribute(scan, ATTR.href)) ||
  SECTION_CLASS.test(attributeText(scan, ATTR.class));

/** Classes of sections in Sphinx, Pandoc, R Markdown and Texinfo. */
const SECTION_CLASS = /^(?:sub)*section(?:[\s-]|$)/;
const TARGETS: ReadonlySet<number> = new Set(['section', 'dt', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(E.elementId));
const ANCHOR = E.elementId('a');
const ARTICLE = E.elementId('article');
const SECTION = E.elementId('section');

/** `data-role` of signatures in Invision, whose themes mostly give them a class of the border above. */
const SIGNATURE_ROLE = 'memberSignature';

function attributeHints(walk: Walk, name: number): number {
  const { scan, hintCache, page } = walk;
  const { froms, tos } = scan.attributes;
  const slot = cacheSlot(scan, hintCache, page.classNames, froms[name] as number, tos[name] as number);
  walk.names = hintCache.names[slot] as number;
  return hintCache.hints[slot] as number;
}

/** Returns the roles that ARIA landmarks, `hidden` and `style` give to the content of the last start tag. */
export function readRoles(walk: Walk): number {
  const { scan } = walk;
  const landmark = hasAttribute(scan, ATTR.role)
    ? (E.LANDMARKS.get(attributeValue(scan, ATTR.role) as string) ?? 0)
    : 0;
  return landmark | hiddenRole(walk);
}

/** Returns `HIDDEN` if browsers hide the content of the last start tag and no control shows it in the page, otherwise 0. */
export function hiddenRole(walk: Walk): number {
  const { scan } = walk;
  if (scan.element === DIALOG && !hasAttribute(scan, ATTR.open)) return E.HIDDEN;
  if (isFormulaPicture(walk) || isScriptPicture(walk)) return E.HIDDEN;
  return isHidden(scan) && !isDisclosed(walk) ? E.HIDDEN : 0;
}

function isHidden(scan: Scan): boolean {
  if (hasRareAttribute(scan) && hasAttribute(scan, ATTR.popover)) return true;
  if (hasAttribute(scan, ATTR.hidden))
    return attributeValue(scan, ATTR.hidden) !== 'until-found' && !isStreamedSegment(scan);
  return hasAttribute(scan, ATTR.style) && UNDISPLAYED.test(attributeValue(scan, ATTR.style) as string);
}

const DIALOG = E.elementId('dialog');
const UNDISPLAYED = /display\s*:\s*none/i;

/** Id of a segment that React streams after the page: hidden until a script moves it to its place. */
const STREAMED_SEGMENT_ID = /^[\w-]{0,20}S:[\da-f]+$/;

function isStreamedSegment(scan: Scan): boolean {
  return hasAttribute(scan, ATTR.id) && STREAMED_SEGMENT_ID.test(attributeValue(scan, ATTR.id) as string);
}

const CODE_LANGUAGE = /(?:^|[\s:-])(?:lang(?:uage)?|highlight-source|brush:?|sourceCode)[-: ]\s*([\w+#.]{1,30})/i;

/** An element with a class directly around a code block, with up to two elements, or the button and label of VitePress, between them. */
const AROUND_CODE =
  /<(?:div|figure)\s[^<>]{0,100}class="([^"<>]{1,150})"[^<>]{0,100}>\s*(?:(?:<\w+[^<>]{0,100}>\s*){0,2}|<button[^<>]{0,100}><\/button><span class="lang">[^<>]{1,30}<\/span>)$/;
/** Class of Sphinx around a code block. */
const SPHINX_LANGUAGE = /(?:^|\s)highlight-(?!source-)([\w+#-]{1,30})\s+notranslate/;
const NO_LANGUAGES = new Set(['default', 'none', 'text']);
/** Number of characters before a code block that are searched for its language. */
const MAX_DISTANCE = 400;

/** Returns the programming language of a `pre` element by its own class or that of an element around it; '' if unknown. */
export function readBlockLanguage(scan: Scan): string {
  const own = readCodeLanguage(scan);
  if (own !== '') return own;
  const tag = scan.html.lastIndexOf('<', scan.from);
  const around = AROUND_CODE.exec(scan.html.slice(Math.max(0, tag - MAX_DISTANCE), tag))?.[1];
  if (around === undefined) return '';
  const language = (SPHINX_LANGUAGE.exec(around) ?? CODE_LANGUAGE.exec(around))?.[1]?.toLowerCase() ?? '';
  return NO_LANGUAGES.has(language) ? '' : language;
}

/**
 * Returns the programming language in a class such as `language-js`, `lang-py` or `highlight-source-go`, or in `data-language` (Shiki in
 * Astro, Rehype) or `data-lang` (Hugo); '' if there is none.
 */
export function readCodeLanguage(scan: Scan): string {
  const ofClass = CODE_LANGUAGE.exec(attributeText(scan, ATTR.class).slice(0, 200))?.[1]?.toLowerCase();
  if (ofClass !== undefined || !hasRareAttribute(scan)) return ofClass ?? '';
  const named = attributeText(scan, ATTR['data-language']) || attributeText(scan, ATTR['data-lang']);
  const language = LANGUAGE_NAME.exec(named.toLowerCase())?.[0] ?? '';
  return NO_LANGUAGES.has(language) ? '' : language;
}

const LANGUAGE_NAME = /^[\w+#.-]{1,30}$/;
