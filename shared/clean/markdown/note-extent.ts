/** Finds where a footnote ends: with its list item, its element or its paragraph. */
import { BREAK, CONTAINER, ELEMENT_ROLES, elementId } from '../html/elements.ts';
import { RUN_SIZE } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { Nesting } from './nesting.ts';

/** A page, its chosen blocks and their nesting. */
type Chosen = { page: ParsedPage; blocks: readonly Block[]; paths: readonly (readonly Nesting[])[] };

/** Maximum length of a note, in UTF-16 units. A longer one is a section of the text. */
const MAX_LENGTH = 6_000;
/** Elements that are a note as a whole if they have the id. */
const WHOLE = new Set(['aside', 'div', 'section', 'table', 'td', 'blockquote', 'dt']);
/** Text that is only the number of a note, or signs of links back to the text. */
const ONLY_MARK = /^[\s[\](){}.:^↩↑⤴⏎↵]*(?:\d{1,4}|[a-z]{1,3}|[*†‡]{1,3})?[\s[\](){}.:^↩↑⤴⏎↵]*$/i;
const MAX_MARK_LENGTH = 30;
/** Selectors of the form of the sign before them: text or emoji. */
const VARIATION = /\ufe0e|\ufe0f/g;

export function isOnlyMark(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= MAX_MARK_LENGTH && ONLY_MARK.test(trimmed.replace(VARIATION, ''));
}

/** Numbers and letters of several links back: `^ a b`. */
const ONLY_MARKS = /^(?:[\s[\](){}.,;:^↩↑⤴⏎↵]|\b(?:\d{1,4}|[a-z])\b)*$/i;
const MAX_MARKS_LENGTH = 100;

/** Whether a text has nothing but the number of a note and links back, so that nothing of it would be written. */
export const isWithoutText = (text: string): boolean =>
  isOnlyMark(text) || (text.length <= MAX_MARKS_LENGTH && ONLY_MARKS.test(text));

/**
 * Returns the index after the blocks of a note; `first` if it is no note.
 *
 * @param first index of its first block
 * @param at position of its id in the source
 * @param element name of the element with the id
 */
export function endOfNote(chosen: Chosen, first: number, at: number, element: string): number {
  const { blocks } = chosen;
  const isInside = insideTest(chosen, first, at, element);
  let end = first + 1;
  let length = (blocks[first] as Block).text.length;
  while (length <= MAX_LENGTH && end < blocks.length && isInside(end)) length += (blocks[end++] as Block).text.length;
  return length <= MAX_LENGTH ? end : first;
}

function insideTest({ page, blocks, paths }: Chosen, first: number, at: number, element: string) {
  const block = blocks[first] as Block;
  const item = paths[first]?.at(-1);
  if (item?.marker && isOfItem(page.html, at, element))
    return (i: number) => paths[i]?.some(({ id, list }) => id === item.id && list === item.list) === true;
  if (WHOLE.has(element) || isOnlyMark(block.text)) {
    const container = containerOf(page, at, block);
    if (container !== 0)
      return (i: number) =>
        isIn(page, (blocks[i] as Block).container, container) && !isOtherTerm(page, blocks, first, i);
  }
  return (i: number) => {
    const next = blocks[i] as Block;
    return !next.paragraph && next.container === block.container && next.item === block.item;
  };
}

/** Maximum number of characters between the start of an item and an id in it. */
const MAX_DISTANCE = 500;
const ITEM_START = /<li\b[^<>]*>(?:\s*<(?!\/)[^<>]*>)*\s*(?:<[^<>]*)?$/i;

/** Whether the element with the id is a list item, or at the start of one. */
const isOfItem = (html: string, at: number, element: string): boolean =>
  element === 'li' || ITEM_START.test(html.slice(Math.max(0, at - MAX_DISTANCE), at));

const TAG = /<(\/?)([a-z][\w-]{0,30})[^<>]*>/gi;
const OWN_ROLES = BREAK | CONTAINER;

/** Returns the container that was open at a position before a block; 0 if that is the page. Tags after it open those in it. */
function containerOf({ html, runs, containers }: ParsedPage, at: number, { container, firstRun }: Block): number {
  let c = container;
  const between = html.slice(html.indexOf('>', at) + 1, runs[firstRun * RUN_SIZE]);
  for (const { 1: end, 2: name } of between.matchAll(TAG)) {
    if (((ELEMENT_ROLES[elementId((name as string).toLowerCase())] ?? 0) & OWN_ROLES) !== OWN_ROLES) continue;
    if (end === '') c = containers.parents[c] as number;
  }
  return c;
}

const DT = elementId('dt');

/** Whether a block begins or follows another term of the same definition list than the first block does. */
function isOtherTerm({ items }: ParsedPage, blocks: readonly Block[], first: number, i: number): boolean {
  const own = (blocks[first] as Block).item;
  const { item } = blocks[i] as Block;
  return items.elements[own] === DT && items.elements[item] === DT && item !== own;
}

function isIn({ containers: { parents } }: ParsedPage, container: number, outer: number): boolean {
  let c = container;
  // Outer containers have lower indexes.
  while (c > outer) c = parents[c] as number;
  return c === outer;
}
