/** Names of authors that only attributes tell: `data-author` of a post, and classes of inline elements around a name. */

import { endOfText, startOfRun } from '../../html/inline-runs.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';
import type { Part } from '../parts.ts';

/** Returns the name in an attribute of the element of a part, or undefined. */
export type AttributeReader = (part: Part) => string | undefined;

/** Attributes by which XenForo names the author of a post, and NodeBB and GameFAQs. */
const AUTHOR_ATTRIBUTE = 'data-author="';
const USERNAME_ATTRIBUTE = 'data-username="';
/** The value of such an attribute with its closing quotation mark. */
const NAME_VALUE = /[^"<>&]{2,60}(?=")/y;

export const newAuthorAttributeReader = (page: ParsedPage): AttributeReader =>
  newAttributeReader(page, AUTHOR_ATTRIBUTE);
export const newUsernameAttributeReader = (page: ParsedPage): AttributeReader =>
  newAttributeReader(page, USERNAME_ATTRIBUTE);

/**
 * The element of a part begins between the text before it and its own. The last attribute there counts: buttons at the end of the part
 * before, which have no text, may have one too.
 */
function newAttributeReader(page: ParsedPage, attribute: string): AttributeReader {
  return ({ blocks: [first], previous }) => {
    if (first === undefined) return undefined;
    const from = previous === undefined ? 0 : endOfText(page, previous);
    const before = page.html.slice(from, startOfRun(page, first.firstRun));
    const start = before.lastIndexOf(attribute);
    if (start < 0) return undefined;
    NAME_VALUE.lastIndex = start + attribute.length;
    return NAME_VALUE.exec(before)?.[0];
  };
}

/** Maximum number of tags before a name that are read, and of the length of one, in UTF-16 units. */
const MAX_TAGS = 6;
const MAX_TAG = 300;
/** An inline element whose class may mark a name. */
const INLINE = /^<(?:a|span|b|strong|em|i|cite|font|bdi|small|big)[\s>]/i;
const CLASS = /\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** Words of such a class: `username`, `bbp-author-name`, `forum-post-author`, `fn` of hCard, `name` of phpBB 2, `user`. */
const NAME_CLASS =
  /(?:^|[\s_-])(?:author(?:[_-]?name)?|(?:user|member|display|screen|nick|poster)[_-]?name|poster|nick|postauthor|fn)(?=\s|$)|^(?:name|user)$/i;

/** Returns whether the text of a run begins an inline element that is marked as a name. */
export const isMarkedRun = (page: ParsedPage, run: number): boolean => beginsElement(page, run, NAME_CLASS);

/** Returns whether the text of a run begins an element for screen readers, such as `Offline` before a name. */
export const isForScreenReaders = (page: ParsedPage, run: number): boolean =>
  beginsElement(page, run, SCREEN_READER_CLASS);

const SCREEN_READER_CLASS = /(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-text)(?=\s|$)/i;

/** Returns whether the text of a run begins an inline element of a class. Elements between that have ended, such as anchors, do not matter. */
function beginsElement(page: ParsedPage, run: number, ofClass: RegExp): boolean {
  const { html } = page;
  let end = startOfRun(page, run);
  let empty = 0;
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    while (end > 0 && html.charCodeAt(end - 1) <= SPACE) end--;
    if (html.charCodeAt(end - 1) !== GREATER) return false;
    const start = html.lastIndexOf('<', end - 1);
    if (start < 0 || end - start > MAX_TAG) return false;
    const tag = html.slice(start, end);
    end = start;
    if (tag.startsWith('</')) empty++;
    else if (empty > 0) empty--;
    else if (INLINE.test(tag)) {
      const [, a, b, c] = CLASS.exec(tag) ?? [];
      if (ofClass.test(a ?? b ?? c ?? '')) return true;
    } else return false;
  }
  return false;
}

const SPACE = 32;
const GREATER = 62;
