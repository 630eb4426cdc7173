import type { Url } from '../../url/url.ts';
import { copyFeedbackToRecrawls, needsRecrawl, recrawlMark, scheduleForRecrawl } from '../forced-recrawl.ts';
import type { ForcedRecrawl, PageFeedback } from '../offer.ts';
import { type BundleCursor, memoryCursor, openBundleCursor } from './bundle-cursor.ts';
import type { BundleReader } from './bundle-reader.ts';
import {
  comparePageEntries,
  decodePageEntry,
  feedbackEntry,
  mergeEntriesByUrl,
  mergePageEntries,
  nextMark,
  type PageEntry,
  type PageRow,
} from './entry.ts';
import type { BundleRef } from './manifest.ts';
import { isUnreachable } from './retries-exhausted.ts';
import { DELETED_OUTCOME } from './tombstone.ts';

/** Entries of a host's URLs that were fetched or refused. */
export type KnownPages = {
  /** Adds feedback of a later stage, as a partial entry. */
  addFeedback(entry: PageEntry): void;
  record(entry: PageEntry): void;
  /**
   * Replaces record and verdict of pages whose stored documents were judged again, unless the page was fetched since. Reads
   * all pages of the host.
   */
  revise(feedback: ReadonlyMap<Url, PageFeedback>): Promise<void>;
  /**
   * Replaces pages. Reads all pages of the host.
   *
   * @param change returns the page itself to keep it, or another entry for its URL. Called once or twice for a page.
   */
  rewrite(change: (page: PageEntry) => PageEntry): Promise<void>;
  /** Makes the selected pages due at once. Reads all pages of the host. */
  forceRecrawl(recrawl: ForcedRecrawl): Promise<void>;
  /** Makes pages due at once whose retries ended while the host was unreachable. Reads all pages. @returns their number. */
  retryUnreachable(now: number): Promise<number>;
  /** Returns the first due page without removing it, and a function that removes it; undefined if none is due. */
  peek(now: number): Promise<{ page: PageEntry; take: () => void } | undefined>;
  /** Returns the input of `buildBundles`: unchanged bundles, bundles now merged in memory, and entries to write. */
  collect(): Promise<{
    stored: BundleCursor<PageEntry>[];
    emptied: BundleRef[];
    marks: number[];
    entries: PageEntry[];
  }>;
};

/**
 * Number of longest-due pages among which the best class is chosen. Bundles are read from the front only. Pages that are
 * read ahead and not fetched must be written again.
 */
const LOOKAHEAD = 32;

/** @param now start of the visit, epoch ms. Absent: no stored time is later, as the clock was never set back. */
export function openKnownPages(refs: readonly BundleRef[], read: BundleReader, now?: number): KnownPages {
  const pages = refs
    .filter((ref) => ref.kind === 'p')
    .map((ref) => openBundleCursor<PageRow, PageEntry>(ref, read, decodePageEntry));
  const recrawls = new Set(refs.filter((ref) => ref.kind === 'r').map((ref) => ref.mark));
  const emptied: BundleRef[] = [];
  /** Due pages that were read from their bundles in advance, best class first. */
  const ahead: PageEntry[] = [];
  const recorded: PageEntry[] = [];
  /** Feedback merged in this visit, for pages that come up in the same visit. */
  const newFeedback = new Map<Url, PageEntry[]>();

  /** Moves bundles that hold a matching page into memory, to be rewritten with changed pages. Other bundles stay. */
  const rewriteMatching = async (
    matches: (page: PageEntry) => boolean,
    change: (page: PageEntry) => PageEntry,
  ): Promise<number> => {
    const found = await extractMatching(pages, matches, change);
    if (!found) return 0;
    emptied.push(...found.emptiedCursors.map(({ ref }) => ref).filter(({ pieces }) => pieces > 0));
    const others = pages.filter((from) => !found.emptiedCursors.includes(from));
    pages.splice(0, pages.length, ...others, memoryCursor(found.entries, nextMark(found.entries[0]!)));
    return found.count;
  };

  const addFeedback = (entry: PageEntry) => {
    recorded.push(entry);
    newFeedback.set(entry.url, [...(newFeedback.get(entry.url) ?? []), entry]);
  };

  return {
    addFeedback,
    async revise(feedback) {
      await rewriteMatching(
        (page) => needsRevision(page, feedback.get(page.url)),
        (page) => {
          const { at, record, verdict } = feedback.get(page.url)!;
          // Feedback of the visit may be merged in this visit or later; a later time outranks it.
          const { next } = page;
          addFeedback(feedbackEntry({ url: page.url, at, record, verdict, ...(next !== undefined && { next }) }));
          return { ...page, record, verdict };
        },
      );
    },
    record: (entry) => void recorded.push(entry),
    async rewrite(change) {
      await rewriteMatching((page) => change(page) !== page, change);
    },
    async forceRecrawl(given) {
      // A recrawl in the future was asked for before the clock was set back: its pages would wait until then.
      const recrawlAt = (at: number) => ({ ...given, at: Math.min(at, now ?? at) });
      const recrawl = recrawlAt(given.at);
      let filed = recrawl;
      const count = await rewriteMatching(
        (page) => {
          const isSelected = needsRecrawl(page, recrawl, now);
          // A seed with other metadata also selects a page that was fetched since. Feedback on that visit is not copied to an earlier time.
          if (isSelected && given.forced && page.at > filed.at) filed = recrawlAt(page.at);
          return isSelected;
        },
        (page) => scheduleForRecrawl(page, filed),
      );
      if (count > 0) recrawls.add(recrawlMark(filed));
    },
    retryUnreachable(now) {
      const next = Math.floor(now / 1000) * 1000;
      return rewriteMatching(isUnreachable, (page) => ({ ...page, next }));
    },
    async peek(now) {
      while (ahead.length < LOOKAHEAD) {
        const page = await takeDue(pages, now, newFeedback);
        if (!page) break;
        ahead.push(page);
        ahead.sort((a, b) => a.class - b.class || comparePageEntries(a, b));
      }
      const page = ahead[0];
      return page && { page, take: () => void ahead.shift() };
    },
    async collect() {
      const merged = [...ahead].sort(comparePageEntries);
      const marks = await pendingRecrawls(
        recrawls,
        merged[0] ? [...pages, memoryCursor(merged, nextMark(merged[0]))] : pages,
      );
      const stored = pages.filter(({ ref }) => ref.pieces > 0);
      const inMemory = await Promise.all(pages.filter(({ ref }) => ref.pieces === 0).map((from) => from.readRest()));
      const entries = [...recorded, ...copyFeedbackToRecrawls(recorded, marks, now), ...inMemory.flat(), ...ahead];
      return { stored, emptied, marks, entries };
    },
  };
}

/** Whether stored documents of a page were judged again, and the page was not fetched since. */
export function needsRevision(page: PageEntry, revised: PageFeedback | undefined): boolean {
  if (!revised || page.outcome === DELETED_OUTCOME) return false;
  return page.at <= revised.at || page.outcome !== 'fetched';
}

/** Takes the first due page. Entries of one URL with the same next visit are adjacent across all bundles; merges them. */
async function takeDue(
  pages: readonly BundleCursor<PageEntry>[],
  now: number,
  newFeedback: ReadonlyMap<Url, PageEntry[]>,
): Promise<PageEntry | undefined> {
  for (;;) {
    const heads = await dueHeads(pages, now);
    const first = heads.map(({ entry }) => entry).sort(comparePageEntries)[0];
    if (!first) return undefined;
    const same = heads.filter(({ entry }) => entry.url === first.url && entry.next === first.next);
    for (const { from } of same) from.pop();
    const page = mergePageEntries([...same.map(({ entry }) => entry), ...(newFeedback.get(first.url) ?? [])]);
    // Skips feedback without a page: a later visit has replaced the one it is about.
    if (!page.partial) return page;
  }
}

async function dueHeads(pages: readonly BundleCursor<PageEntry>[], now: number) {
  const heads: { entry: PageEntry; from: BundleCursor<PageEntry> }[] = [];
  for (const from of pages) {
    // Marks are rounded up. Comparing them exactly would miss entries, and feedback, that are due within the mark's second.
    if (from.ref.mark < 0 || (from.ref.mark - 1) * 1000 >= now) continue;
    const entry = await from.peek();
    if (entry?.next !== undefined && entry.next <= now) heads.push({ entry, from });
  }
  return heads;
}

/** Returns the bundles that hold matching pages, and their entries with those pages changed; undefined if none matches. */
async function extractMatching(
  pages: readonly BundleCursor<PageEntry>[],
  matches: (page: PageEntry) => boolean,
  change: (page: PageEntry) => PageEntry,
) {
  const lists = await Promise.all(pages.map((from) => from.readRest()));
  const whole = mergeEntriesByUrl(lists.flat()).filter((page) => !page.partial && matches(page));
  if (whole.length === 0) return undefined;
  const urls = new Set(whole.map(({ url }) => url));
  const emptiedCursors = pages.filter((_, i) => lists[i]!.some(({ url }) => urls.has(url)));
  const merged = mergeEntriesByUrl(emptiedCursors.flatMap((from) => lists[pages.indexOf(from)]!));
  const entries = merged.map((page) => (urls.has(page.url) ? change(page) : page)).sort(comparePageEntries);
  return { emptiedCursors, entries, count: whole.length };
}

/** @returns the times of recrawls that still have pages to fetch. */
async function pendingRecrawls(
  recrawls: ReadonlySet<number>,
  pages: readonly BundleCursor<PageEntry>[],
): Promise<number[]> {
  const marks: number[] = [];
  for (const mark of recrawls) {
    for (const from of pages) {
      if (from.ref.mark < 0 || from.ref.mark > mark || marks.includes(mark)) continue;
      const next = (await from.peek())?.next;
      if (next !== undefined && next <= mark * 1000) marks.push(mark);
    }
  }
  return marks;
}
