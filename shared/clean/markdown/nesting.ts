/**
 * Finds the quotations and list items around a block, outermost first. A block knows its innermost item only. The items
 * around that are the last that started in each outer list, so blocks must be looked up in the order of the page.
 */

import { elementId, elementName } from '../html/elements.ts';
import { int32Array, uint8Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/**
 * A list item or a quotation. `id`: index of the item, or of the quotation's container. `list`: container of the list, -1 for
 * a quotation, `NOTES` for a footnote, whose `note` is its label. `marker`: absent for these; its `ordinal` is null in an unordered list.
 */
export type Nesting = { id: number; list: number; marker?: { ordinal: number | null }; note?: string };

/** List of all footnotes. */
export const NOTES = -2;

const QUOTE = elementId('blockquote');
const OL = elementId('ol');
const LISTS = new Set(['ul', 'ol', 'dir', 'menu'].map(elementId));
const LI = elementId('li');
/** Maximum nesting that is written. Deeper levels are ignored, because the prefix would be longer than the line. */
const MAX_NESTING = 16;
/** Largest list number in CommonMark: nine digits. */
const MAX_ORDINAL = 999_999_999;

/** Returns the nesting of a block or image. */
export type NestingLookup = (place: Pick<Block, 'container' | 'item'>) => Nesting[];

/** Returns the lookup of a page. Call it for every block, in the order of the page. */
export function newNestingLookup({ containers, items }: ParsedPage): NestingLookup {
  const { parents, elements } = containers;
  /** By container: the last item that started in it. */
  const current = int32Array(parents.length);
  let started = 0;
  let last: { container: number; item: number; nesting: Nesting[] } | undefined;

  const { nearest, outer } = nestingContainers({ containers, items });

  function nestingOf(container: number, item: number): Nesting[] {
    const levels: Nesting[] = [];
    const own = item === 0 ? -1 : (items.containers[item] as number);
    // Lists between a block and the list of its own item hold no item of this block.
    let inItem = false;
    for (let c = nearest[container] as number; c !== -1; c = outer[c] as number) {
      if (elements[c] === QUOTE) levels.push({ id: c, list: -1 });
      if (c === own) inItem = true;
      const is = c === own ? item : inItem && LISTS.has(elements[c] as number) ? (current[c] as number) : 0;
      if (is !== 0 && items.elements[is] === LI)
        levels.push({ id: is, list: c, marker: { ordinal: ordinalOf(c, is) } });
    }
    return levels.reverse();
  }

  function ordinalOf(list: number, item: number): number | null {
    const ordinal = items.ordinals[item] as number;
    return elements[list] === OL && ordinal >= 0 && ordinal <= MAX_ORDINAL ? ordinal : null;
  }

  return ({ container, item }) => {
    while (started < item) current[items.containers[++started] as number] = started;
    if (last?.container !== container || last.item !== item)
      last = { container, item, nesting: nestingOf(container, item) };
    return last.nesting;
  };
}

/**
 * Finds the containers that can be a nesting level. `nearest`: by container, the innermost such container at or around it.
 * `outer`: the next one around that. -1: none.
 */
function nestingContainers({ containers, items }: Pick<ParsedPage, 'containers' | 'items'>) {
  const { parents, elements } = containers;
  const count = parents.length;
  const holdsItems = uint8Array(count);
  for (let i = 1; i < items.containers.length; i++) holdsItems[items.containers[i] as number] = 1;
  const nearest = int32Array(count).fill(-1);
  const outer = int32Array(count).fill(-1);
  const levels = uint8Array(count);
  for (let c = 0; c < count; c++) {
    const parent = parents[c] as number;
    const around = c === 0 ? -1 : (nearest[parent] as number);
    const is = holdsItems[c] === 1 || elements[c] === QUOTE || LISTS.has(elements[c] as number);
    const isStep = is && (levels[parent] as number) < MAX_NESTING;
    nearest[c] = isStep ? c : around;
    outer[c] = around;
    levels[c] = (levels[parent] as number) + (isStep ? 1 : 0);
  }
  return { nearest, outer };
}

/** Whether the block is a term of a definition list (`dt`). */
export function isDefinitionTerm({ items }: ParsedPage, { item }: Block): boolean {
  return elementName(items.elements[item] as number) === 'dt';
}
