/**
 * Finds the texts of posts by structure alone, for threads whose replies have no main text by the scores of their blocks: elements that repeat,
 * name an author each, and have an element in common with another text in each of them.
 */

import { totalLength } from '../../html/block-lengths.ts';
import { ASIDE, BLOCK_KINDS, ELEMENT_ID_LIMIT } from '../../html/elements.ts';
import { int32Array } from '../../html/page-arrays.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { subtreeEnds } from '../../main-text/container-sums.ts';
import type { RepeatedPaths } from '../../main-text/repeated-paths.ts';
import { classKey, type Group } from '../group.ts';
import { MAX_ITEMS } from '../item.ts';
import { itemsAround, nestedItems } from '../nested-lists.ts';
import { type Part, partsOf } from '../parts.ts';
import { rowGroups } from '../row-groups.ts';
import { isParagraph } from './opening-post.ts';
import type { PostLines } from './post-lines.ts';
import { MAX_DATE_LINE } from './post-lines.ts';
import { BUTTON, PROFILE, SIGNATURE } from './post-zones.ts';
import { isSignatureLine } from './read-post.ts';
import { withoutNumbers } from './repeated-lines.ts';
import { containersAround, containersInSidebars } from './sidebars.ts';

/** Minimum number of elements, and minimum share of those with text that name an author. */
const MIN_PARTS = 2;
const MIN_WITH_AUTHOR = 0.6;
/** Maximum number of groups that are read, and of reads of blocks, as a multiple of the blocks of the page. */
const MAX_GROUPS = 6;
const MAX_READS_PER_BLOCK = 4;
/** Maximum share of the parts that have one text, which is a label or a button in more of them. */
const MAX_EQUAL = 0.2;
/** Minimum share of the parts with text of their own that have an element of the text. */
const MIN_WITH_BODY = 0.6;

/** Blocks that may be texts of posts, all blocks of the elements that they are in, and the number of these elements. */
export type PostBodies = { bodies: ReadonlySet<Block>; elements: ReadonlySet<Block>; filled: number };

/** Posts that are certainly those of the thread. `elements`: all blocks of their elements. */
export type KnownPosts = { count: number; elements: ReadonlySet<Block> };

/**
 * Returns the blocks that may be texts of posts, by groups of elements, the one with most elements first.
 *
 * @param first first block of the main text: the elements around it are no sidebars
 * @param known posts that are known: groups that have no others are left out
 * @param mayBeRows whether the elements may be rows of a board: those with a linked title have no text of a post
 */
export function findPostBodies(
  page: ParsedPage,
  lines: PostLines,
  paths: RepeatedPaths,
  first: Block | undefined,
  known: KnownPosts | undefined,
  mayBeRows: boolean,
): readonly PostBodies[] {
  const ends = subtreeEnds(page.containers.parents);
  const inSidebar = containersInSidebars(page, containersAround(page, first));
  const named = namedBlocks(page, lines, inSidebar);
  if (known && named.every((block) => known.elements.has(block))) return [];
  const found: (PostBodies & { length: number })[] = [];
  let left = page.blocks.length * MAX_READS_PER_BLOCK;
  for (const group of groupsWithAuthors(page, paths, named, ends, known)) {
    const parts = partsOf(page, new Set(), group, ends, true);
    const size = parts.reduce((sum, { blocks }) => sum + blocks.length, 0);
    if (size > left) continue;
    left -= size;
    if (mayBeRows && haveTitles(parts)) continue;
    const boundary = boundariesOf(page, group);
    const bodies = new Set(bodiesOf(page, parts, boundary, lines));
    const filled = parts.filter(({ blocks }) => blocks.some((block) => bodies.has(block))).length;
    const elements = new Set(parts.flatMap(({ blocks }) => blocks));
    if (filled > 0) found.push({ bodies, elements, filled, length: totalLength(bodies) });
  }
  const longest = found.reduce((most, { length }) => Math.max(most, length), 0);
  return found
    .filter(({ length }) => length >= longest * MIN_OF_LONGEST)
    .sort((a, b) => b.filled - a.filled || b.length - a.length)
    .slice(0, MAX_FOUND);
}

/** Minimum length of the texts of a group, as a share of the longest, and maximum number of groups. */
const MIN_OF_LONGEST = 0.25;
const MAX_FOUND = 3;

/** Returns a function that tells the container of a part, or the one around its item or cells. */
function boundariesOf({ containers, items }: ParsedPage, { members, areItems, ends }: Group): (k: number) => number {
  const boundaryOf = areItems ? items.containers : ends ? containers.parents : undefined;
  return (k) => {
    const member = members[k] as number;
    return boundaryOf ? (boundaryOf[member] as number) : member;
  };
}

/** Returns the blocks outside of sidebars and menus that name a member. */
function namedBlocks({ blocks }: ParsedPage, lines: PostLines, inSidebar: Uint8Array): readonly Block[] {
  return blocks.filter(
    (block) =>
      block.text.length <= MAX_DATE_LINE &&
      (block.roles & ASIDE) === 0 &&
      inSidebar[block.container] === 0 &&
      (lines.memberIn(block) ?? lines.markedLinkIn(block) ?? lines.markedTextIn(block) ?? lines.markedNameIn(block)) !==
        undefined,
  );
}

/** Returns the groups of elements, rows and items most of which name an author, the largest first. */
function groupsWithAuthors(
  page: ParsedPage,
  { containers: { firsts } }: RepeatedPaths,
  named: readonly Block[],
  ends: Int32Array,
  known: KnownPosts | undefined,
): readonly Group[] {
  const { blocks, items } = page;
  const { parents, elements } = page.containers;
  const texts = new Float64Array(parents.length);
  const names = new Float64Array(parents.length);
  const namesOfItems = new Float64Array(items.containers.length);
  const others = new Float64Array(parents.length);
  const othersOfItems = new Float64Array(items.containers.length);
  for (const { container, text } of blocks) texts[container] = (texts[container] as number) + text.length;
  for (const block of named) {
    const { container, item } = block;
    names[container] = (names[container] as number) + 1;
    namesOfItems[item] = (namesOfItems[item] as number) + 1;
    if (known?.elements.has(block)) continue;
    others[container] = (others[container] as number) + 1;
    othersOfItems[item] = (othersOfItems[item] as number) + 1;
  }
  addToParents(texts, parents);
  addToParents(others, parents);
  addToParents(names, parents);
  const hasName = (c: number): boolean => names[c] !== 0;
  const isFilled = (c: number): boolean => texts[c] !== 0;
  const groupBy = (count: number, isIn: (k: number) => boolean, keyOf: (k: number) => number | string | undefined) => {
    const groups = new Map<number | string, number[]>();
    for (let k = 1; k < count; k++) {
      const key = isIn(k) ? keyOf(k) : undefined;
      if (key === undefined) continue;
      const group = groups.get(key);
      if (group) group.push(k);
      else groups.set(key, [k]);
    }
    return [...groups.values()];
  };
  const pathOf = (c: number): number =>
    (firsts[parents[c] as number] as number) * ELEMENT_ID_LIMIT + (elements[c] as number);
  const hasNames = (
    members: readonly number[],
    isNamed: (k: number) => boolean,
    isNew: (k: number) => boolean,
  ): boolean => {
    if (known && (members.length < known.count || !members.some(isNew))) return false;
    const count = members.filter(isNamed).length;
    return count >= MIN_PARTS && count >= members.length * MIN_WITH_AUTHOR;
  };
  const ofContainers = [
    ...groupBy(parents.length, isFilled, (c) => classKey(page, c)),
    ...groupBy(parents.length, isFilled, pathOf),
  ].filter((members) => hasNames(members, hasName, (c) => others[c] !== 0));
  const itemHasName = (item: number): boolean => namesOfItems[item] !== 0;
  const lists = [
    ...nestedItems(page, itemsAround(page, ends)),
    ...groupBy(
      items.containers.length,
      () => true,
      (item) => items.containers[item],
    ),
  ].filter((members) => hasNames(members, itemHasName, (item) => othersOfItems[item] !== 0));
  const rows = rowGroups(page, texts, ends, 'all').filter(({ members, ends: rowEnds = [] }) => {
    const hasCell = (k: number, isIn: (c: number) => boolean): boolean => {
      for (let c = members[k] as number; c < (rowEnds[k] as number); c = ends[c] as number) if (isIn(c)) return true;
      return false;
    };
    const isNew = (k: number): boolean => hasCell(k, (c) => others[c] !== 0);
    return members.length >= MIN_PARTS && hasNames([...members.keys()], (k) => hasCell(k, hasName), isNew);
  });
  return [
    ...ofContainers.map((members) => ({ members: members.filter(hasName), areItems: false })),
    ...rows,
    ...lists.map((members) => ({ members, areItems: true })),
  ]
    .filter(isFirstOfEqual)
    .sort((a, b) => Math.min(b.members.length, MAX_ITEMS) - Math.min(a.members.length, MAX_ITEMS))
    .slice(0, MAX_GROUPS);
}

/** Returns whether no group before has the same members, as far as their ends tell: a class may be that of all elements of a path. */
function isFirstOfEqual(group: Group, k: number, groups: readonly Group[]): boolean {
  const { members, areItems, ends } = group;
  const isEqual = (other: Group): boolean =>
    other.areItems === areItems &&
    (other.ends === undefined) === (ends === undefined) &&
    other.members.length === members.length &&
    other.members[0] === members[0] &&
    other.members.at(-1) === members.at(-1);
  return groups.findIndex(isEqual) === k;
}

function addToParents(sums: Float64Array, parents: readonly number[]): void {
  for (let c = parents.length - 1; c > 0; c--) {
    const parent = parents[c] as number;
    sums[parent] = (sums[parent] as number) + (sums[c] as number);
  }
}

/** Minimum length of the title of a thread, in UTF-16 units, and maximum share of the parts that have one. */
const MIN_TITLE = 12;
const MAX_WITH_TITLE = 0.5;

/** Returns whether most parts have a link of their own, as the rows of a board. */
function haveTitles(parts: readonly Part[]): boolean {
  const counts = countTexts(parts.map(({ blocks }) => blocks));
  const isTitle = (block: Block): boolean =>
    block.linked >= MIN_TITLE && block.linked * 2 > block.text.length && counts.get(keyOfText(block)) === 1;
  return parts.filter(({ blocks }) => blocks.some(isTitle)).length > parts.length * MAX_WITH_TITLE;
}

/** Zones that are no text of a post. */
const NO_TEXT = PROFILE | SIGNATURE | BUTTON;

/**
 * Returns the blocks in the elements that have the text of each part: of one name and class, with much of what differs between the parts, and
 * little else.
 *
 * @param boundary returns the container of a part, or the one around it
 */
function bodiesOf(
  page: ParsedPage,
  parts: readonly Part[],
  boundary: (k: number) => number,
  lines: PostLines,
): readonly Block[] {
  const own = parts.map(({ blocks: all }) => {
    const signature = all.findIndex(isSignatureLine);
    const blocks = signature > 0 ? all.slice(0, signature) : all;
    const zoneOf = lines.zonesOf(blocks);
    return blocks.filter(
      (block) =>
        (block.roles & ASIDE) === 0 &&
        (zoneOf(block) & NO_TEXT) === 0 &&
        !(block.text.length <= MAX_DATE_LINE && (lines.isMembershipLine(block) || lines.isLastChange(block))),
    );
  });
  const keysOf = newKeyReader(page);
  const counts = countTexts(own);
  const lengths = new Map<string, { own: number; all: number; parts: Set<number> }>();
  const withText = new Set<number>();
  for (const [k, blocks] of own.entries())
    for (const block of blocks) {
      const isOwn = isOwnText(block, counts, parts.length) && !isLabelLine(block, lines);
      if (isOwn) withText.add(k);
      for (const key of new Set(keysOf(block.container, boundary(k)))) {
        const sum = lengths.get(key) ?? { own: 0, all: 0, parts: new Set() };
        lengths.set(key, sum);
        sum.all += block.text.length;
        if (!isOwn) continue;
        sum.own += block.text.length;
        sum.parts.add(k);
      }
    }
  const scoreOf = ({ own, all }: { own: number; all: number }): number => (own * own) / all;
  const [body] = [...lengths].reduce<[key: string | undefined, score: number]>(
    (best, [key, sum]) => {
      const isLikely = sum.parts.size >= Math.max(MIN_PARTS, withText.size * MIN_WITH_BODY);
      return isLikely && scoreOf(sum) >= best[1] ? [key, scoreOf(sum)] : best;
    },
    [undefined, 0],
  );
  if (body === undefined) return [];
  // Beside author and date, short lines may be buttons.
  const isText = (block: Block): boolean => body !== PART || isParagraph(block);
  return own.flatMap((blocks, k) =>
    blocks.filter((block) => isText(block) && keysOf(block.container, boundary(k)).includes(body)),
  );
}

/** Returns whether a short line names the author or has the date. */
const isLabelLine = (block: Block, lines: PostLines): boolean =>
  block.text.length <= MAX_DATE_LINE &&
  (lines.dateIn(block) !== null || lines.memberIn(block) !== undefined || lines.markedNameIn(block) !== undefined);

/** Counts the parts that have each text. */
function countTexts(parts: readonly (readonly Block[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const blocks of parts)
    for (const text of new Set(blocks.map(keyOfText))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Maximum length of a text whose numbers are ignored, in UTF-16 units. */
const MAX_COUNTED = 200;
const keyOfText = ({ text }: Block): string => withoutNumbers(text.slice(0, MAX_COUNTED));

/** Returns whether a block is neither a label that other parts have too, nor mostly links. */
const isOwnText = (block: Block, counts: ReadonlyMap<string, number>, parts: number): boolean =>
  block.linked * 2 <= block.text.length &&
  !BLOCK_KINDS.heading.has(block.element) &&
  /\p{L}/u.test(block.text.slice(0, MAX_COUNTED)) &&
  (counts.get(keyOfText(block)) ?? 0) <= Math.max(1, parts * MAX_EQUAL);

/** Key of the element of a part. */
const PART = 'part';
/** Maximum number of elements around a block that are read. */
const MAX_DEPTH = 8;

/**
 * Creates a reader of the keys of the elements around a block, up to the one of its part: name and class, or the key of the next element
 * with a class and the names of those within it.
 */
function newKeyReader(page: ParsedPage): (container: number, boundary: number) => readonly string[] {
  const { parents, elements } = page.containers;
  const ownKeys = new Map<number, string>();
  const known = int32Array(parents.length).fill(-1);
  const lists: (readonly string[])[] = [];
  const ownKey = (c: number, depth: number): string => {
    const found = ownKeys.get(c);
    if (found !== undefined) return found;
    const parent = parents[c] as number;
    const key =
      classKey(page, c) ?? (depth === 0 || c === 0 ? `${elements[c]}` : `${ownKey(parent, depth - 1)}>${elements[c]}`);
    ownKeys.set(c, key);
    return key;
  };
  return (container, boundary) => {
    const index = known[container] as number;
    if (index >= 0) return lists[index] as readonly string[];
    const keys: string[] = [];
    for (let c = container, depth = 0; c !== 0 && depth < MAX_DEPTH; c = parents[c] as number, depth++) {
      keys.push(c === boundary ? PART : ownKey(c, MAX_DEPTH));
      if (c === boundary) break;
    }
    known[container] = lists.push(keys) - 1;
    return keys;
  };
}
