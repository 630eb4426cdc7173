/**
 * In which quotations and items of lists a string lies, outermost first. A string knows its own item alone; those around
 * it are the last that began in each list before it, so strings have to be asked about in the order of the page.
 */
import { elementId, elementName } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/** `mark`: what begins an item, without what follows it; absent: a quotation. `id`: of the item, or of the quotation's container. */
export type Nesting = { id: number; list: number; marker?: { ordinal: number | null } };

const QUOTE = elementId('blockquote');
const OL = elementId('ol');
const LISTS = new Set(['ul', 'ol', 'dir', 'menu'].map(elementId));
const LI = elementId('li');
/** Deeper ones are written as if they were not there: what stands before each line would outgrow it. */
const MAX_NESTING = 16;
/** CommonMark reads no longer number. */
const MAX_ORDINAL = 999_999_999;

export type NestingLookup = (block: Block) => Nesting[];

export function newNestingLookup({ containers, items }: ParsedPage): NestingLookup {
  const { parents, elements } = containers;
  /** By container: the last item that began in it. */
  const current = new Int32Array(parents.length);
  let begun = 0;
  let last: { container: number; item: number; path: Nesting[] } | undefined;

  const { nearest, outer } = nestingContainers({ containers, items });

  function path(container: number, item: number): Nesting[] {
    const steps: Nesting[] = [];
    const own = item === 0 ? -1 : (items.containers[item] as number);
    // What lies between a string and its own item's list has no item of this string.
    let inItem = false;
    for (let c = nearest[container] as number; c !== -1; c = outer[c] as number) {
      if (elements[c] === QUOTE) steps.push({ id: c, list: -1 });
      if (c === own) inItem = true;
      const is = c === own ? item : inItem && LISTS.has(elements[c] as number) ? (current[c] as number) : 0;
      if (is !== 0 && items.elements[is] === LI) steps.push({ id: is, list: c, marker: { ordinal: ordinalOf(c, is) } });
    }
    return steps.reverse();
  }

  function ordinalOf(list: number, item: number): number | null {
    const ordinal = items.ordinals[item] as number;
    return elements[list] === OL && ordinal >= 0 && ordinal <= MAX_ORDINAL ? ordinal : null;
  }

  return ({ container, item }) => {
    while (begun < item) current[items.containers[++begun] as number] = begun;
    if (last?.container !== container || last.item !== item) last = { container, item, path: path(container, item) };
    return last.path;
  };
}

/** By container: the innermost around or at it that may be a step, and the next one around that; -1: there is none. */
function nestingContainers({ containers, items }: Pick<ParsedPage, 'containers' | 'items'>) {
  const { parents, elements } = containers;
  const count = parents.length;
  const holdsItems = new Uint8Array(count);
  for (let i = 1; i < items.containers.length; i++) holdsItems[items.containers[i] as number] = 1;
  const nearest = new Int32Array(count).fill(-1);
  const outer = new Int32Array(count).fill(-1);
  const steps = new Uint8Array(count);
  for (let c = 0; c < count; c++) {
    const parent = parents[c] as number;
    const around = c === 0 ? -1 : (nearest[parent] as number);
    const is = holdsItems[c] === 1 || elements[c] === QUOTE || LISTS.has(elements[c] as number);
    const isStep = is && (steps[parent] as number) < MAX_NESTING;
    nearest[c] = isStep ? c : around;
    outer[c] = around;
    steps[c] = (steps[parent] as number) + (isStep ? 1 : 0);
  }
  return { nearest, outer };
}

/** A term of a list of definitions. */
export function isDefinitionTerm({ items }: ParsedPage, { item }: Block): boolean {
  return elementName(items.elements[item] as number) === 'dt';
}
