import type { RenderNote } from '../../ports/renderer.ts';
import { originOf, type Url } from '../../url/url.ts';
import type { AnchorTexts } from '../anchor-texts.ts';
import { mergeLinks } from '../merge-links.ts';
import type { LinkHints, OfferedLink, PageFeedback } from '../offer.ts';
import { packHints } from '../offer-format.ts';

/** A URL that waits for its first fetch. `hops`: number of consecutive redirects that led here. */
export type QueueEntry = OfferedLink & { hops: number };

/**
 * Entry of a URL that was fetched or refused. A partial entry holds only the feedback of a later stage (`record`, `verdict`).
 * It is filed under the same next visit as the page's own entry, so that both are read together.
 */
export type PageEntry = {
  url: Url;
  /** Time of the visit that the entry is about, epoch ms. Later if the clock was set back since the visit before (`change-time.ts`). */
  at: number;
  /** Next visit. Epoch ms; absent: never. */
  next?: number;
  partial?: boolean;
  class: number;
  depth: number;
  /** Outcome and reason: `fetched`, `failed.timeout`. */
  outcome: string;
  /** Number of committed visits, and number of consecutive failures. */
  visits: number;
  tries: number;
  etag?: string;
  modified?: string;
  /** SHA-256 of the body as received, hex. */
  digest?: string;
  /** Time of the archived response with this content, epoch ms. Absent: `at` if the outcome is `fetched`, otherwise unknown. */
  archivedAt?: number;
  /** Fingerprint of the headers that decide how the body is read (`same-content.ts`). Absent: the usual ones. */
  headersDigest?: string;
  record?: string | null;
  verdict?: string;
  /** Packed visit history (`history.ts`). */
  history?: string;
  /** Page on which the URL was found; null for a seed; absent if unknown. */
  parent?: Url | null;
  /** Redirect target of the last visit; absent if it did not redirect. */
  to?: Url;
  /** How the page of the last response was rendered. Absent: it was not to be rendered. */
  rendering?: RenderNote;
  /** Values given beside the URL in a seed file, or by an extraction rule. Absent: none. */
  about?: Record<string, string>;
  /** Name of the extraction rule that the linking page set for this page. Absent: none. */
  extractRule?: string;
  /** Anchor texts of links to the page, from before its first fetch. Absent: none. */
  anchors?: AnchorTexts;
};

/** Returns the time of the archived response with the content of a page, epoch ms; undefined if it is unknown. */
export const archivedTime = ({ archivedAt, outcome, at }: PageEntry): number | undefined =>
  archivedAt ?? (outcome === 'fetched' ? at : undefined);

/** Converts feedback into a partial entry. */
export function feedbackEntry({ url, at, next, record, verdict }: PageFeedback): PageEntry {
  const when = next === undefined ? {} : { next };
  return { url, at, ...when, partial: true, class: 7, depth: 0, outcome: '', visits: 0, tries: 0, record, verdict };
}

/** Orders queue entries by class, then score (highest first), depth and URL. */
export function compareQueueEntries(a: QueueEntry, b: QueueEntry): number {
  return a.class - b.class || b.score - a.score || a.depth - b.depth || (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);
}

/** Merges two queue entries of one URL. */
export function mergeQueueEntries(one: QueueEntry, other: QueueEntry): QueueEntry {
  return { ...mergeLinks(one, other), hops: Math.min(one.hops, other.hops) };
}

/** Merges the queue entries of each URL that has several because of further evidence. */
export function mergeEvidenceByUrl(entries: readonly QueueEntry[]): QueueEntry[] {
  const found: QueueEntry[] = [];
  const byUrl = new Map<Url, QueueEntry>();
  for (const entry of entries) {
    if (entry.evidence === undefined) found.push(entry);
    else {
      const other = byUrl.get(entry.url);
      byUrl.set(entry.url, other ? mergeQueueEntries(other, entry) : entry);
    }
  }
  return byUrl.size === 0 ? found : [...found, ...byUrl.values()];
}

/** Orders page entries by next visit, then URL and time. Pages without a next visit are last. */
export function comparePageEntries(a: PageEntry, b: PageEntry): number {
  const order = (a.next ?? Number.POSITIVE_INFINITY) - (b.next ?? Number.POSITIVE_INFINITY);
  return order < 0 ? -1 : order > 0 ? 1 : a.url < b.url ? -1 : a.url > b.url ? 1 : a.at - b.at;
}

/**
 * Merges entries of one URL. The latest visit wins. Record and verdict come from the latest entry that has a verdict, because
 * the newest visit may not be cleaned yet. For the same visit, feedback outranks values carried over from the visit before.
 * The result is partial if all entries are.
 */
export function mergePageEntries(entries: readonly PageEntry[]): PageEntry {
  const visit = entries.filter((entry) => !entry.partial).sort((a, b) => b.at - a.at)[0];
  const judged = entries
    .filter((entry) => entry.verdict !== undefined)
    .sort((a, b) => b.at - a.at || feedbackRank(b) - feedbackRank(a))[0];
  const base = visit ?? (judged as PageEntry);
  if (!judged || judged === base) return base;
  return { ...base, ...(judged.record === undefined ? {} : { record: judged.record }), verdict: judged.verdict! };
}

/**
 * Merges entries per URL. The visit's own entry absorbs all feedback on its URL. Feedback without a visit's entry stays
 * filed under its next visit, one entry per time.
 */
export function mergeEntriesByUrl(entries: readonly PageEntry[]): PageEntry[] {
  return [...Map.groupBy(entries, ({ url }) => url).values()].flatMap((list) => {
    if (list.length === 1) return list;
    if (list.some((entry) => !entry.partial)) return [mergePageEntries(list)];
    return [...Map.groupBy(list, ({ next }) => next).values()].map(mergePageEntries);
  });
}

/** Returns the next visit in epoch seconds, or -1 for never. Rounded up, so that the page is already due at this second. */
export function nextMark(entry: PageEntry): number {
  return entry.next === undefined ? -1 : Math.ceil(entry.next / 1000);
}

const feedbackRank = (entry: PageEntry) => (entry.partial ? 1 : 0);

// Entries are stored as arrays: field names would make up most of the bytes.
export type QueueRow = [string, OfferedLink['kind'], number, number, number, string | null, number, LinkHints?];

/** Stored form of a page entry, in the order of `encodePageEntry`. Trailing fields that are null are omitted. */
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

/** Reads the entry of a stored row. */
export function decodeQueueEntry([url, kind, class_, depth, score, parent, hops, hints]: QueueRow): QueueEntry {
  return { url: url as Url, kind, class: class_, depth, score, parent: parent as Url | null, hops, ...hints };
}

export function encodePageEntry(e: PageEntry): PageRow {
  const record = e.record === undefined ? '-' : e.record;
  const known = [e.etag ?? null, e.modified ?? null, e.digest ?? null, record, e.verdict ?? null];
  const neighbours = [shortenUrl(e.parent, e.url), shortenUrl(e.to, e.url)];
  const about = e.about === undefined ? null : JSON.stringify(e.about);
  const more = [
    e.history ?? null,
    ...neighbours,
    about,
    e.extractRule ?? null,
    e.anchors ?? null,
    e.headersDigest ?? null,
    e.rendering === undefined ? null : JSON.stringify(e.rendering),
    e.archivedAt?.toString(36) ?? null,
  ];
  // Trailing fields that are null are omitted, as for most pages.
  known.push(...more.slice(0, 1 + more.findLastIndex((value) => value !== null)));
  return [e.url, e.at, e.next ?? null, e.partial ? 1 : 0, e.class, e.depth, e.outcome, e.visits, e.tries, ...known];
}

/** Reads the entry of a stored row. Rows of earlier versions have fewer fields. */
export function decodePageEntry(row: PageRow): PageEntry {
  const [url, at, next, partial, class_, depth, outcome, visits, tries, ...more] = row;
  const [etag, modified, digest, record, verdict, history, parent = null, to = null, ...given] = more;
  const [about = null, rule = null, anchors = null, headersDigest = null, rendering = null, archived = null] = given;
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
  if (rule !== null) entry.extractRule = rule;
  if (anchors !== null) entry.anchors = anchors;
  if (headersDigest !== null) entry.headersDigest = headersDigest;
  if (rendering !== null) entry.rendering = JSON.parse(rendering) as RenderNote;
  if (archived !== null) entry.archivedAt = Number.parseInt(archived, 36);
  return entry;
}

/** Stored parent of a seed. */
const SEED_PARENT = '';

/** Omits the origin of a parent or target on the page's own site, which is the usual case. */
function shortenUrl(target: Url | null | undefined, url: Url): string | null {
  if (target === undefined) return null;
  if (target === null) return SEED_PARENT;
  const origin = originOf(url);
  return target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
}

function expandUrl(row: string, url: string): Url {
  return (row.startsWith('/') ? originOf(url as Url) + row : row) as Url;
}
