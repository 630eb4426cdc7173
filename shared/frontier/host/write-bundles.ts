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
  mergeEvidenceByUrl,
  nextMark,
  type PageEntry,
  type QueueEntry,
} from './entry.ts';
import { concatPieces, mergeFingerprints, packFingerprints } from './fingerprint-set.ts';
import { type BundleKind, type BundleRef, formatManifest, pieceName, pieceNames } from './manifest.ts';
import { MAX_MERGE_ENTRIES, selectMerges } from './merge-tiers.ts';
import { packRows, splitBytes } from './pieces.ts';

/** Changes of one visit to a host's frontier. They take effect with the commit of `manifest`. */
export type BundleUpdate = {
  manifest: string;
  /** Pieces to write before the commit. */
  pieces: BundlePiece[];
  /** Pieces that the new manifest no longer names. Delete them after the commit, never before. */
  dropped: string[];
  /** Epochs of the bundles that the new manifest names. */
  epochs: ReadonlySet<number>;
  /** Whether URLs wait for their first fetch. */
  queued: boolean;
  /** Best class of the queued URLs; 7 if there are none. */
  best: number;
  /** Earliest next visit of a known page, epoch ms; absent if no page is scheduled. */
  nextAt?: number;
};

/** Bundles of template counts (`t`), cash (`c`) or taken URLs (`f`), ready to be written. */
export type ExtraBundle = {
  kind: 't' | 'c' | 'f';
  count: number;
  pieces: Uint8Array[];
  kept: BundleRef[];
  replaced: BundleRef[];
};

export type StoredBundles = {
  queues: BundleCursor<QueueEntry>[];
  pages: BundleCursor<PageEntry>[];
  seen: BundleRef[];
  /** Bundles whose entries are among the added ones. */
  emptied: BundleRef[];
  /** Times of the pending recrawls, epoch seconds. */
  marks: number[];
};
export type AddedEntries = {
  queued: QueueEntry[];
  recorded: PageEntry[];
  accepted: Set<Url>;
  extras: ExtraBundle[];
};

/**
 * Writes the entries that a visit added as one bundle per kind. Existing bundles that are due for a merge are merged into
 * it (see `selectMerges`).
 */
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

  const queues = await sortCursors(old.queues, dropped, kept, added.queued.length, (entry) => entry.class);
  const queued = mergeEvidenceByUrl([...added.queued, ...queues.flat()]).sort(compareQueueEntries);
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

  for (const extra of added.extras) {
    kept.push(...extra.kept);
    dropped.push(...extra.replaced.flatMap(pieceNames));
    if (extra.pieces.length > 0) write(extra.kind, extra.count, 0, extra.pieces);
  }

  const recrawl = { kind: 'r' as const, epoch, pieces: 0, count: 0, piece: 0, offset: 0 };
  kept.push(...old.marks.map((mark) => ({ ...recrawl, mark })));

  const epochs = new Set(kept.map((ref) => ref.epoch));
  return { manifest: formatManifest(kept), pieces, dropped, epochs, ...nextWork(kept) };
}

/** Derives the head's next work from the marks of the bundles, without reading the bundles. */
function nextWork(kept: readonly BundleRef[]): Pick<BundleUpdate, 'queued' | 'best' | 'nextAt'> {
  const classes = kept.filter((ref) => ref.kind === 'q').map((ref) => ref.mark);
  const times = kept.filter((ref) => ref.kind === 'p' && ref.mark >= 0).map((ref) => ref.mark * 1000);
  const next = times.length > 0 ? { nextAt: Math.min(...times) } : {};
  return { queued: classes.length > 0, best: Math.min(7, ...classes), ...next };
}

/**
 * Sorts bundles into exhausted ones (`dropped`), remaining ones (`kept`, with a new mark) and ones to merge.
 *
 * @param added number of entries that this visit adds.
 * @returns the entries of the bundles to merge.
 */
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
