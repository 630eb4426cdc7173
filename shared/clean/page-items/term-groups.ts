/** Finds the entries of definition lists as parts: a term with the definitions after it, as some forums write a post below its author. */
import { elementId } from '../html/elements.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import type { Group } from './group.ts';

const TERM = elementId('dt');

/** Returns a group of the entries of each definition list with two entries or more. */
export function termGroups({ items: { containers, elements } }: ParsedPage): Group[] {
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
  return [...lists.values()]
    .filter(({ members, end }) => members.length > 1 && end - (members[0] as number) > members.length)
    .map(({ members, end }) => ({ members, areItems: true, ends: [...members.slice(1), end] }));
}
