import type { Frontier, Head } from '../../ports/frontier.ts';
import { createBundleCache, createBundleReader } from '../host/bundle-reader.ts';
import type { PageEntry, QueueEntry } from '../host/entry.ts';
import { unpackHistory } from '../host/history.ts';
import { mergeFeedback } from '../host/inbox-feedback.ts';
import { parseManifest } from '../host/manifest.ts';
import { readEntries, readUnlocked } from '../host/read-entries.ts';
import { failureState, outcomeReason } from '../host/retries-exhausted.ts';
import { openSeenSet } from '../host/seen-set.ts';
import { type HostPosition, listHeadsFrom } from '../list-heads-from.ts';
import type { Offer, OfferedLink } from '../offer.ts';
import { decodeOffer } from '../offer-format.ts';
import { isFetched, isListVerdict } from '../page-outcomes.ts';

/** `queued`: not visited yet; `offered`: in the inbox, the next visit applies the rules; `unavailable`: failed, will be retried; `retired`: retries exhausted; others: last outcome. */
export const LISTED_STATES = [
  'offered',
  'queued',
  'fetched',
  'unchanged',
  'redirected',
  'gone',
  'refused',
  'unavailable',
  'retired',
] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** `new`: URLs that were never fetched; `left-out`: pages and documents that were fetched and have no record. */
export const LISTED_GROUPS = ['new', 'left-out'] as const;
/** Which URLs are listed. */
export type Listed = ListedState | (typeof LISTED_GROUPS)[number];

/** A URL of the frontier as commands print it. */
export type FrontierUrl = {
  url: string;
  state: ListedState;
  /** Reason code of the outcome, or why a page that was fetched has no record (`conversion-failed`, `off-topic` …); null if there is none. */
  reason: string | null;
  /** First, last and next visit. ISO 8601; null: never. The first one is rounded down to minutes. */
  first: string | null;
  at: string | null;
  next: string | null;
  /** Number of consecutive failures. */
  tries: number;
  class: number;
  depth: number;
};

/**
 * Lists URLs of a crawl by state, host by host, sorted by URL within a host, also while it is visited. Reads every bundle of a host, but only the head
 * if the host has no URL in that state.
 *
 * @param wanted state or group to list; undefined: all. @param from position of an earlier list; absent: the start. Hosts keep their order.
 */
export async function* listUrls(
  crawl: string,
  wanted: Listed | undefined,
  frontier: Frontier,
  from?: HostPosition,
): AsyncIterable<{ found: FrontierUrl; place: HostPosition }> {
  for await (const head of listHeadsFrom(crawl, frontier, from)) {
    if (!mayHave(head, wanted)) continue;
    const all = (await readUnlocked(head, frontier, (current) => urlsOf(current, wanted, frontier))) ?? [];
    const skip = from?.host === head.host ? from.skip : 0;
    for (const [i, found] of all.entries()) if (i >= skip) yield { found, place: { host: head.host, skip: i + 1 } };
  }
}

/** Returns the URLs of a host, sorted. */
async function urlsOf(head: Head, wanted: Listed | undefined, frontier: Frontier): Promise<FrontierUrl[]> {
  const stored = await readEntries(head, frontier);
  const { items } = await frontier.readInbox(head, MAX_INBOX_ITEMS);
  const inbox = items.map(({ body }) => decodeOffer(body));
  // Verdicts stay in the inbox of a host until its next visit.
  const feedback = inbox.flatMap((offer) => offer.feedback);
  const pages =
    feedback.length === 0 ? stored.pages : mergeFeedback(stored.pages, feedback).filter(({ partial }) => !partial);
  if (wanted === 'left-out')
    return pages
      .filter((page) => leftOutReason(page) !== null)
      .map(ofPage)
      .sort(byUrl);
  const selected = wanted === 'new' ? pages.filter(isNeverFetched) : pages;
  const offered = await offeredIn(inbox, head, frontier);
  const all = [...stored.queued.map(ofQueued), ...selected.map(ofPage), ...offered].filter(
    (one) => wanted === undefined || wanted === 'new' || one.state === wanted,
  );
  return all.sort(byUrl);
}

const byUrl = (a: FrontierUrl, b: FrontierUrl) => (a.url < b.url ? -1 : 1);

/** Whether no request for the URL brought a page: the URL was refused, or every request failed. */
function isNeverFetched({ outcome, digest, record, etag, modified }: PageEntry): boolean {
  return /^(?:refused|failed)/.test(outcome) && !digest && !record && !etag && !modified;
}

/** Returns why a page that was fetched has no record: a reason, or its verdict. Null: it has one, was not fetched, is a list, or is not judged yet. */
function leftOutReason({ outcome, record, verdict }: PageEntry): string | null {
  if (!isFetched(outcome) || typeof record === 'string' || verdict === undefined) return null;
  return verdict === 'relevant' || isListVerdict(verdict) ? null : verdict;
}

/** Maximum number of inbox items that are read. */
const MAX_INBOX_ITEMS = 10_000;

/** Returns URLs in the inbox that the host has not accepted yet. Only a ready host has links in its inbox. */
async function offeredIn(inbox: readonly Offer[], head: Head, frontier: Frontier): Promise<FrontierUrl[]> {
  if (head.state !== 'ready') return [];
  const links = new Map(inbox.flatMap((offer) => offer.links).map((link) => [link.url, link]));
  if (links.size === 0) return [];
  const isSeen = await openSeenSet(parseManifest(head.manifest), readerOf(head, frontier)).lookup();
  return [...links.values()].filter(({ url }) => !isSeen(url)).map((link) => ofWaiting(link, 'offered'));
}

const readerOf = (head: Head, frontier: Frontier) => createBundleReader(head, frontier, createBundleCache(0));

function mayHave({ counts, manifest, state: hostState }: Head, state: Listed | undefined): boolean {
  if (state === undefined || state === 'new' || state === 'offered') return manifest !== '' || hostState === 'ready';
  if (state === 'left-out') return Object.keys(counts).some(isFetched);
  if (state === 'queued') return /(?:^| )q/.test(manifest);
  const kind = state === 'retired' || state === 'unavailable' ? 'failed' : state;
  return Object.keys(counts).some((name) => name.split('.', 1)[0] === kind);
}

const ofQueued = (entry: QueueEntry) => ofWaiting(entry, 'queued');

function ofWaiting({ url, class: class_, depth }: OfferedLink, state: 'queued' | 'offered'): FrontierUrl {
  return { url, state, reason: null, first: null, at: null, next: null, tries: 0, class: class_, depth };
}

function ofPage(page: PageEntry): FrontierUrl {
  const { url, outcome, at, next, tries, class: class_, depth } = page;
  const state = failureState(page) ?? (outcome.split('.', 1)[0] as ListedState);
  const reason = outcome.includes('.') ? outcomeReason(page) : leftOutReason(page);
  const again = next === undefined ? null : iso(next);
  const first = iso(unpackHistory(page.history)?.since ?? at);
  return { url, state, reason, first, at: iso(at), next: again, tries, class: class_, depth };
}

const iso = (ms: number) => new Date(ms).toISOString();
