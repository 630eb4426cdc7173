/** A block at a place of a text, from `from` to `to` (exclusive), and how much it counts. */
export type Link = { block: number; from: number; to: number; weight: number };

/**
 * Returns the links of the largest total weight whose blocks and places both increase, without overlaps. This is weighted chaining:
 * a Fenwick tree keeps the best chain that ends before each place. Of equal chains the one with later blocks wins, because titles occur in
 * menus before they head the text.
 *
 * @param links ordered by block
 * @param length length of the text
 */
export function heaviestChain(links: readonly Link[], length: number): Link[] {
  const tree = new Int32Array(length + 2).fill(-1);
  const weights = new Float64Array(links.length);
  const before = new Int32Array(links.length).fill(-1);
  const bestUntil = (place: number): number => {
    let best = -1;
    for (let at = place + 1; at > 0; at -= at & -at) {
      const link = tree[at] as number;
      if (link !== -1 && (best === -1 || (weights[link] as number) >= (weights[best] as number))) best = link;
    }
    return best;
  };
  const add = (place: number, link: number): void => {
    for (let at = place + 1; at < tree.length; at += at & -at) {
      const known = tree[at] as number;
      if (known === -1 || (weights[link] as number) >= (weights[known] as number)) tree[at] = link;
    }
  };
  for (let i = 0; i < links.length; ) {
    let end = i;
    while (end < links.length && links[end]?.block === links[i]?.block) end++;
    for (let k = i; k < end; k++) {
      const { from, weight } = links[k] as Link;
      before[k] = bestUntil(from);
      weights[k] = weight + (before[k] === -1 ? 0 : (weights[before[k] as number] as number));
    }
    // The links of one block exclude each other, so they are added together.
    for (let k = i; k < end; k++) add((links[k] as Link).to, k);
    i = end;
  }
  const chain: Link[] = [];
  for (let at = links.length === 0 ? -1 : bestUntil(length); at !== -1; at = before[at] as number)
    chain.push(links[at] as Link);
  return chain.reverse();
}
