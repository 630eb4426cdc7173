import type { BundlePiece } from '../../ports/frontier.ts';
import type { Url } from '../../url/url.ts';
import type { Source } from './bundle-cursor.ts';
import type { BundleReader } from './bundle-reader.ts';
import {
  comparePages,
  compareQueued,
  foldAll,
  nextMark,
  type PageEntry,
  pageRow,
  type QueueEntry,
  queueRow,
} from './entry.ts';
import { joined, mergeSeen, packSeen } from './fingerprint-set.ts';
import { type BundleKind, type BundleRef, formatManifest, pieceName, pieceNames } from './manifest.ts';
import { writeRaw, writeRows } from './pieces.ts';
import { LARGEST_MERGE, tiers } from './tiers.ts';

/** What a visit makes of a host's frontier. Nothing of it holds before a commit of `manifest`. */
export type Sealed = {
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
export type Block = { kind: 't' | 'c'; count: number; pieces: Uint8Array[]; kept: BundleRef[]; replaced: BundleRef[] };

export type Bundles = {
  queues: Source<QueueEntry>[];
  pages: Source<PageEntry>[];
  seen: BundleRef[];
  /** Whose entries are among those added. */
  emptied: BundleRef[];
  /** Of the recalls under way. */
  marks: number[];
};
export type Added = { waiting: QueueEntry[]; recorded: PageEntry[]; accepted: Set<Url>; blocks: Block[] };

/** What a visit has added becomes a bundle of each kind, together with those that are to be merged by now. */
export async function seal(epoch: number, read: BundleReader, old: Bundles, added: Added): Promise<Sealed> {
  const kept: BundleRef[] = [];
  const pieces: BundlePiece[] = [];
  const dropped: string[] = old.emptied.flatMap(pieceNames);
  const write = (kind: BundleKind, count: number, mark: number, bytes: Uint8Array[]) => {
    kept.push({ kind, epoch, pieces: bytes.length, count, mark, piece: 0, offset: 0 });
    pieces.push(...bytes.map((piece, i) => ({ name: pieceName({ kind, epoch }, i), bytes: piece })));
  };

  const queues = await standing(old.queues, dropped, kept, added.waiting.length, (entry) => entry.class);
  const queued = [...added.waiting, ...queues.flat()].sort(compareQueued);
  if (queued.length > 0) write('q', queued.length, queued[0]!.class, writeRows(queued.map(queueRow)));

  const pages = await standing(old.pages, dropped, kept, added.recorded.length, nextMark);
  const known = foldAll([...added.recorded, ...pages.flat()]).sort(comparePages);
  if (known.length > 0) write('p', known.length, nextMark(known[0]!), writeRows(known.map(pageRow)));

  const { merged, left } = tiers(old.seen, added.accepted.size, Number.POSITIVE_INFINITY, (ref) => ref.count);
  kept.push(...left);
  const sets = await Promise.all(merged.map((ref) => read(pieceNames(ref)).then(joined)));
  dropped.push(...merged.flatMap(pieceNames));
  const seen = mergeSeen([packSeen(added.accepted), ...sets]);
  if (seen.length > 0) write('s', seen.length / 8, 0, writeRaw(seen));

  for (const block of added.blocks) {
    kept.push(...block.kept);
    dropped.push(...block.replaced.flatMap(pieceNames));
    if (block.pieces.length > 0) write(block.kind, block.count, 0, block.pieces);
  }

  const word = { kind: 'r' as const, epoch, pieces: 0, count: 0, piece: 0, offset: 0 };
  kept.push(...old.marks.map((mark) => ({ ...word, mark })));

  return { manifest: formatManifest(kept), pieces, dropped, ...comesOf(kept) };
}

/** What the head is due for, which its manifest says without a look into the bundles. */
function comesOf(kept: readonly BundleRef[]): Pick<Sealed, 'queued' | 'best' | 'nextAt'> {
  const classes = kept.filter((ref) => ref.kind === 'q').map((ref) => ref.mark);
  const times = kept.filter((ref) => ref.kind === 'p' && ref.mark >= 0).map((ref) => ref.mark * 1000);
  const next = times.length > 0 ? { nextAt: Math.min(...times) } : {};
  return { queued: classes.length > 0, best: Math.min(7, ...classes), ...next };
}

/** Sorts bundles into those used up (dropped), those that stay (kept, marked anew) and those merged: their entries. */
async function standing<Entry>(
  sources: Source<Entry>[],
  dropped: string[],
  kept: BundleRef[],
  added: number,
  markOf: (entry: Entry) => number,
): Promise<Entry[][]> {
  const live: Source<Entry>[] = [];
  for (const one of sources) {
    const first = one.moved() ? await one.peek() : undefined;
    if (one.moved() && first === undefined) dropped.push(...pieceNames(one.ref));
    else live.push(one);
  }
  const { merged, left } = tiers(live, added, LARGEST_MERGE, (one) => one.ref.count);
  for (const one of left) {
    const first = one.moved() ? await one.peek() : undefined;
    kept.push(first === undefined ? one.ref : { ...one.ref, mark: markOf(first) });
  }
  dropped.push(...merged.flatMap((one) => pieceNames(one.ref)));
  return Promise.all(merged.map((one) => one.rest()));
}
