/** Tells which elements of repeated parts have a text that differs between the parts. */
import { ASIDE, BLOCK_KINDS } from '../../html/elements.ts';
import { int32Array } from '../../html/page-arrays.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { classKey } from '../group.ts';
import type { Part } from '../parts.ts';
import { isParagraph } from './opening-post.ts';
import type { PostLines } from './post-lines.ts';
import { MAX_DATE_LINE } from './post-lines.ts';
import { BUTTON, NOTICE, PROFILE, SIGNATURE } from './post-zones.ts';
import { isSignatureLine } from './read-post.ts';
import { withoutNumbers } from './repeated-lines.ts';

/** Minimum number of parts with a text of their own, and minimum share of these that have an element of the text. */
const MIN_PARTS = 2;
const MIN_WITH_BODY = 0.6;
/** Maximum share of the parts that have one text, which is a label or a button in more of them. */
const MAX_EQUAL = 0.2;

/** Zones that are no text of a post. */
const NO_TEXT = PROFILE | SIGNATURE | BUTTON | NOTICE;

/**
 * Returns the blocks in the elements that have the text of each part: of one name and class, with much of what differs between the parts, and
 * little else.
 *
 * @param boundary returns the container of a part, or the one around it
 */
export function bodiesOf(
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

/** Minimum length of the title of a thread, in UTF-16 units, and maximum share of the parts that have one. */
const MIN_TITLE = 12;
const MAX_WITH_TITLE = 0.5;

/** Returns whether most parts have a link of their own, as the rows of a board. */
export function haveTitles(parts: readonly Part[]): boolean {
  const counts = countTexts(parts.map(({ blocks }) => blocks));
  const isTitle = (block: Block): boolean =>
    block.linked >= MIN_TITLE && block.linked * 2 > block.text.length && counts.get(keyOfText(block)) === 1;
  return parts.filter(({ blocks }) => blocks.some(isTitle)).length > parts.length * MAX_WITH_TITLE;
}
