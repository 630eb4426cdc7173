/** Turns the text of rotated PDF pages upright, so that lines are below each other. */
import type { TextItem } from './lines.ts';

/**
 * Returns the items of a page as if the direction of most of its text were from left to right: the same items, or copies. Text in
 * other directions stays where it is: the header of a page whose table is turned is at the same place as on other pages.
 *
 * @param view left, bottom, right and top of the page, in points
 */
export function uprightItems(items: readonly TextItem[], view: readonly number[]): readonly TextItem[] {
  const lengths = [0, 0, 0, 0];
  for (const item of items) lengths[quarterTurns(item)]! += item.str.length;
  const turns = lengths.indexOf(Math.max(...lengths));
  if (turns === 0) return items;
  return items.map((item) =>
    quarterTurns(item) === turns ? { ...item, transform: turnBack(item.transform, turns, view) } : item,
  );
}

/** Returns the number of quarter turns of an item to the left: 0 to 3. */
function quarterTurns({ transform }: TextItem): number {
  const [a = 0, b = 0] = transform;
  if (Math.abs(a) >= Math.abs(b)) return a >= 0 ? 0 : 2;
  return b > 0 ? 1 : 3;
}

/** Turns a matrix to the right, within the page. @param turns number of quarter turns */
function turnBack(transform: readonly number[], turns: number, view: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const [, , width = 0, height = 0] = view;
  if (turns === 1) return [b, -a, d, -c, y, width - x];
  return turns === 2 ? [-a, -b, -c, -d, width - x, height - y] : [-b, a, -d, c, height - y, x];
}
