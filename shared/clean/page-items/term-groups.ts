/** Finds the entries of definition lists as parts: a term with the definitions after it, as some forums write a post below its author. */
import { elementId } from '../html/elements.ts';
import { float64Array } from '../html/page-arrays.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import type { Group } from './group.ts';

const TERM = elementId('dt');

/** The entries of a definition list as a group. `lengthOf`: length of the main text of an entry, by its term. */
export type TermGroup = Group & { lengthOf: (term: number) => number };

/**
 * Returns a group of the entries of each definition list with two entries or more.
 *
 * @param lengths length of the main text of each item
 */
export function termGroups({ items: { containers, elements } }: ParsedPage, lengths: Float64Array): TermGroup[] {
  const lists = new Map<number, { members: number[]; end: number }>();
  for (let item = 1; item < containers.length; item++) {
    const list = containers[item] as number;
    const found = lists.get(list);
    if (elements[item] === TERM) {
      if (found) found.members.push(item);
      else lists.set(list, { members: [item], end: item + 1 });
    }
    const own = lists.get(list);
    if (own) own.end = item + 1;
  }
  // Lists in each other share their items: the sums up to each item are those of all entries.
  const sums = float64Array(lengths.length + 1);
  for (const [item, length] of lengths.entries()) sums[item + 1] = (sums[item] as number) + length;
  return [...lists.values()]
    .filter(({ members, end }) => members.length > 1 && end - (members[0] as number) > members.length)
    .map(({ members, end }) => {
      const ends = [...members.slice(1), end];
      const endOf = new Map(members.map((member, k) => [member, ends[k] as number]));
      const lengthOf = (term: number): number => (sums[endOf.get(term) as number] as number) - (sums[term] as number);
      return { members, areItems: true, ends, lengthOf };
    });
}
