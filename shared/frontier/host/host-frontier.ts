import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import type { Offer, OfferedLink } from '../offer.ts';
import type { BundleReader } from './bundle-reader.ts';
import { feedbackEntry, type PageEntry, type QueueEntry } from './entry.ts';
import { type KnownPages, openKnownPages } from './known-pages.ts';
import type { BundleRef } from './manifest.ts';
import { type OpicQueue, openOpicQueue } from './opic-queue.ts';
import { openUrlQueue, type UrlQueue } from './queue.ts';
import { openSeenSet, type SeenSet } from './seen-set.ts';
import { openTemplateCounts, type TemplateCounts } from './templates.ts';
import { type BundleUpdate, buildBundles, type ExtraBundle } from './write-bundles.ts';

/** A URL to fetch next: a queued URL, or a known page that is due (`page`). */
export type FetchCandidate = QueueEntry & {
  page?: PageEntry;
  /** Cash that the page passes to its links (`opic-cash.ts`); absent if the crawl's strategy uses no cash. */
  cash?: number;
};

export type HostFrontierOptions = {
  /** Maximum number of URLs per template; null or absent: no limit. */
  maxPagesPerTemplate?: number | null | undefined;
  /** Orders URLs by cash. Applies only to new hosts, because no cash is recorded for the URLs of a started host. */
  byCash?: boolean | undefined;
};

/** The frontier of one host, opened for one visit. */
export type HostFrontier = {
  /**
   * Merges an offer. A forced recrawl reads all known pages of the host; no other method except `retryUnreached` does.
   *
   * @returns the number of links per result: a reason (also `seen`), or `accepted`.
   */
  merge(offer: Offer, refuse: (link: OfferedLink) => Reason | undefined): Promise<Record<string, number>>;
  /** Queues a redirect's target at its priority, unless the host has accepted it before. @returns whether it was queued. */
  acceptRedirect(entry: QueueEntry): Promise<boolean>;
  /** Returns the best candidate without removing it; undefined if nothing is due. */
  peek(now: number): Promise<FetchCandidate | undefined>;
  /** Removes the candidate that `peek` returned. The caller must record its outcome. */
  take(candidate: FetchCandidate): void;
  record(entry: PageEntry): void;
  /** Makes pages due at once whose retries ended while the host was unreachable. @returns the number of such pages. */
  retryUnreachable(now: number): Promise<number>;
  /** Number of URLs ever accepted. */
  acceptedCount(): number;
  buildBundles(epoch: number): Promise<BundleUpdate>;
};

type Parts = {
  queue: UrlQueue;
  pages: KnownPages;
  seen: SeenSet;
  templates: Lazy<TemplateCounts> | undefined;
  opic: Lazy<OpicQueue> | undefined;
  /** Change times of known pages, as lists of this visit report them. Epoch ms. */
  modified: Map<Url, number>;
};

export function openHostFrontier(
  refs: readonly BundleRef[],
  read: BundleReader,
  { maxPagesPerTemplate: budget = null, byCash }: HostFrontierOptions = {},
): HostFrontier {
  const queue = openUrlQueue(refs, read);
  const hasCash = refs.length === 0 ? byCash : refs.some(({ kind }) => kind === 'c');
  const parts: Parts = {
    queue,
    pages: openKnownPages(refs, read),
    seen: openSeenSet(refs, read),
    templates: budget === null ? undefined : lazy(() => openTemplateCounts(refs, read, budget)),
    opic: hasCash ? lazy(() => openOpicQueue(refs, read, queue)) : undefined,
    modified: new Map(),
  };
  const { pages, seen, opic } = parts;
  let remove: (() => void) | undefined;

  return {
    merge: (offer, refuse) => mergeOffer(parts, offer, refuse),
    async acceptRedirect(entry) {
      const isNew = !(await seen.lookup())(entry.url);
      if (isNew) await enqueue(parts, entry);
      if (entry.parent !== null) (await opic?.())?.transfer(entry.parent, entry);
      return isNew;
    },
    async peek(now) {
      const best = await peekBest(parts, now);
      remove = best?.take;
      return best?.candidate;
    },
    take(candidate) {
      remove?.();
      remove = undefined;
      opic?.opened?.ledger.markTaken(candidate.url);
    },
    record(entry) {
      pages.record(entry);
      if (entry.outcome === 'fetched' || entry.outcome === 'redirected') opic?.opened?.ledger.spend(entry.url);
    },
    retryUnreachable: (now) => pages.retryUnreachable(now),
    acceptedCount: () => seen.count(),
    buildBundles: (epoch) => bundlesOf(parts, refs, read, epoch),
  };
}

async function enqueue({ seen, queue, opic }: Parts, entry: QueueEntry): Promise<void> {
  seen.added.add(entry.url);
  queue.add(entry);
  (await opic?.())?.enqueue(entry);
}

async function mergeOffer(
  parts: Parts,
  { links, feedback, recrawl, cash }: Offer,
  refuse: (link: OfferedLink) => Reason | undefined,
): Promise<Record<string, number>> {
  const { seen, pages, opic, modified } = parts;
  const counts: Record<string, number> = {};
  const isSeen = links.length > 0 || cash ? await seen.lookup() : () => false;
  const templates = links.length > 0 ? await parts.templates?.() : undefined;
  for (const link of links) {
    const spent = link.depth > 0 && templates?.isExhausted(link.url) ? 'template-budget' : undefined;
    const reason = isSeen(link.url) ? 'seen' : (refuse(link) ?? spent);
    counts[reason ?? 'accepted'] = (counts[reason ?? 'accepted'] ?? 0) + 1;
    if (reason === 'seen' && link.lastModified !== undefined) modified.set(link.url, link.lastModified);
    if (reason) continue;
    templates?.add(link.url);
    await enqueue(parts, { ...link, hops: 0 });
  }
  if (cash) (await opic?.())?.receive(cash, isSeen);
  for (const item of feedback) pages.addFeedback(feedbackEntry(item));
  if (recrawl) await pages.forceRecrawl(recrawl);
  return counts;
}

async function peekBest(
  { queue, pages, opic, modified }: Parts,
  now: number,
): Promise<{ candidate: FetchCandidate; take: () => void } | undefined> {
  // All offers are merged by now, so the host's pages are read once for all of them.
  if (modified.size > 0) await pages.forceRecrawl({ at: latest(modified.values()), modified: new Map(modified) });
  modified.clear();
  const cash = await opic?.();
  const due = await pages.peek(now);
  const queued = await queue.peek(cash?.isStale);
  const best =
    due !== undefined && (!queued || due.page.class <= queued.entry.class)
      ? { candidate: candidateOf(due.page), take: due.take }
      : queued && { candidate: queued.entry, take: queued.take };
  if (!best || !cash) return best;
  return { ...best, candidate: { ...best.candidate, cash: cash.ledger.balance(best.candidate.url) } };
}

async function bundlesOf(
  { queue, pages, seen, templates, opic }: Parts,
  refs: readonly BundleRef[],
  read: BundleReader,
  epoch: number,
): Promise<BundleUpdate> {
  const { stored, emptied, marks, entries } = await pages.collect();
  const old = { queues: queue.stored, pages: stored, seen: seen.stored, emptied, marks };
  const extras = [
    await extraBundleOf('t', templates?.opened, refs),
    await extraBundleOf('c', opic?.opened?.ledger, refs),
  ];
  const added = { queued: queue.added, recorded: entries, accepted: seen.added, extras };
  return buildBundles(epoch, read, old, added);
}

/** Returns the bundles of a kind unchanged if they were not opened. */
async function extraBundleOf(
  kind: ExtraBundle['kind'],
  opened: { toBundle(): ExtraBundle | Promise<ExtraBundle> } | undefined,
  refs: readonly BundleRef[],
): Promise<ExtraBundle> {
  const kept = refs.filter((ref) => ref.kind === kind);
  return opened ? opened.toBundle() : { kind, count: 0, pieces: [], kept, replaced: [] };
}

/** A value that the first call opens; `opened` is absent before. */
type Lazy<T> = { (): Promise<T>; opened?: T };

function lazy<T>(open: () => Promise<T>): Lazy<T> {
  const value: Lazy<T> = async () => {
    value.opened ??= await open();
    return value.opened;
  };
  return value;
}

/** Reduces instead of spreading into `Math.max`: lists can exceed the maximum number of arguments. */
const latest = (times: Iterable<number>) => [...times].reduce((last, at) => Math.max(last, at), 0);

/** Returns the kind of a known page: a URL that was a list at its last visit is read as a list again. */
function kindOf({ verdict }: PageEntry): FetchCandidate['kind'] {
  if (verdict === 'sitemap' || verdict === 'feed') return verdict;
  return verdict === 'not-a-sitemap' ? 'sitemap' : 'page';
}

function candidateOf(page: PageEntry): FetchCandidate {
  const { url, depth, about, extractRule } = page;
  const candidate = { url, kind: kindOf(page), class: page.class, depth, parent: null, score: 0, hops: 0, page };
  return { ...candidate, ...(about && { about }), ...(extractRule !== undefined && { extractRule }) };
}
