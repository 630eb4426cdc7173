import type { Frontier, Head } from '../ports/frontier.ts';

/** Position in what is read of a crawl host by host: at this host, after `skip` of its items. */
export type HostPosition = { host: string; skip: number };

/** Yields the heads of a crawl in the order of `listHeads`, from the host of a position on. @param from absent: all heads */
export async function* listHeadsFrom(
  crawl: string,
  frontier: Pick<Frontier, 'getHead' | 'listHeads'>,
  from: HostPosition | undefined,
): AsyncIterable<Head> {
  if (!from) return yield* frontier.listHeads(crawl);
  const first = await frontier.getHead({ crawl, host: from.host });
  if (first) yield first;
  yield* frontier.listHeads(crawl, from.host);
}
