/**
 * Adds the headings of teasers to the main text. Teasers are three or more sibling elements of one kind: teasers, entries, answers.
 * The trees judge blocks one by one and take linked headings for navigation. So the heading of a chosen text is added, and if
 * most teasers have a chosen text, the texts of the others are added too.
 */
import { ASIDE, BLOCK_KINDS, ELEMENT_ID_LIMIT } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { countValues, firstEqualIndices } from './first-equal-index.ts';

/** Minimum number of equal siblings. Fewer may be equal by chance. */
const MIN_REPEATS = 3;
/** Share of teasers with a chosen text, among those with text, from which the rest are added. */
const MIN_CHOSEN_SHARE = 1 / 2;
/** Share of link text from which a paragraph is a link and not a text. */
const MAX_LINK_SHARE = 1 / 2;

/** Returns the chosen blocks with the headings and texts of teasers added. @param chosenBlocks the chosen blocks, in their order */
export function keepTeaserHeadings(page: ParsedPage, chosenBlocks: readonly Block[]): readonly Block[] {
  const chosen = new Set(chosenBlocks);
  for (const teasers of findTeasers(page)) {
    const texts = teasers.filter((teaser) => teaser.some(isText));
    const withText = texts.filter((teaser) => teaser.some((block) => isText(block) && chosen.has(block)));
    if (withText.length < MIN_REPEATS) continue;
    for (const teaser of withText.length >= texts.length * MIN_CHOSEN_SHARE ? texts : withText)
      addHeading(teaser, chosen);
  }
  return chosen.size === chosenBlocks.length ? chosenBlocks : page.blocks.filter((block) => chosen.has(block));
}

/** Adds the first text of a teaser and the heading before it. */
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

/** Maximum distance from a text back to its heading, in blocks: a date or a name may be between them. */
const MAX_HEADING_DISTANCE = 2;

const isText = ({ element, linked, text }: Block): boolean =>
  BLOCK_KINDS.paragraph.has(element) && linked < text.length * MAX_LINK_SHARE;

/** Returns the blocks of each teaser, grouped by kind. */
function findTeasers(page: ParsedPage): Block[][][] {
  const kinds = containerKinds(page);
  const own = repeatedContainers(page, kinds);
  const found = new Map<number, Map<number, Block[]>>();
  for (const block of page.blocks) {
    const around = own[block.container] as number;
    const list = page.items.containers[block.item] as number;
    // Items of the innermost list are keyed by their index in `items`, negated so that it differs from containers.
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

/** Returns, by container, the first container with the same parent, element and hints. */
function containerKinds({ containers: { parents, elements, hints } }: ParsedPage): Int32Array {
  return firstEqualIndices(
    parents.length,
    (c) => Math.imul((parents[c] as number) * ELEMENT_ID_LIMIT + (elements[c] as number), PRIME) ^ (hints[c] as number),
    (c, k) => parents[c] === parents[k] && elements[c] === elements[k] && hints[c] === hints[k],
  );
}

/** Odd multiplier that mixes the bits of a hash (MurmurHash3). */
const PRIME = 0x85ebca6b;

/** Returns, by container, the innermost repeated container that it is or is in; 0 if none. */
function repeatedContainers({ containers: { parents } }: ParsedPage, kinds: Int32Array): Int32Array {
  const counts = countValues(kinds);
  const own = new Int32Array(parents.length);
  for (let c = 1; c < parents.length; c++)
    own[c] = (counts[kinds[c] as number] as number) >= MIN_REPEATS ? c : (own[parents[c] as number] as number);
  return own;
}
