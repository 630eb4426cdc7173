import type { Url } from '../../url/url.ts';
import {
  copyFeedbackToRecrawls,
  type ForcedRecrawl,
  needsRecrawl,
  recrawlMark,
  scheduleForRecrawl,
} from '../forced-recrawl.ts';
import { type BundleCursor, memoryCursor, openBundleCursor } from './bundle-cursor.ts';
import type { BundleReader } from './bundle-reader.ts';
import {
  comparePageEntries,
  decodePageEntry,
  mergeEntriesByUrl,
  mergePageEntries,
  nextMark,
  type PageEntry,
  type PageRow,
} from './entry.ts';
import type { BundleRef } from './manifest.ts';
import { isUnreached } from './retries-exhausted.ts';

/** What is known of the URLs of a host that had their turn. */
export type KnownPages = {
  /** What a later stage said. */
  addFeedback(entry: PageEntry): void;
  record(entry: PageEntry): void;
  /** Reads all that is known of the host's pages; nothing else here does. */
  forceRecrawl(recall: ForcedRecrawl): Promise<void>;
  /** Pages that were given up while the host could not be reached are wanted at once. Reads as much. @returns how many. */
  retryUnreached(now: number): Promise<number>;
  /** The page that is to be fetched first of those that are due, with what takes it out. */
  peek(now: number): Promise<{ page: PageEntry; take: () => void } | undefined>;
  /** For the seal: bundles as they lie, those whose entries are in memory now, and the entries to be written. */
  collect(): Promise<{
    stored: BundleCursor<PageEntry>[];
    emptied: BundleRef[];
    marks: number[];
    entries: PageEntry[];
  }>;
};

/**
 * Of pages that are due, the best class is looked for among so many of those that are due longest: a bundle is used up
 * from its front, and what is taken out and not fetched is written anew.
 */
const LOOKAHEAD = 32;

export function openKnownPages(refs: readonly BundleRef[], read: BundleReader): KnownPages {
  const pages = refs
    .filter((ref) => ref.kind === 'p')
    .map((ref) => openBundleCursor<PageRow, PageEntry>(ref, read, decodePageEntry));
  const recalls = new Set(refs.filter((ref) => ref.kind === 'r').map((ref) => ref.mark));
  const emptied: BundleRef[] = [];
  /** Due, and no longer in their bundles: best class first. */
  const ahead: PageEntry[] = [];
  const recorded: PageEntry[] = [];
  /** News that this visit has merged: a page that comes up in the same visit knows them already. */
  const arrived = new Map<Url, PageEntry[]>();

  /** Bundles with such a page are emptied into memory, which the seal writes anew; the others stay. */
  const empty = async (
    isMeant: (page: PageEntry) => boolean,
    moved: (page: PageEntry) => PageEntry,
  ): Promise<number> => {
    const found = await extractMatching(pages, isMeant, moved);
    if (!found) return 0;
    emptied.push(...found.taken.map(({ ref }) => ref).filter(({ pieces }) => pieces > 0));
    const others = pages.filter((from) => !found.taken.includes(from));
    pages.splice(0, pages.length, ...others, memoryCursor(found.entries, nextMark(found.entries[0]!)));
    return found.count;
  };

  return {
    addFeedback(entry) {
      recorded.push(entry);
      arrived.set(entry.url, [...(arrived.get(entry.url) ?? []), entry]);
    },
    record: (entry) => void recorded.push(entry),
    async forceRecrawl(recall) {
      const count = await empty(
        (page) => needsRecrawl(page, recall),
        (page) => scheduleForRecrawl(page, recall),
      );
      if (count > 0) recalls.add(recrawlMark(recall));
    },
    retryUnreached(now) {
      const next = Math.floor(now / 1000) * 1000;
      return empty(isUnreached, (page) => ({ ...page, next }));
    },
    async peek(now) {
      while (ahead.length < LOOKAHEAD) {
        const page = await takeDue(pages, now, arrived);
        if (!page) break;
        ahead.push(page);
        ahead.sort((a, b) => a.class - b.class || comparePageEntries(a, b));
      }
      const page = ahead[0];
      return page && { page, take: () => void ahead.shift() };
    },
    async collect() {
      const held = [...ahead].sort(comparePageEntries);
      const marks = await pendingRecrawls(recalls, held[0] ? [...pages, memoryCursor(held, nextMark(held[0]))] : pages);
      const stored = pages.filter(({ ref }) => ref.pieces > 0);
      const inMemory = await Promise.all(pages.filter(({ ref }) => ref.pieces === 0).map((from) => from.readRest()));
      const entries = [...recorded, ...copyFeedbackToRecrawls(recorded, marks), ...inMemory.flat(), ...ahead];
      return { stored, emptied, marks, entries };
    },
  };
}

/** Entries of one URL and next time stand together in that order, over all bundles: they are taken out and folded. */
async function takeDue(
  pages: readonly BundleCursor<PageEntry>[],
  now: number,
  arrived: ReadonlyMap<Url, PageEntry[]>,
): Promise<PageEntry | undefined> {
  for (;;) {
    const heads = await dueHeads(pages, now);
    const first = heads.map(({ entry }) => entry).sort(comparePageEntries)[0];
    if (!first) return undefined;
    const same = heads.filter(({ entry }) => entry.url === first.url && entry.next === first.next);
    for (const { from } of same) from.pop();
    const page = mergePageEntries([...same.map(({ entry }) => entry), ...(arrived.get(first.url) ?? [])]);
    // Said of a visit that a later one has replaced, where it is all there is.
    if (!page.partial) return page;
  }
}

async function dueHeads(pages: readonly BundleCursor<PageEntry>[], now: number) {
  const heads: { entry: PageEntry; from: BundleCursor<PageEntry> }[] = [];
  for (const from of pages) {
    // A mark is rounded up: what is due in its second would be missed, and with it the news that belong to a page.
    if (from.ref.mark < 0 || (from.ref.mark - 1) * 1000 >= now) continue;
    const entry = await from.peek();
    if (entry?.next !== undefined && entry.next <= now) heads.push({ entry, from });
  }
  return heads;
}

/** Bundles with such pages, and what they hold, such pages moved; undefined: there is none. */
async function extractMatching(
  pages: readonly BundleCursor<PageEntry>[],
  isMeant: (page: PageEntry) => boolean,
  moved: (page: PageEntry) => PageEntry,
) {
  const lists = await Promise.all(pages.map((from) => from.readRest()));
  const whole = mergeEntriesByUrl(lists.flat()).filter((page) => !page.partial && isMeant(page));
  if (whole.length === 0) return undefined;
  const urls = new Set(whole.map(({ url }) => url));
  const taken = pages.filter((_, i) => lists[i]!.some(({ url }) => urls.has(url)));
  const held = mergeEntriesByUrl(taken.flatMap((from) => lists[pages.indexOf(from)]!));
  const entries = held.map((page) => (urls.has(page.url) ? moved(page) : page)).sort(comparePageEntries);
  return { taken, entries, count: whole.length };
}

/** @returns the times of recalls of which a page waits still. */
async function pendingRecrawls(
  recalls: ReadonlySet<number>,
  pages: readonly BundleCursor<PageEntry>[],
): Promise<number[]> {
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
