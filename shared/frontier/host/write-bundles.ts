import type { BundlePiece } from '../../ports/frontier.ts';
import type { Url } from '../../url/url.ts';
import type { BundleCursor } from './bundle-cursor.ts';
import type { BundleReader } from './bundle-reader.ts';
import {
  comparePageEntries,
  compareQueueEntries,
  encodePageEntry,
  encodeQueueEntry,
  mergeEntriesByUrl,
  nextMark,
  type PageEntry,
  type QueueEntry,
} from './entry.ts';
import { concatPieces, mergeFingerprints, packFingerprints } from './fingerprint-set.ts';
import { type BundleKind, type BundleRef, formatManifest, pieceName, pieceNames } from './manifest.ts';
import { MAX_MERGE_ENTRIES, selectMerges } from './merge-tiers.ts';
import { packRows, splitBytes } from './pieces.ts';

/** What a visit makes of a host's frontier. Nothing of it holds before a commit of `manifest`. */
export type BundleUpdate = {
  manifest: string;
  /** To be written before the commit. */
  pieces: BundlePiece[];
  /** Names that the new manifest no longer holds: to be deleted after the commit, never before. */
  dropped: string[];
  /** URLs are waiting for their first fetch. */
  queued: boolean;
  /** Best class of those; 7 when there are none. */
  best: number;
  /** Earliest time at which a known page is wanted again, epoch ms; absent: none ever. */
  nextAt?: number;
};

/** What stands beside queue, pages and what was seen, ready to be written. */
export type ExtraBundle = {
  kind: 't' | 'c';
  count: number;
  pieces: Uint8Array[];
  kept: BundleRef[];
  replaced: BundleRef[];
};

export type StoredBundles = {
  queues: BundleCursor<QueueEntry>[];
  pages: BundleCursor<PageEntry>[];
  seen: BundleRef[];
  /** Whose entries are among those added. */
  emptied: BundleRef[];
  /** Of the recalls under way. */
  marks: number[];
};
export type AddedEntries = { waiting: QueueEntry[]; recorded: PageEntry[]; accepted: Set<Url>; blocks: ExtraBundle[] };

/** What a visit has added becomes a bundle of each kind, together with those that are to be merged by now. */
export async function buildBundles(
  epoch: number,
  read: BundleReader,
  old: StoredBundles,
  added: AddedEntries,
): Promise<BundleUpdate> {
  const kept: BundleRef[] = [];
  const pieces: BundlePiece[] = [];
  const dropped: string[] = old.emptied.flatMap(pieceNames);
  const write = (kind: BundleKind, count: number, mark: number, bytes: Uint8Array[]) => {
    kept.push({ kind, epoch, pieces: bytes.length, count, mark, piece: 0, offset: 0 });
    pieces.push(...bytes.map((piece, i) => ({ name: pieceName({ kind, epoch }, i), bytes: piece })));
  };

  const queues = await sortCursors(old.queues, dropped, kept, added.waiting.length, (entry) => entry.class);
  const queued = [...added.waiting, ...queues.flat()].sort(compareQueueEntries);
  if (queued.length > 0) write('q', queued.length, queued[0]!.class, packRows(queued.map(encodeQueueEntry)));

  const pages = await sortCursors(old.pages, dropped, kept, added.recorded.length, nextMark);
  const known = mergeEntriesByUrl([...added.recorded, ...pages.flat()]).sort(comparePageEntries);
  if (known.length > 0) write('p', known.length, nextMark(known[0]!), packRows(known.map(encodePageEntry)));

  const { merged, left } = selectMerges(old.seen, added.accepted.size, Number.POSITIVE_INFINITY, (ref) => ref.count);
  kept.push(...left);
  const sets = await Promise.all(merged.map((ref) => read(pieceNames(ref)).then(concatPieces)));
  dropped.push(...merged.flatMap(pieceNames));
  const seen = mergeFingerprints([packFingerprints(added.accepted), ...sets]);
  if (seen.length > 0) write('s', seen.length / 8, 0, splitBytes(seen));

  for (const block of added.blocks) {
    kept.push(...block.kept);
    dropped.push(...block.replaced.flatMap(pieceNames));
    if (block.pieces.length > 0) write(block.kind, block.count, 0, block.pieces);
  }

  const word = { kind: 'r' as const, epoch, pieces: 0, count: 0, piece: 0, offset: 0 };
  kept.push(...old.marks.map((mark) => ({ ...word, mark })));

  return { manifest: formatManifest(kept), pieces, dropped, ...nextWork(kept) };
}

/** What the head is due for, which its manifest says without a look into the bundles. */
function nextWork(kept: readonly BundleRef[]): Pick<BundleUpdate, 'queued' | 'best' | 'nextAt'> {
  const classes = kept.filter((ref) => ref.kind === 'q').map((ref) => ref.mark);
  const times = kept.filter((ref) => ref.kind === 'p' && ref.mark >= 0).map((ref) => ref.mark * 1000);
  const next = times.length > 0 ? { nextAt: Math.min(...times) } : {};
  return { queued: classes.length > 0, best: Math.min(7, ...classes), ...next };
}

/** Sorts bundles into those used up (dropped), those that stay (kept, marked anew) and those merged: their entries. */
async function sortCursors<Entry>(
  sources: BundleCursor<Entry>[],
  dropped: string[],
  kept: BundleRef[],
  added: number,
  markOf: (entry: Entry) => number,
): Promise<Entry[][]> {
  const live: BundleCursor<Entry>[] = [];
  for (const one of sources) {
    const first = one.hasMoved() ? await one.peek() : undefined;
    if (one.hasMoved() && first === undefined) dropped.push(...pieceNames(one.ref));
    else live.push(one);
  }
  const { merged, left } = selectMerges(live, added, MAX_MERGE_ENTRIES, (one) => one.ref.count);
  for (const one of left) {
    const first = one.hasMoved() ? await one.peek() : undefined;
    kept.push(first === undefined ? one.ref : { ...one.ref, mark: markOf(first) });
  }
  dropped.push(...merged.flatMap((one) => pieceNames(one.ref)));
  return Promise.all(merged.map((one) => one.readRest()));
}
