import type { Frontier, Head } from '../../ports/frontier.ts';
import type { Url } from '../../url/url.ts';
import { type BundleReader, createBundleCache, createBundleReader } from '../host/bundle-reader.ts';
import type { PageEntry, QueueEntry } from '../host/entry.ts';
import { type KnownPages, openKnownPages } from '../host/known-pages.ts';
import { type BundleRef, parseManifest } from '../host/manifest.ts';
import { splitBytes } from '../host/pieces.ts';
import { openUrlQueue, type UrlQueue } from '../host/queue.ts';
import { takenBundle } from '../host/ranked-queue.ts';
import { openSeenSet, type SeenSet } from '../host/seen-set.ts';
import { openTemplateCounts, type TemplateCounts } from '../host/templates.ts';
import { type BundleUpdate, buildBundles, type ExtraBundle } from '../host/write-bundles.ts';
import type { CashLine, HostDumpLine, HostLine, InboxLine } from './dump-line.ts';

/** Number of URLs per result. */
export type MergeResult = {
  /** New pages, and known ones with a later visit. */
  pages: number;
  /** New URLs that wait for their first fetch. */
  queued: number;
  /** URLs that the crawl knows already, with the same or a later state. */
  known: number;
};

/** Lines of one host by type. `partial`: feedback on pages. */
export type GivenLines = {
  host: HostLine | undefined;
  cash: CashLine[];
  pages: PageEntry[];
  partial: PageEntry[];
  queued: QueueEntry[];
  inbox: InboxLine[];
};

/** Sorts lines by type. Of two pages with one URL the later visit counts. */
export function sortLines(lines: readonly HostDumpLine[]): GivenLines {
  const pages = new Map<Url, PageEntry>();
  const given: GivenLines = { host: undefined, cash: [], pages: [], partial: [], queued: [], inbox: [] };
  for (const line of lines) {
    if (line.type === 'host') given.host = line;
    else if (line.type === 'cash') given.cash.push(line);
    else if (line.type === 'inbox') given.inbox.push(line);
    else if (line.type === 'queued') given.queued.push(withoutType(line));
    else if (line.partial) given.partial.push(withoutType(line));
    else if (line.at >= (pages.get(line.url)?.at ?? 0)) pages.set(line.url, withoutType(line));
  }
  return { ...given, pages: [...pages.values()] };
}

function withoutType<T extends { type: string }>({ type: _, ...entry }: T): Omit<T, 'type'> {
  return entry;
}

/** The stored frontier of a host, and what merging adds to it. */
type StoredHost = {
  refs: readonly BundleRef[];
  read: BundleReader;
  queue: UrlQueue;
  pages: KnownPages;
  seenSet: SeenSet;
  /** Undefined: URLs are not counted per template. */
  templates: TemplateCounts | undefined;
};

async function openStored(head: Head, frontier: Frontier, maxPagesPerTemplate: number | null): Promise<StoredHost> {
  const refs = parseManifest(head.manifest);
  const read = createBundleReader(head, frontier, createBundleCache(0));
  return {
    ...{ refs, read },
    ...{ queue: openUrlQueue(refs, read), pages: openKnownPages(refs, read), seenSet: openSeenSet(refs, read) },
    templates: maxPagesPerTemplate === null ? undefined : await openTemplateCounts(refs, read, maxPagesPerTemplate),
  };
}

/**
 * Merges lines into the stored frontier of their host.
 *
 * @returns the bundles to write, the counts of the head after the merge, and the number of URLs per result
 */
export async function mergeLines(
  head: Head,
  given: GivenLines,
  frontier: Frontier,
  maxPagesPerTemplate: number | null,
): Promise<{ update: BundleUpdate; counts: Head['counts']; result: MergeResult }> {
  const stored = await openStored(head, frontier, maxPagesPerTemplate);
  const counts = { ...head.counts };
  const result = await mergeEntries(given, stored, counts);
  return { update: await bundlesOf(head, given, stored), counts, result };
}

/** @param counts URLs per outcome, which are updated */
async function mergeEntries(
  given: GivenLines,
  { queue, pages, seenSet, templates }: StoredHost,
  counts: Head['counts'],
): Promise<MergeResult> {
  const isSeen = await seenSet.lookup();
  const result = { pages: 0, queued: 0, known: 0 };
  const accept = (url: Url) => {
    seenSet.added.add(url);
    templates?.add(url);
  };
  const record = (page: PageEntry) => {
    pages.record(page);
    addCount(counts, page.outcome, 1);
    result.pages++;
  };

  const later = given.pages.filter(({ url }) => isSeen(url));
  const feedback = given.partial.filter(({ url }) => isSeen(url));
  const known = await mergeKnown({ queue, pages }, later, feedback);
  for (const page of given.pages) {
    const before = known.get(page.url);
    if (!isSeen(page.url)) accept(page.url);
    if (!before) record(page);
    else if (before.at < page.at) {
      addCount(counts, before.outcome, -1);
      addCount(counts, page.outcome, 1);
      result.pages++;
    } else result.known++;
  }
  for (const entry of given.partial) {
    const page = known.get(entry.url);
    const isMerged = page?.verdict !== undefined && page.at >= entry.at;
    if (!isMerged) pages.addFeedback(entry);
  }
  for (const entry of given.queued) {
    if (isSeen(entry.url)) result.known++;
    else {
      accept(entry.url);
      queue.add(entry);
      result.queued++;
    }
  }
  return result;
}

/** Builds the bundles of a host after a merge. Cash is taken from the dump only if the host had no bundles. */
async function bundlesOf(
  head: Head,
  given: GivenLines,
  { refs, read, queue, pages, seenSet, templates }: StoredHost,
): Promise<BundleUpdate> {
  const { stored, emptied, marks, entries } = await pages.collect();
  const old = {
    queues: queue.stored,
    pages: stored,
    seen: seenSet.stored,
    emptied: [...emptied, ...queue.emptied],
    marks: [...new Set([...marks, ...(given.host?.recrawls ?? [])])],
  };
  const extras = [
    templates?.toBundle() ?? keptBundle('t', refs),
    head.manifest === '' ? cashBundle(given.cash) : keptBundle('c', refs),
    refs.some(({ kind }) => kind === 'f')
      ? await takenBundle(refs, read, new Set(given.pages.map(({ url }) => url)))
      : keptBundle('f', refs),
  ];
  const added = { queued: queue.added, recorded: entries, accepted: seenSet.added, extras };
  return buildBundles(head.epoch, read, old, added);
}

/**
 * Replaces known pages by later visits, and takes fetched URLs out of the queue.
 *
 * @returns the known pages of the given URLs, as they were
 */
async function mergeKnown(
  { queue, pages }: { queue: UrlQueue; pages: KnownPages },
  given: readonly PageEntry[],
  feedback: readonly PageEntry[],
): Promise<Map<Url, PageEntry>> {
  const known = new Map<Url, PageEntry>();
  if (given.length + feedback.length === 0) return known;
  const later = new Map(given.map((page) => [page.url, page]));
  const wanted = new Set([...given, ...feedback].map(({ url }) => url));
  await pages.rewrite((page) => {
    if (wanted.has(page.url)) known.set(page.url, page);
    const other = later.get(page.url);
    return other && page.at < other.at ? other : page;
  });
  if (later.size > 0) await queue.rewrite((entry) => (later.has(entry.url) ? undefined : entry));
  return known;
}

function addCount(counts: Record<string, number>, outcome: string, change: number): void {
  const n = (counts[outcome] ?? 0) + change;
  if (n > 0) counts[outcome] = n;
  else delete counts[outcome];
}

function keptBundle(kind: ExtraBundle['kind'], refs: readonly BundleRef[]): ExtraBundle {
  return { kind, count: 0, pieces: [], kept: refs.filter((ref) => ref.kind === kind), replaced: [] };
}

/** Bytes of a row of cash (`opic-cash.ts`). */
const CASH_ROW_BYTES = 16;

function cashBundle(lines: readonly CashLine[]): ExtraBundle {
  const bytes = new Uint8Array(Buffer.concat(lines.map(({ data }) => Buffer.from(data, 'base64'))));
  const count = bytes.length / CASH_ROW_BYTES;
  return { kind: 'c', count, pieces: splitBytes(bytes), kept: [], replaced: [] };
}
