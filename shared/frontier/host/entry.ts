import { originOf, type Url } from '../../url/url.ts';
import { type LinkHints, type OfferedLink, type PageFeedback, packHints } from '../enqueue-links.ts';

/** A URL that waits to be fetched for the first time. `hops`: redirects in a row that led here. */
export type QueueEntry = OfferedLink & { hops: number };

/**
 * What is known of a URL that was fetched, or refused when its turn came. A partial entry holds only what a later stage
 * said of it (`record`, `verdict`) and is filed under the same next time, so that both come up together.
 */
export type PageEntry = {
  url: Url;
  /** Of the visit that this is about. Epoch ms. */
  at: number;
  /** When it is wanted again. Epoch ms; absent: never. */
  next?: number;
  partial?: boolean;
  class: number;
  depth: number;
  /** `fetched`, or outcome and reason: `failed.timeout`. */
  outcome: string;
  /** Times committed, and failures in a row. */
  visits: number;
  tries: number;
  etag?: string;
  modified?: string;
  /** SHA-256 of the body as sent, hex. */
  digest?: string;
  record?: string | null;
  verdict?: string;
  /** What its visits have taught, packed (`history.ts`). */
  history?: string;
  /** Where it was found; null: it is a seed. Absent: not known. */
  parent?: Url | null;
  /** Where it led when it was asked for last; absent: nowhere. */
  to?: Url;
  /** What stood beside it, where it is a seed or a rule of the crawl named it. Absent: nothing. */
  about?: Record<string, string>;
};

/** What a later stage said of a page, as an entry that is filed beside the page's own. */
export function feedbackEntry({ url, at, next, record, verdict }: PageFeedback): PageEntry {
  const when = next === undefined ? {} : { next };
  return { url, at, ...when, partial: true, class: 7, depth: 0, outcome: '', visits: 0, tries: 0, record, verdict };
}

/** Best class first, then the higher score, the shorter way from a seed, the address. */
export function compareQueueEntries(a: QueueEntry, b: QueueEntry): number {
  return a.class - b.class || b.score - a.score || a.depth - b.depth || (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);
}

/** Earliest next time first; those that never come again last. */
export function comparePageEntries(a: PageEntry, b: PageEntry): number {
  const order = (a.next ?? Number.POSITIVE_INFINITY) - (b.next ?? Number.POSITIVE_INFINITY);
  return order < 0 ? -1 : order > 0 ? 1 : a.url < b.url ? -1 : a.url > b.url ? 1 : a.at - b.at;
}

/**
 * Several entries of one URL as one: of two visits the later counts, and what later stages said is taken from the latest
 * of their words, since the newest visit may not have been cleaned yet. A visit carries on what was said of the one
 * before; what is said of itself counts more. All partial: the result is partial.
 */
export function mergePageEntries(entries: readonly PageEntry[]): PageEntry {
  const whole = entries.filter((entry) => !entry.partial).sort((a, b) => b.at - a.at)[0];
  const said = entries
    .filter((entry) => entry.verdict !== undefined)
    .sort((a, b) => b.at - a.at || feedbackRank(b) - feedbackRank(a))[0];
  const base = whole ?? (said as PageEntry);
  if (!said || said === base) return base;
  return { ...base, ...(said.record === undefined ? {} : { record: said.record }), verdict: said.verdict! };
}

/**
 * Entries of one URL become one: the visit's own, under its next time. What was said of an older visit only adds to it;
 * what was said of a visit that is not known here waits under its own time, or under each of several.
 */
export function mergeEntriesByUrl(entries: readonly PageEntry[]): PageEntry[] {
  return [...Map.groupBy(entries, ({ url }) => url).values()].flatMap((list) => {
    if (list.length === 1) return list;
    if (list.some((entry) => !entry.partial)) return [mergePageEntries(list)];
    return [...Map.groupBy(list, ({ next }) => next).values()].map(mergePageEntries);
  });
}

/** Epoch seconds, rounded up: a visit that comes when the mark says so finds the page due. -1: never. */
export function nextMark(entry: PageEntry): number {
  return entry.next === undefined ? -1 : Math.ceil(entry.next / 1000);
}

const feedbackRank = (entry: PageEntry) => (entry.partial ? 1 : 0);

// Entries are written as short rows: their names would be most of the bytes.
export type QueueRow = [string, OfferedLink['kind'], number, number, number, string | null, number, LinkHints?];
export type PageRow = [
  string,
  number,
  number | null,
  number,
  number,
  number,
  string,
  number,
  number,
  ...(string | null)[],
];

export const encodeQueueEntry = (e: QueueEntry): QueueRow => [
  ...([e.url, e.kind, e.class, e.depth, e.score, e.parent, e.hops] as const),
  ...packHints(e),
];

export function decodeQueueEntry([url, kind, class_, depth, score, parent, hops, told]: QueueRow): QueueEntry {
  return { url: url as Url, kind, class: class_, depth, score, parent: parent as Url | null, hops, ...told };
}

export function encodePageEntry(e: PageEntry): PageRow {
  const record = e.record === undefined ? '-' : e.record;
  const known = [e.etag ?? null, e.modified ?? null, e.digest ?? null, record, e.verdict ?? null];
  const places = [shortenUrl(e.parent, e.url), shortenUrl(e.to, e.url)];
  const about = e.about === undefined ? null : JSON.stringify(e.about);
  const more = [e.history ?? null, ...places, about];
  // What most pages do not have is left out from the end.
  known.push(...more.slice(0, 1 + more.findLastIndex((value) => value !== null)));
  return [e.url, e.at, e.next ?? null, e.partial ? 1 : 0, e.class, e.depth, e.outcome, e.visits, e.tries, ...known];
}

export function decodePageEntry(row: PageRow): PageEntry {
  const [url, at, next, partial, class_, depth, outcome, visits, tries, ...more] = row;
  const [etag, modified, digest, record, verdict, history, parent = null, to = null, about = null] = more;
  const entry: PageEntry = { url: url as Url, at, class: class_, depth, outcome, visits, tries };
  if (next !== null) entry.next = next;
  if (partial) entry.partial = true;
  if (etag) entry.etag = etag;
  if (modified) entry.modified = modified;
  if (digest) entry.digest = digest;
  if (record !== '-' && record !== undefined) entry.record = record;
  if (verdict) entry.verdict = verdict;
  if (history) entry.history = history;
  if (parent !== null) entry.parent = parent === SEED_PARENT ? null : expandUrl(parent, url);
  if (to !== null) entry.to = expandUrl(to, url);
  if (about !== null) entry.about = JSON.parse(about) as Record<string, string>;
  return entry;
}

/** In place of where a URL was found. */
const SEED_PARENT = '';

/** Most are found on their own site, which is written once. */
function shortenUrl(place: Url | null | undefined, url: Url): string | null {
  if (place === undefined) return null;
  if (place === null) return SEED_PARENT;
  const origin = originOf(url);
  return place.startsWith(`${origin}/`) ? place.slice(origin.length) : place;
}

function expandUrl(row: string, url: string): Url {
  return (row.startsWith('/') ? originOf(url as Url) + row : row) as Url;
}
