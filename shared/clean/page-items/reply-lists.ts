/** Finds the posts of a thread whose replies are lists in the items of the posts that they answer. */
import { totalLength } from '../html/block-lengths.ts';
import { int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { MIN_COVERED } from './candidate-groups.ts';
import type { Group } from './group.ts';
import { itemsAround, nestedItems } from './nested-lists.ts';
import { type Part, partsOf } from './parts.ts';

/** Minimum share of the items of a list that must be posts; otherwise it belongs to the text of the post around it. */
const MIN_READABLE = 0.6;

/**
 * Returns the items of each list whose items have lists of replies, with these replies.
 *
 * @param read reads a part; undefined if it is no post
 * @param ends index after the last descendant of each container
 */
export function replyGroups(
  page: ParsedPage,
  isText: ReadonlySet<Block>,
  read: (part: Part) => unknown,
  ends: Int32Array,
): Group[] {
  const around = itemsAround(page, ends);
  const minText = totalLength(isText) * MIN_COVERED;
  if (minText === 0) return [];
  const lengths = textLengths(page, isText);
  const lengthOf = (members: readonly number[]): number =>
    members.reduce((sum, item) => sum + (lengths[item] as number), 0);
  // A page may have thousands of lists, and reading the parts of one takes time for the whole page. At most three lists are this long.
  const long = nestedItems(page, around).filter((members) => lengthOf(members) >= minText);
  return long.flatMap((members) => {
    const parts = partsOf(page, isText, { members, areItems: true }, ends, false);
    if (totalLength(parts.flatMap(({ text }) => text)) < minText) return [];
    const shares = readableShares(page, members, parts, read);
    const shareOf = (item: number): number | undefined => shares.get(page.items.containers[item] as number);
    const posts = members.filter((item) => (shareOf(item) ?? 0) >= MIN_READABLE);
    if (!posts.some((item) => around[item] !== 0)) return [];
    const siblings = members.filter((item) => (shareOf(item) ?? 1) >= MIN_READABLE);
    return { members: posts, areItems: true, siblings };
  });
}

/** Returns the length of the main text of each item by its index in `page.items`, without that of lists within it. */
function textLengths({ items }: ParsedPage, isText: ReadonlySet<Block>): Int32Array {
  const lengths = int32Array(items.containers.length);
  for (const { item, text } of isText) lengths[item] = (lengths[item] as number) + text.length;
  return lengths;
}

/** Returns the share of the items with main text that can be read, by list. Lists without main text are absent. */
function readableShares(
  { items }: ParsedPage,
  members: readonly number[],
  parts: readonly Part[],
  read: (part: Part) => unknown,
): Map<number, number> {
  const counts = new Map<number, { all: number; posts: number }>();
  for (const [k, part] of parts.entries()) {
    if (part.text.length === 0) continue;
    const list = items.containers[members[k] as number] as number;
    const count = counts.get(list) ?? { all: 0, posts: 0 };
    counts.set(list, count);
    count.all++;
    if (read(part) !== undefined) count.posts++;
  }
  return new Map([...counts].map(([list, { all, posts }]) => [list, posts / all]));
}
