import type { Frontier, Head } from '../../ports/frontier.ts';
import type { Url } from '../../url/url.ts';
import { createBundleCache, createBundleReader } from './bundle-reader.ts';
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

/** Reads all committed entries of a host's frontier, unordered. It reads every bundle, so it is meant for reports. */
export async function readEntries(
  head: Head,
  frontier: Frontier,
): Promise<{ queued: QueueEntry[]; pages: PageEntry[] }> {
  const refs = parseManifest(head.manifest);
  const rowsOf = <Row>(kind: BundleRef['kind']) =>
    rowsIn<Row>(
      refs.filter((ref) => ref.kind === kind),
      head,
      frontier,
    );
  const queued = new Map<Url, QueueEntry>();
  // With OPIC a URL can have several queue entries.
  for (const row of await rowsOf<QueueRow>('q')) queued.set(row[0] as Url, decodeQueueEntry(row));
  const pages = mergeEntriesByUrl((await rowsOf<PageRow>('p')).map(decodePageEntry)).filter((page) => !page.partial);
  for (const { url } of pages) queued.delete(url);
  return { queued: [...queued.values()], pages };
}

async function rowsIn<Row>(refs: readonly BundleRef[], head: Head, frontier: Frontier): Promise<Row[]> {
  const read = createBundleReader(head, frontier, createBundleCache(0));
  const rows: Row[] = [];
  for (const ref of refs) {
    // Entries before the cursor are used up.
    const names = pieceNames(ref).slice(ref.piece);
    let skip = ref.offset;
    for (let i = 0; i < names.length; i += PIECES_PER_READ)
      for (const piece of await read(names.slice(i, i + PIECES_PER_READ))) {
        rows.push(...unpackRows<Row>(piece).slice(skip));
        skip = 0;
      }
  }
  return rows;
}
