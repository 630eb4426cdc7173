import type { Frontier, Head, HostKey } from '../../ports/frontier.ts';
import { BundleMissingError, createBundleCache, createBundleReader } from './bundle-reader.ts';
import {
  decodePageEntry,
  decodeQueueEntry,
  mergeEntriesByUrl,
  type PageEntry,
  type PageRow,
  type QueueEntry,
  type QueueRow,
} from './entry.ts';
import { type BundleRef, parseManifest, pieceNames } from './manifest.ts';
import { unpackRows } from './pieces.ts';

/** Number of pieces per read request. */
const PIECES_PER_READ = 64;

/** Maximum number of heads that are read until no visit replaces bundles meanwhile. */
const MAX_HEADS = 20;

/**
 * Reads bundles of a host that may be visited at the same time. A visit deletes bundles that it replaces, so `read` is called again
 * with the current head if one is missing.
 *
 * @param head an earlier head of the host @param read may be called several times
 * @returns undefined if the host was deleted
 * @throws BundleMissingError if the store has lost a bundle
 */
export async function readUnlocked<Read>(
  head: Head,
  frontier: Frontier,
  read: (current: Head) => Promise<Read>,
): Promise<Read | undefined> {
  let current = head;
  for (let left = MAX_HEADS; ; left--) {
    try {
      return await read(current);
    } catch (error) {
      if (!(error instanceof BundleMissingError) || left === 0) throw error;
      const next = await frontier.getHead(current);
      if (!next) return undefined;
      if (next.manifest === current.manifest) throw error;
      current = next;
    }
  }
}

/** Reads all committed entries of a host's frontier, unordered. It reads every bundle, so it is meant for reports. */
export async function readEntries(
  head: Head,
  frontier: Frontier,
): Promise<{ queued: QueueEntry[]; pages: PageEntry[] }> {
  const stored = await readStoredEntries(head, frontier);
  // With OPIC a URL can have several queue entries.
  const queued = new Map(stored.queued.map((entry) => [entry.url, entry]));
  const pages = mergeEntriesByUrl(stored.pages).filter((page) => !page.partial);
  for (const { url } of pages) queued.delete(url);
  return { queued: [...queued.values()], pages };
}

/** Reads all committed entries as they are stored: a URL can have several, and feedback is still apart. */
export async function readStoredEntries(
  head: Pick<Head, 'crawl' | 'host' | 'manifest'>,
  frontier: Frontier,
): Promise<{ queued: QueueEntry[]; pages: PageEntry[] }> {
  const refs = parseManifest(head.manifest);
  const rowsOf = <Row>(kind: BundleRef['kind']) =>
    rowsIn<Row>(
      refs.filter((ref) => ref.kind === kind),
      head,
      frontier,
    );
  const queued = (await rowsOf<QueueRow>('q')).map(decodeQueueEntry);
  return { queued, pages: (await rowsOf<PageRow>('p')).map(decodePageEntry) };
}

async function rowsIn<Row>(refs: readonly BundleRef[], head: HostKey, frontier: Frontier): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ref of refs) for await (const row of streamRows<Row>(ref, head, frontier)) rows.push(row);
  return rows;
}

/** Yields the rows of a bundle from its cursor on, in order. Rows before the cursor are used up. */
export async function* streamRows<Row>(ref: BundleRef, head: HostKey, frontier: Frontier): AsyncIterable<Row> {
  const read = createBundleReader(head, frontier, createBundleCache(0));
  const names = pieceNames(ref).slice(ref.piece);
  let skip = ref.offset;
  for (let i = 0; i < names.length; i += PIECES_PER_READ)
    for (const piece of await read(names.slice(i, i + PIECES_PER_READ))) {
      yield* unpackRows<Row>(piece).slice(skip);
      skip = 0;
    }
}

/** Reads all pieces of a bundle. */
export function readPieces(ref: BundleRef, head: HostKey, frontier: Frontier): Promise<Uint8Array[]> {
  return createBundleReader(head, frontier, createBundleCache(0))(pieceNames(ref));
}
