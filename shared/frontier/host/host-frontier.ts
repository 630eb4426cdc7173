import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import { type AnchorTexts, mergeAnchorTexts } from '../anchor-texts.ts';
import { forcedUrlOf, mergeForcedUrls } from '../forced-url.ts';
import type { ForcedUrl, Offer, OfferedLink, PageFeedback } from '../offer.ts';
import type { BundleReader } from './bundle-reader.ts';
import { feedbackEntry, type PageEntry, type QueueEntry } from './entry.ts';
import { type KnownPages, openKnownPages } from './known-pages.ts';
import type { BundleRef } from './manifest.ts';
import { type OpicQueue, openOpicQueue } from './opic-queue.ts';
import { openUrlQueue, type UrlQueue } from './queue.ts';
import { hasTakenSet, openRankedQueue, type QueueRanking, type RankedQueue } from './ranked-queue.ts';
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
  /** Start of the visit, epoch ms. Absent: no stored time is later, as the clock was never set back. */
  now?: number | undefined;
  /** Maximum number of URLs per template; null or absent: no limit. */
  maxPagesPerTemplate?: number | null | undefined;
  /** Orders URLs by cash. Applies only to new hosts, because no cash is recorded for the URLs of a started host. */
  byCash?: boolean | undefined;
  /** Ranks queued URLs again in each visit. Absent: they keep the priority that they were offered with. */
  ranking?: QueueRanking | undefined;
};

/** The frontier of one host, opened for one visit. */
export type HostFrontier = {
  /**
   * Merges an offer. Forced recrawls and revised feedback read all known pages of the host, as only `retryUnreachable` does
   * otherwise.
   *
   * @returns the number of links per result: a reason (also `seen`), or `accepted`.
   */
  merge(offer: Offer, refuse: (link: OfferedLink) => Reason | undefined): Promise<Record<string, number>>;
  /** Queues a redirect's target at its priority, unless the host has accepted it before. @returns whether it was queued. */
  acceptRedirect(entry: QueueEntry): Promise<boolean>;
  /**
   * Returns the best candidate without removing it; undefined if nothing is due.
   *
   * @param prefersUntried whether a URL that failed waits for one that was never requested. Default: the better class comes first
   */
  peek(now: number, prefersUntried?: boolean): Promise<FetchCandidate | undefined>;
  /** Removes the candidate that `peek` returned. The caller must record its outcome. */
  take(candidate: FetchCandidate): void;
  record(entry: PageEntry): void;
  /** Makes pages due at once whose retries ended while the host was unreachable. @returns the number of such pages. */
  retryUnreachable(now: number): Promise<number>;
  /** Ranks the queue again, because the model has changed. No effect if the queue is not ranked. */
  rankAgain(rank: QueueRanking['rank']): void;
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
  ranked: Lazy<RankedQueue> | undefined;
  /** Change times of known pages, as lists of this visit report them. Epoch ms. */
  modified: Map<Url, number>;
  /** Entries that this visit has accepted and not handed out. */
  accepted: Map<Url, QueueEntry>;
  /** Known URLs that the user requested. */
  forced: Map<Url, ForcedUrl>;
  /** All URLs that the user requested in this visit, with those that it has accepted. */
  requested: Map<Url, ForcedUrl>;
  /** Feedback on pages whose stored documents were judged again, the latest of each page. */
  revised: Map<Url, PageFeedback>;
};

/** Leaves every entry at the priority that it is stored with. */
const AS_STORED: QueueRanking = { rank: (entry) => entry, maxRanked: 0, random: () => 1 };

/**
 * Opens the frontier of a host for a visit. Bundles are read when they are needed.
 *
 * @param refs bundles of the manifest that the head names; empty for a new host
 */
export function openHostFrontier(
  refs: readonly BundleRef[],
  read: BundleReader,
  { now, maxPagesPerTemplate: budget = null, byCash, ranking }: HostFrontierOptions = {},
): HostFrontier {
  const queue = openUrlQueue(refs, read);
  const hasCash = refs.length === 0 ? byCash : refs.some(({ kind }) => kind === 'c');
  // A queue that was ranked before may hold several entries of a URL, so it needs the set of taken URLs from then on. A queue in the order
  // of cash stays so: an entry that is ranked too would be dropped, as one whose cash has changed.
  const learns = ranking !== undefined && !hasCash && hasTakenSet(refs);
  const isRanked = refs.some(({ kind }) => kind === 'f') || learns;
  const parts: Parts = {
    queue,
    pages: openKnownPages(refs, read, now),
    seen: openSeenSet(refs, read),
    templates: budget === null ? undefined : lazy(() => openTemplateCounts(refs, read, budget)),
    opic: hasCash ? lazy(() => openOpicQueue(refs, read, queue)) : undefined,
    ranked: isRanked ? lazy(() => openRankedQueue(refs, read, queue, ranking ?? AS_STORED)) : undefined,
    modified: new Map(),
    accepted: new Map(),
    forced: new Map(),
    requested: new Map(),
    revised: new Map(),
  };
  const { pages, seen, opic, ranked } = parts;
  let remove: (() => void) | undefined;

  return {
    merge: (offer, refuse) => mergeOffer(parts, offer, refuse),
    async acceptRedirect(entry) {
      const isNew = !(await seen.lookup())(entry.url);
      if (isNew) await enqueue(parts, entry);
      if (entry.parent !== null) (await opic?.())?.transfer(entry.parent, entry);
      return isNew;
    },
    async peek(now, prefersUntried = false) {
      const best = await peekBest(parts, now, prefersUntried);
      remove = best?.take;
      return best?.candidate;
    },
    take(candidate) {
      remove?.();
      remove = undefined;
      opic?.opened?.ledger.markTaken(candidate.url);
      ranked?.opened?.take(candidate.url);
      parts.accepted.delete(candidate.url);
    },
    record(entry) {
      pages.record(entry);
      if (entry.outcome === 'fetched' || entry.outcome === 'redirected') opic?.opened?.ledger.spend(entry.url);
    },
    retryUnreachable: (now) => pages.retryUnreachable(now),
    rankAgain: (rank) => ranked?.opened?.rankBy(rank),
    acceptedCount: () => seen.count(),
    buildBundles: (epoch) => bundlesOf(parts, refs, read, epoch),
  };
}

async function enqueue({ seen, queue, opic, ranked }: Parts, entry: QueueEntry): Promise<void> {
  seen.added.add(entry.url);
  if (ranked) (await ranked()).add(entry);
  else queue.add(entry);
  (await opic?.())?.enqueue(entry);
}

async function mergeOffer(
  parts: Parts,
  { links, feedback, recrawl, cash }: Offer,
  refuse: (link: OfferedLink) => Reason | undefined,
): Promise<Record<string, number>> {
  const { seen, pages, opic, ranked, modified, forced, requested, revised } = parts;
  const counts: Record<string, number> = {};
  const isSeen = links.length > 0 || cash ? await seen.lookup() : () => false;
  const templates = links.length > 0 ? await parts.templates?.() : undefined;
  for (const link of links) {
    const { forcedAt } = link;
    // Stylesheets may import each other without end, at the depth of their page.
    const mayBeEndless = link.depth > 0 || link.embedded;
    const spent = mayBeEndless && templates?.isExhausted(link.url) ? 'template-budget' : undefined;
    const reason = isSeen(link.url) ? 'seen' : (refuse(link) ?? spent);
    counts[reason ?? 'accepted'] = (counts[reason ?? 'accepted'] ?? 0) + 1;
    if (reason === 'seen' && link.lastModified !== undefined) modified.set(link.url, link.lastModified);
    if (reason === 'seen' && link.anchors !== undefined) addAnchors(parts.accepted.get(link.url), link.anchors);
    if (reason === 'seen' && link.evidence !== undefined) (await ranked?.())?.addEvidence(link);
    if ((!reason || reason === 'seen') && forcedAt !== undefined) {
      const request = mergeForcedUrls(requested.get(link.url), forcedUrlOf(link, forcedAt));
      requested.set(link.url, request);
      if (reason) forced.set(link.url, request);
    }
    if (reason) continue;
    templates?.add(link.url);
    const entry = { ...(forcedAt === undefined ? link : unforced(link)), hops: link.redirects ?? 0 };
    parts.accepted.set(link.url, entry);
    await enqueue(parts, entry);
  }
  if (cash) (await opic?.())?.receive(cash, isSeen);
  for (const item of feedback) {
    if (!item.revised) pages.addFeedback(feedbackEntry(item));
    else if (item.at >= (revised.get(item.url)?.at ?? 0)) revised.set(item.url, item);
  }
  if (recrawl) await pages.forceRecrawl(recrawl);
  return counts;
}

/** Adds anchor texts of a further offer. A stored entry of an earlier visit stays as it is: bundles are immutable. */
function addAnchors(entry: QueueEntry | undefined, anchors: AnchorTexts): void {
  const merged = entry && mergeAnchorTexts(entry.anchors, anchors);
  if (entry && merged !== undefined) entry.anchors = merged;
}

/** A new URL waits as any other one: it is fetched in any case. */
function unforced({ forcedAt: _, ...link }: OfferedLink): OfferedLink {
  return link;
}

/** Makes changed and forced URLs due. All offers are merged by now, so the host's entries are read once for all of them. */
async function scheduleAgain({ queue, pages, opic, modified, forced, revised }: Parts): Promise<void> {
  if (revised.size > 0) await pages.revise(new Map(revised));
  revised.clear();
  if (modified.size > 0) await pages.forceRecrawl({ at: latest(modified.values()), modified: new Map(modified) });
  modified.clear();
  if (forced.size === 0) return;
  await pages.forceRecrawl({
    at: latest([...forced.values()].map(({ forcedAt }) => forcedAt)),
    forced: new Map(forced),
  });
  // Before the bundles of the queue move: the ledger reads the queue as it is stored.
  await opic?.();
  await queue.rewrite((entry) => {
    const request = forced.get(entry.url);
    const hasOtherMetadata = request?.about !== undefined && request.about !== entry.about;
    if (!request || (request.class >= entry.class && !hasOtherMetadata)) return entry;
    return { ...entry, class: Math.min(request.class, entry.class), ...(request.about && { about: request.about }) };
  });
  forced.clear();
}

async function peekBest(
  parts: Parts,
  now: number,
  prefersUntried: boolean,
): Promise<{ candidate: FetchCandidate; take: () => void } | undefined> {
  const { queue, pages, opic } = parts;
  await scheduleAgain(parts);
  const ranked = await parts.ranked?.();
  await ranked?.rank();
  const cash = await opic?.();
  const due = await pages.peek(now);
  const queued = await queue.peek(cash?.isStale ?? ranked?.isStale);
  const isRetryLater = prefersUntried && queued !== undefined && due !== undefined && due.page.tries > 0;
  const best =
    due !== undefined && !isRetryLater && (!queued || due.page.class <= queued.entry.class)
      ? { candidate: candidateOf(due.page), take: due.take }
      : queued && { candidate: queued.entry, take: queued.take };
  if (!best || !cash) return best;
  return { ...best, candidate: { ...best.candidate, cash: cash.ledger.balance(best.candidate.url) } };
}

async function bundlesOf(
  parts: Parts,
  refs: readonly BundleRef[],
  read: BundleReader,
  epoch: number,
): Promise<BundleUpdate> {
  const { queue, pages, seen, templates, opic, ranked } = parts;
  // A visit that ends before its first request has not done it yet.
  await scheduleAgain(parts);
  const { stored, emptied: emptiedPages, marks, entries } = await pages.collect();
  const emptied = [...emptiedPages, ...queue.emptied];
  const old = { queues: queue.stored, pages: stored, seen: seen.stored, emptied, marks };
  const extras = [
    await extraBundleOf('t', templates?.opened, refs),
    await extraBundleOf('c', opic?.opened?.ledger, refs),
    await extraBundleOf('f', ranked?.opened, refs),
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
  const { url, depth, about, extractRule, anchors } = page;
  const candidate = { url, kind: kindOf(page), class: page.class, depth, parent: null, score: 0, hops: 0, page };
  return {
    ...candidate,
    ...(about && { about }),
    ...(extractRule !== undefined && { extractRule }),
    ...(anchors !== undefined && { anchors }),
  };
}
