import type { BundlePiece } from '../ports/frontier.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import {
  comparePages,
  compareQueued,
  foldPages,
  type PageEntry,
  type PageRow,
  pageEntry,
  pageOfNews,
  pageRow,
  type QueueEntry,
  type QueueRow,
  queueEntry,
  queueRow,
} from './entry.ts';
import { type BundleKind, type BundleRef, formatManifest, pieceName, pieceNames } from './manifest.ts';
import type { Offer, OfferedLink } from './offer.ts';
import { writeRaw, writeRows } from './pieces.ts';
import { besideCalledBack, isCalledBack, markOf, type Recall } from './recall.ts';
import { mergeSeen, packSeen, seenIn } from './seen.ts';
import { loose, type Source, source } from './source.ts';

/** A URL whose turn has come: new, or known and wanted again (`page`). */
export type Candidate = QueueEntry & { page?: PageEntry };

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

/** The frontier of one host, opened for one visit. */
export type Body = {
  /**
   * Takes an offer in. A recall reads all that is known of the host's pages; nothing else here does.
   *
   * @returns what became of its links: reason (`seen` too) or `accepted` → number.
   */
  merge(offer: Offer, refuse: (link: OfferedLink) => Reason | undefined): Promise<Record<string, number>>;
  /** Puts a redirect's target at the front, if it was never accepted before. @returns whether it did. */
  accept(entry: QueueEntry): Promise<boolean>;
  /** The best candidate, still in its place; undefined: nothing is due. */
  peek(now: number): Promise<Candidate | undefined>;
  /** Takes out what `peek` gave; it must be recorded then. */
  take(candidate: Candidate): void;
  record(entry: PageEntry): void;
  /** URLs ever accepted. */
  accepted(): number;
  seal(epoch: number): Promise<Sealed>;
};

/** So many bundles of a kind and tier are merged into one; each tier holds four times as many entries as the last. */
const FAN = 4;
const FIRST_TIER = 64;
/** Queue and page bundles of more entries are left alone: rewriting them would cost more than a word in the manifest. */
const LARGEST_MERGE = 65_536;

export function openBody(refs: readonly BundleRef[], read: BundleReader): Body {
  const queues = refs
    .filter((ref) => ref.kind === 'q')
    .map((ref) => source<QueueRow, QueueEntry>(ref, read, queueEntry));
  const pages = refs.filter((ref) => ref.kind === 'p').map((ref) => source<PageRow, PageEntry>(ref, read, pageEntry));
  const seenRefs = refs.filter((ref) => ref.kind === 's');
  const recalls = new Set(refs.filter((ref) => ref.kind === 'r').map((ref) => ref.mark));
  /** Page bundles whose entries are in memory now. */
  const emptied: BundleRef[] = [];
  const waiting: QueueEntry[] = [];
  let sorted = true;
  const acceptedNow = new Set<Url>();
  const recorded: PageEntry[] = [];
  /** News that this visit has merged: a page that comes up in the same visit knows them already. */
  const arrived = new Map<Url, PageEntry[]>();
  let seenBefore: ((url: string) => boolean) | undefined;

  /** @returns a question that needs no more reading. */
  const seen = async (): Promise<(url: Url) => boolean> => {
    seenBefore ??= seenIn(await Promise.all(seenRefs.map((ref) => read(pieceNames(ref)).then(joined))));
    const before = seenBefore;
    return (url) => acceptedNow.has(url) || before(url);
  };
  const wait = (entry: QueueEntry) => {
    acceptedNow.add(entry.url);
    waiting.push(entry);
    sorted = false;
  };
  const firstWaiting = (): QueueEntry | undefined => {
    if (!sorted) waiting.sort(compareQueued);
    sorted = true;
    return waiting[0];
  };

  /** Entries of one URL and next time stand together in that order, over all bundles: they are taken out and folded. */
  const duePage = async (now: number): Promise<{ page: PageEntry; from: Source<PageEntry>[] } | undefined> => {
    for (;;) {
      const heads: { entry: PageEntry; from: Source<PageEntry> }[] = [];
      for (const from of pages) {
        // A mark is rounded up: what is due in its second would be missed, and with it the news that belong to a page.
        if (from.ref.mark < 0 || (from.ref.mark - 1) * 1000 >= now) continue;
        const entry = await from.peek();
        if (entry?.next !== undefined && entry.next <= now) heads.push({ entry, from });
      }
      const first = heads.map(({ entry }) => entry).sort(comparePages)[0];
      if (!first) return undefined;
      const same = heads.filter(({ entry }) => entry.url === first.url && entry.next === first.next);
      const page = foldPages([...same.map(({ entry }) => entry), ...(arrived.get(first.url) ?? [])]);
      if (!page.partial) return { page, from: same.map(({ from }) => from) };
      // Said of a visit that a later one has replaced.
      for (const { from } of same) from.pop();
    }
  };

  /** Bundles with a page that is called back are emptied into memory, which the seal writes anew; the others stay. */
  const callBack = async (recall: Recall): Promise<void> => {
    const lists = await Promise.all(pages.map((from) => from.rest()));
    const whole = foldAll(lists.flat()).filter((page) => !page.partial && isCalledBack(page, recall));
    if (whole.length === 0) return;
    const urls = new Set(whole.map(({ url }) => url));
    const taken = lists.flatMap((list, i) => (list.some(({ url }) => urls.has(url)) ? [i] : []));
    const mark = markOf(recall);
    const entries = foldAll(taken.flatMap((i) => lists[i]!)).map((page) =>
      urls.has(page.url) ? { ...page, next: mark * 1000 } : page,
    );
    emptied.push(...taken.map((i) => pages[i]!.ref).filter(({ pieces }) => pieces > 0));
    pages.splice(0, pages.length, ...pages.filter((_, i) => !taken.includes(i)));
    entries.sort(comparePages);
    pages.push(loose(entries, nextMark(entries[0]!)));
    recalls.add(mark);
  };

  const bestQueued = async (): Promise<{ entry: QueueEntry; from?: Source<QueueEntry> } | undefined> => {
    const left = queues.filter((from) => !from.usedUp());
    const classOf = (from: Source<QueueEntry>) => from.known()?.class ?? from.ref.mark;
    for (;;) {
      const first = firstWaiting();
      const best = Math.min(first?.class ?? 8, ...left.map(classOf));
      if (best > 7) return undefined;
      const found: { entry: QueueEntry; from?: Source<QueueEntry> }[] = [];
      if (first?.class === best) found.push({ entry: first });
      let unsure = false;
      for (const from of left.filter((one) => classOf(one) === best)) {
        const entry = await from.peek();
        if (!entry) left.splice(left.indexOf(from), 1);
        if (entry?.class === best) found.push({ entry, from });
        else unsure = true;
      }
      found.sort((a, b) => compareQueued(a.entry, b.entry));
      if (found[0]) return found[0];
      if (!unsure) return undefined;
    }
  };

  let taken: (() => void) | undefined;

  return {
    async merge({ links, news, recall }, refuse) {
      const counts: Record<string, number> = {};
      const known = links.length > 0 ? await seen() : () => false;
      for (const link of links) {
        const reason = known(link.url) ? 'seen' : refuse(link);
        counts[reason ?? 'accepted'] = (counts[reason ?? 'accepted'] ?? 0) + 1;
        if (!reason) wait({ ...link, hops: 0 });
      }
      for (const item of news) {
        const entry = pageOfNews(item);
        recorded.push(entry);
        arrived.set(item.url, [...(arrived.get(item.url) ?? []), entry]);
      }
      if (recall) await callBack(recall);
      return counts;
    },
    async accept(entry) {
      if ((await seen())(entry.url)) return false;
      wait(entry);
      return true;
    },
    async peek(now) {
      const due = await duePage(now);
      const queued = await bestQueued();
      if (due && (!queued || due.page.class <= queued.entry.class)) {
        const { page, from } = due;
        taken = () => from.forEach((one) => void one.pop());
        return {
          url: page.url,
          kind: 'page',
          class: page.class,
          depth: page.depth,
          parent: null,
          score: 0,
          hops: 0,
          page,
        };
      }
      if (!queued) return undefined;
      taken = queued.from ? () => queued.from!.pop() : () => void waiting.shift();
      return queued.entry;
    },
    take() {
      taken?.();
      taken = undefined;
    },
    record: (entry) => void recorded.push(entry),
    accepted: () => seenRefs.reduce((sum, ref) => sum + ref.count, acceptedNow.size),
    async seal(epoch) {
      const marks = await underWay(recalls, pages);
      const stored = pages.filter(({ ref }) => ref.pieces > 0);
      const inMemory = await Promise.all(pages.filter(({ ref }) => ref.pieces === 0).map((from) => from.rest()));
      const all = [...recorded, ...besideCalledBack(recorded, marks), ...inMemory.flat()];
      const old = { queues, pages: stored, seenRefs, emptied, marks };
      return seal(epoch, read, old, { waiting, recorded: all, accepted: acceptedNow });
    },
  };
}

/** @returns the times of recalls of which a page waits still. */
async function underWay(recalls: ReadonlySet<number>, pages: readonly Source<PageEntry>[]): Promise<number[]> {
  const marks: number[] = [];
  for (const mark of recalls) {
    for (const from of pages) {
      if (from.ref.mark < 0 || from.ref.mark > mark || marks.includes(mark)) continue;
      const next = (await from.peek())?.next;
      if (next !== undefined && next <= mark * 1000) marks.push(mark);
    }
  }
  return marks;
}

type Bundles = {
  queues: Source<QueueEntry>[];
  pages: Source<PageEntry>[];
  seenRefs: BundleRef[];
  /** Whose entries are among those added. */
  emptied: BundleRef[];
  /** Of the recalls under way. */
  marks: number[];
};
type Added = { waiting: QueueEntry[]; recorded: PageEntry[]; accepted: Set<Url> };

async function seal(epoch: number, read: BundleReader, old: Bundles, added: Added): Promise<Sealed> {
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

  const { merged, left } = tiers(old.seenRefs, added.accepted.size, Number.POSITIVE_INFINITY, (ref) => ref.count);
  kept.push(...left);
  const sets = await Promise.all(merged.map((ref) => read(pieceNames(ref)).then(joined)));
  dropped.push(...merged.flatMap(pieceNames));
  const seen = mergeSeen([packSeen(added.accepted), ...sets]);
  if (seen.length > 0) write('s', seen.length / 8, 0, writeRaw(seen));

  const word = { kind: 'r' as const, epoch, pieces: 0, count: 0, piece: 0, offset: 0 };
  kept.push(...old.marks.map((mark) => ({ ...word, mark })));

  const classes = kept.filter((ref) => ref.kind === 'q').map((ref) => ref.mark);
  const times = kept.filter((ref) => ref.kind === 'p' && ref.mark >= 0).map((ref) => ref.mark * 1000);
  return {
    manifest: formatManifest(kept),
    pieces,
    dropped,
    queued: classes.length > 0,
    best: Math.min(7, ...classes),
    ...(times.length > 0 ? { nextAt: Math.min(...times) } : {}),
  };
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

/**
 * Which bundles are merged with what is added: as long as the new bundle would be the fourth of its tier, it takes the
 * others of that tier in, and is then looked at in the tier that it has grown into.
 */
function tiers<T>(
  bundles: readonly T[],
  added: number,
  largest: number,
  countOf: (bundle: T) => number,
): { merged: T[]; left: T[] } {
  let left = [...bundles];
  const merged: T[] = [];
  for (let count = added; ; ) {
    const same = left.filter((one) => tier(countOf(one)) <= tier(count) && countOf(one) <= largest);
    if (same.length < FAN - 1) return { merged, left };
    merged.push(...same);
    left = left.filter((one) => !same.includes(one));
    count += same.reduce((sum, one) => sum + countOf(one), 0);
  }
}

function tier(count: number): number {
  return count <= FIRST_TIER ? 0 : 1 + Math.floor(Math.log(count / FIRST_TIER) / Math.log(FAN));
}

/**
 * Entries of one URL become one: the visit's own, under its next time. What was said of an older visit only adds to it;
 * what was said of a visit that is not known here waits under its own time, or under each of several.
 */
function foldAll(entries: readonly PageEntry[]): PageEntry[] {
  return [...Map.groupBy(entries, ({ url }) => url).values()].flatMap((list) => {
    if (list.length === 1) return list;
    if (list.some((entry) => !entry.partial)) return [foldPages(list)];
    return [...Map.groupBy(list, ({ next }) => next).values()].map(foldPages);
  });
}

/** Epoch seconds, rounded up: a visit that comes when the mark says so finds the page due. */
function nextMark(entry: PageEntry): number {
  return entry.next === undefined ? -1 : Math.ceil(entry.next / 1000);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
