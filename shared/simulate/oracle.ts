import type { Graph } from './graph.ts';

/** Number of fetches after which distances are computed again. */
const RECOMPUTE_EVERY = 10;

/**
 * Crawls with full knowledge of graph and labels: fetches the page that is on the shortest path to a relevant page, and among
 * equals the one with the most new links that lead on. An upper bound in practice; the true optimum is NP-hard.
 *
 * @returns the counted pages in the order of their fetches
 */
export function crawlByOracle(
  graph: Graph,
  seeds: readonly number[],
  pages: number,
  isWanted: (page: number) => boolean,
  counts: (page: number) => boolean,
): number[] {
  const fetched = new Set<number>();
  const known = new Set(seeds);
  const waiting = new Set(seeds);
  const linking = invert(graph);
  let distances = distancesTo(linking, isWanted, fetched);
  const order: number[] = [];

  while (order.length < pages && waiting.size > 0) {
    const page = best();
    const isStep = distances[page] !== 0;
    waiting.delete(page);
    fetched.add(page);
    if (counts(page)) order.push(page);
    for (const { to } of graph.pages[page]!.links)
      if (!known.has(to)) {
        known.add(to);
        waiting.add(to);
      }
    if (isStep || fetched.size % RECOMPUTE_EVERY === 0) distances = distancesTo(linking, isWanted, fetched);
  }
  return order;

  function best(): number {
    let [found, shortest, most] = [-1, Number.POSITIVE_INFINITY, -1];
    for (const page of waiting) {
      const distance = distances[page]!;
      if (found >= 0 && distance > shortest) continue;
      const next = graph.pages[page]!.links.filter(
        ({ to }) => !known.has(to) && distances[to]! <= Math.max(0, distance - 1),
      ).length;
      if (found >= 0 && distance === shortest && next <= most) continue;
      [found, shortest, most] = [page, distance, next];
    }
    return found;
  }
}

/** Returns the pages that the seeds reach. */
export function reachableFrom(graph: Graph, seeds: readonly number[]): Set<number> {
  const reached = new Set(seeds);
  for (const page of reached) for (const { to } of graph.pages[page]!.links) reached.add(to);
  return reached;
}

/** Returns for each page the pages that link to it. */
export function invert(graph: Graph): number[][] {
  const linking: number[][] = graph.pages.map(() => []);
  for (const [from, { links }] of graph.pages.entries()) for (const { to } of links) linking[to]!.push(from);
  return linking;
}

/** Returns the number of links from each page to the nearest wanted page, over pages that are not fetched; infinite: none. */
export function distancesTo(
  linking: readonly number[][],
  isWanted: (page: number) => boolean,
  fetched: ReadonlySet<number> = new Set(),
): Float64Array {
  const distances = new Float64Array(linking.length).fill(Number.POSITIVE_INFINITY);
  const queue: number[] = [];
  for (let page = 0; page < linking.length; page++)
    if (!fetched.has(page) && isWanted(page)) {
      distances[page] = 0;
      queue.push(page);
    }
  for (let at = 0; at < queue.length; at++)
    for (const from of linking[queue[at]!]!)
      if (!fetched.has(from) && distances[from] === Number.POSITIVE_INFINITY) {
        distances[from] = distances[queue[at]!]! + 1;
        queue.push(from);
      }
  return distances;
}
