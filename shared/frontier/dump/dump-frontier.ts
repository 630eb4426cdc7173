import type { Frontier, Head } from '../../ports/frontier.ts';
import { decodePageEntry, decodeQueueEntry, type PageRow, type QueueRow } from '../host/entry.ts';
import { type BundleRef, parseManifest } from '../host/manifest.ts';
import { readPieces, streamRows } from '../host/read-entries.ts';
import { type HostPosition, listHeadsFrom } from '../list-heads-from.ts';
import { decodeOffer } from '../offer-format.ts';
import type { HostDumpLine, HostLine } from './dump-line.ts';

/** Maximum number of inbox items of a host. A visit merges far fewer, so more never wait. */
const MAX_INBOX_ITEMS = 100_000;

/**
 * Yields everything that the frontier of a crawl stores, host by host. Holds one piece of a bundle in memory, whatever the size of
 * a host. The crawl must not run: a visit deletes bundles that it replaces.
 *
 * @param from position of an earlier line; absent: the start. Hosts keep their order.
 * @throws BundleMissingError if a visit changed the host meanwhile
 */
export async function* dumpFrontier(
  crawl: string,
  frontier: Frontier,
  from?: HostPosition,
): AsyncIterable<{ line: HostDumpLine; place: HostPosition }> {
  for await (const head of listHeadsFrom(crawl, frontier, from)) {
    let skip = from?.host === head.host ? from.skip : 0;
    let n = 0;
    for await (const line of linesOf(head, frontier)) {
      n++;
      if (skip-- > 0) continue;
      yield { line, place: { host: head.host, skip: n } };
    }
  }
}

async function* linesOf(head: Head, frontier: Frontier): AsyncIterable<HostDumpLine> {
  const { host } = head;
  const refs = parseManifest(head.manifest);
  // Newest first: with OPIC a URL can have several queue entries, and the newest has its place.
  const of = (kind: BundleRef['kind']) => refs.filter((ref) => ref.kind === kind).sort((a, b) => b.epoch - a.epoch);
  yield hostLine(head, of('r'));
  for (const ref of of('c')) {
    const bytes = Buffer.concat(await readPieces(ref, head, frontier));
    yield { type: 'cash', host, data: bytes.toString('base64') };
  }
  for (const ref of of('p'))
    for await (const row of streamRows<PageRow>(ref, head, frontier)) yield { type: 'page', ...decodePageEntry(row) };
  for (const ref of of('q'))
    for await (const row of streamRows<QueueRow>(ref, head, frontier))
      yield { type: 'queued', ...decodeQueueEntry(row) };
  const { items } = await frontier.readInbox(head, MAX_INBOX_ITEMS);
  for (const { id, body } of items) yield { type: 'inbox', host, id, ...decodeOffer(body) };
}

function hostLine({ host, group, state, due, best, removals }: Head, recrawls: BundleRef[]): HostLine {
  return {
    ...{ type: 'host', host, group, state, best },
    ...(due !== undefined && { due }),
    ...(removals && { removals }),
    ...(recrawls.length > 0 && { recrawls: recrawls.map(({ mark }) => mark) }),
  };
}
