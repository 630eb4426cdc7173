import type { Reason } from '../../url/reason.ts';
import type { Offer, OfferedLink } from '../enqueue-links.ts';
import type { BundleReader } from './bundle-reader.ts';
import { feedbackEntry, type PageEntry, type QueueEntry } from './entry.ts';
import { openKnownPages } from './known-pages.ts';
import type { BundleRef } from './manifest.ts';
import { openOpicQueue } from './opic-queue.ts';
import { openUrlQueue } from './queue.ts';
import { openSeenSet } from './seen-set.ts';
import { openTemplateCounts } from './templates.ts';
import { type BundleUpdate, buildBundles, type ExtraBundle } from './write-bundles.ts';

/** A URL whose turn has come: new, or known and wanted again (`page`). */
export type FetchCandidate = QueueEntry & {
  page?: PageEntry;
  /** What it hands on to its links (`opic-cash.ts`); absent: the crawl's strategy knows no cash. */
  cash?: number;
};

export type HostFrontierOptions = {
  /** URLs of one template; null or not given: no budget. */
  maxPagesPerTemplate?: number | null | undefined;
  /** URLs stand in line by their cash. As a host has begun, so it goes on: of what it took before, no cash is known. */
  byCash?: boolean | undefined;
};

/** The frontier of one host, opened for one visit. */
export type HostFrontier = {
  /**
   * Takes an offer in. A recall reads all that is known of the host's pages; nothing else here does.
   *
   * @returns what became of its links: reason (`seen` too) or `accepted` → number.
   */
  merge(offer: Offer, refuse: (link: OfferedLink) => Reason | undefined): Promise<Record<string, number>>;
  /** Puts a redirect's target at the front, if it was never accepted before. @returns whether it did. */
  acceptRedirect(entry: QueueEntry): Promise<boolean>;
  /** The best candidate, still in its place; undefined: nothing is due. */
  peek(now: number): Promise<FetchCandidate | undefined>;
  /** Takes out what `peek` gave; it must be recorded then. */
  take(candidate: FetchCandidate): void;
  record(entry: PageEntry): void;
  /** The host is back: pages that were given up while it was away are wanted at once. @returns how many. */
  retryUnreached(now: number): Promise<number>;
  /** URLs ever accepted. */
  acceptedCount(): number;
  buildBundles(epoch: number): Promise<BundleUpdate>;
};

/** A list has too many for the arguments of a call. */
const latest = (times: Iterable<number>) => [...times].reduce((last, at) => Math.max(last, at), 0);

export function openHostFrontier(
  refs: readonly BundleRef[],
  read: BundleReader,
  options: HostFrontierOptions = {},
): HostFrontier {
  const waiting = openUrlQueue(refs, read);
  const pages = openKnownPages(refs, read);
  const accepted = openSeenSet(refs, read);
  const { maxPagesPerTemplate: budget = null } = options;
  const templates = budget === null ? undefined : once(() => openTemplateCounts(refs, read, budget));
  const hasCash = refs.length === 0 ? options.byCash : refs.some(({ kind }) => kind === 'c');
  const line = hasCash ? once(() => openOpicQueue(refs, read, waiting)) : undefined;
  const wait = async (entry: QueueEntry) => {
    accepted.added.add(entry.url);
    waiting.add(entry);
    (await line?.())?.enqueue(entry);
  };
  let take: (() => void) | undefined;
  /** Known pages of which lists say when they were changed. Epoch ms. */
  const modified = new Map<string, number>();

  return {
    async merge({ links, feedback: news, recrawl: recall, cash }, refuse) {
      const counts: Record<string, number> = {};
      const known = links.length > 0 || cash ? await accepted.lookup() : () => false;
      const counted = links.length > 0 ? await templates?.() : undefined;
      for (const link of links) {
        const spent = link.depth > 0 && counted?.isExhausted(link.url) ? 'template-budget' : undefined;
        const reason = known(link.url) ? 'seen' : (refuse(link) ?? spent);
        counts[reason ?? 'accepted'] = (counts[reason ?? 'accepted'] ?? 0) + 1;
        if (reason === 'seen' && link.lastModified !== undefined) modified.set(link.url, link.lastModified);
        if (reason) continue;
        counted?.add(link.url);
        await wait({ ...link, hops: 0 });
      }
      if (cash) (await line?.())?.receive(cash, known);
      for (const item of news) pages.addFeedback(feedbackEntry(item));
      if (recall) await pages.forceRecrawl(recall);
      return counts;
    },
    async acceptRedirect(entry) {
      const isNew = !(await accepted.lookup())(entry.url);
      if (isNew) await wait(entry);
      if (entry.parent !== null) (await line?.())?.transfer(entry.parent, entry);
      return isNew;
    },
    async peek(now) {
      // All offers have been merged by now: a host's pages are read once for all of them.
      if (modified.size > 0) await pages.forceRecrawl({ at: latest(modified.values()), modified: new Map(modified) });
      modified.clear();
      const cash = await line?.();
      const due = await pages.peek(now);
      const queued = await waiting.peek(cash?.isStale);
      const isPage = due !== undefined && (!queued || due.page.class <= queued.entry.class);
      take = isPage ? due.take : queued?.take;
      const candidate = isPage ? candidateOf(due.page) : queued?.entry;
      return candidate && cash ? { ...candidate, cash: cash.ledger.balance(candidate.url) } : candidate;
    },
    take(candidate) {
      take?.();
      take = undefined;
      line?.now?.ledger.markTaken(candidate.url);
    },
    record(entry) {
      pages.record(entry);
      if (entry.outcome === 'fetched' || entry.outcome === 'redirected') line?.now?.ledger.spend(entry.url);
    },
    retryUnreached: (now) => pages.retryUnreached(now),
    acceptedCount: () => accepted.count(),
    async buildBundles(epoch) {
      const { stored, emptied, marks, entries } = await pages.collect();
      const old = { queues: waiting.stored, pages: stored, seen: accepted.stored, emptied, marks };
      const blocks = [
        await extraBundleOf('t', templates?.now, refs),
        await extraBundleOf('c', line?.now?.ledger, refs),
      ];
      const added = { waiting: waiting.added, recorded: entries, accepted: accepted.added, blocks };
      return buildBundles(epoch, read, old, added);
    },
  };
}

/** What was not opened stays as it lies. */
async function extraBundleOf(
  kind: ExtraBundle['kind'],
  opened: { toBundle(): ExtraBundle | Promise<ExtraBundle> } | undefined,
  refs: readonly BundleRef[],
): Promise<ExtraBundle> {
  const kept = refs.filter((ref) => ref.kind === kind);
  return opened ? opened.toBundle() : { kind, count: 0, pieces: [], kept, replaced: [] };
}

type Once<T> = { (): Promise<T>; now?: T };

/** Opened when it is first asked for; from then on in `now`. */
function once<T>(open: () => Promise<T>): Once<T> {
  const opened: Once<T> = async () => {
    opened.now ??= await open();
    return opened.now;
  };
  return opened;
}

/** What was a list when it was read last is one again. */
function kindOf({ verdict }: PageEntry): FetchCandidate['kind'] {
  if (verdict === 'sitemap' || verdict === 'feed') return verdict;
  return verdict === 'not-a-sitemap' ? 'sitemap' : 'page';
}

function candidateOf(page: PageEntry): FetchCandidate {
  const { url, depth, about } = page;
  const candidate = { url, kind: kindOf(page), class: page.class, depth, parent: null, score: 0, hops: 0, page };
  return about ? { ...candidate, about } : candidate;
}
