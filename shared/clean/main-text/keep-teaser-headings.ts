/**
 * Elements of one kind that stand side by side, three or more: teasers, entries, answers to questions. Trees judge their
 * strings one by one, and take headings that are links for navigation. Here the heading of a text that is taken is taken with
 * it, and where most of them have their text taken, so have the others.
 */
import { ASIDE, BLOCK_KINDS, ELEMENT_ID_LIMIT } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { countValues, firstEqualIndices } from './first-equal-index.ts';

/** Fewer may be alike by chance. */
const MIN_REPEATS = 3;
/** Of those that have text: if so many are taken, the rest are too. */
const MIN_CHOSEN_SHARE = 1 / 2;
/** Of the characters of a string: with more it leads to a text and is none. */
const MAX_LINK_SHARE = 1 / 2;

/** @param taken strings that are text, in their order. @returns them and what goes with them. */
export function keepTeaserHeadings(page: ParsedPage, taken: readonly Block[]): readonly Block[] {
  const chosen = new Set(taken);
  for (const teasers of findTeasers(page)) {
    const texts = teasers.filter((teaser) => teaser.some(isText));
    const read = texts.filter((teaser) => teaser.some((block) => isText(block) && chosen.has(block)));
    if (read.length < MIN_REPEATS) continue;
    for (const teaser of read.length >= texts.length * MIN_CHOSEN_SHARE ? texts : read) addHeading(teaser, chosen);
  }
  return chosen.size === taken.length ? taken : page.blocks.filter((block) => chosen.has(block));
}

/** The first text of a teaser, and the heading before it. */
function addHeading(teaser: readonly Block[], chosen: Set<Block>): void {
  const text = teaser.findIndex((block) => isText(block) && chosen.has(block));
  const at = text === -1 ? teaser.findIndex(isText) : text;
  chosen.add(teaser[at] as Block);
  for (let i = at - 1; i >= 0 && i >= at - MAX_HEADING_DISTANCE; i--) {
    const block = teaser[i] as Block;
    if (!BLOCK_KINDS.heading.has(block.element)) continue;
    chosen.add(block);
    return;
  }
}

/** A day or a name may stand between the two. */
const MAX_HEADING_DISTANCE = 2;

const isText = ({ element, linked, text }: Block): boolean =>
  BLOCK_KINDS.paragraph.has(element) && linked < text.length * MAX_LINK_SHARE;

/** The strings of each of a kind, for each kind that is repeated. */
function findTeasers(page: ParsedPage): Block[][][] {
  const kinds = containerKinds(page);
  const own = repeatedContainers(page, kinds);
  const found = new Map<number, Map<number, Block[]>>();
  for (const block of page.blocks) {
    const around = own[block.container] as number;
    const list = page.items.containers[block.item] as number;
    // An item of the innermost list has its place in `items`; below zero, so that it is no container's.
    const isItem = block.item !== 0 && list >= around;
    const c = isItem ? -block.item : around;
    if (c === 0 || (block.roles & ASIDE) !== 0) continue;
    const kind = isItem ? -list : (kinds[c] as number);
    const teasers = found.get(kind) ?? new Map<number, Block[]>();
    const strings = teasers.get(c) ?? [];
    strings.push(block);
    found.set(kind, teasers.set(c, strings));
  }
  return [...found.values()].map((teasers) => [...teasers.values()]);
}

/** By container: the first that stands in the same, has the same name, and says the same in class and id. */
function containerKinds({ containers: { parents, elements, hints } }: ParsedPage): Int32Array {
  return firstEqualIndices(
    parents.length,
    (c) => Math.imul((parents[c] as number) * ELEMENT_ID_LIMIT + (elements[c] as number), PRIME) ^ (hints[c] as number),
    (c, k) => parents[c] === parents[k] && elements[c] === elements[k] && hints[c] === hints[k],
  );
}

const PRIME = 0x85ebca6b;

/** By container: the innermost of the repeated ones that it is in, or is; 0: none. */
function repeatedContainers({ containers: { parents } }: ParsedPage, kinds: Int32Array): Int32Array {
  const counts = countValues(kinds);
  const own = new Int32Array(parents.length);
  for (let c = 1; c < parents.length; c++)
    own[c] = (counts[kinds[c] as number] as number) >= MIN_REPEATS ? c : (own[parents[c] as number] as number);
  return own;
}
