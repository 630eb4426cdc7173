import type { Clock } from '../../ports/clock.ts';
import type { Frontier, Head, HeadChange, HostKey } from '../../ports/frontier.ts';
import { type Grouping, groupOf } from '../../url/group.ts';
import type { Url } from '../../url/url.ts';
import { createBundleCache, createBundleReader } from '../host/bundle-reader.ts';
import type { PageEntry, QueueEntry } from '../host/entry.ts';
import { type KnownPages, openKnownPages } from '../host/known-pages.ts';
import { type BundleRef, parseManifest } from '../host/manifest.ts';
import { openHead } from '../host/open-head.ts';
import { splitBytes } from '../host/pieces.ts';
import { openUrlQueue, type UrlQueue } from '../host/queue.ts';
import { takenBundle } from '../host/ranked-queue.ts';
import { openSeenSet } from '../host/seen-set.ts';
import { openTemplateCounts } from '../host/templates.ts';
import { type BundleUpdate, buildBundles, type ExtraBundle } from '../host/write-bundles.ts';
import type { Offer } from '../offer.ts';
import { decodeOffer, encodeOffer } from '../offer-format.ts';
import type { CashLine, HostDumpLine, HostLine, InboxLine } from './dump-line.ts';

/** Settings of the crawl that is loaded. */
export type LoadOptions = {
  grouping: Grouping;
  /** Maximum number of URLs per template; null: URLs are not counted per template. */
  maxPagesPerTemplate: number | null;
};

/** Number of URLs per result. */
export type LoadResult = {
  /** New pages, and known ones with a later visit. */
  pages: number;
  /** New URLs that wait for their first fetch. */
  queued: number;
  /** URLs that the crawl knows already, with the same or a later state. */
  known: number;
  /** Inbox items. */
  inbox: number;
};

type Ports = { frontier: Frontier; clock: Clock };

/** Maximum number of attempts to open and commit a head that others change at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Merges lines of a dump into the frontier of their host. A URL that the crawl does not know gets the state of the dump. Of two
 * visits the later one wins, and a URL that was fetched is not queued. Merging the same lines again changes nothing. The crawl must
 * not run: between two calls for one host it could fetch a URL whose line is still to come.
 *
 * @param lines lines of one host, in the order of the dump; a host's lines may be split over several calls
 * @throws if visits or offers change the head in every attempt
 */
export async function loadHost(
  { crawl, host }: HostKey,
  lines: readonly HostDumpLine[],
  ports: Ports,
  options: LoadOptions,
): Promise<LoadResult> {
  const key = { crawl, host };
  const given = sortLines(lines);
  const isNew = (await ports.frontier.getHead(key)) === undefined;
  if (isNew) await createHead(key, given, ports, options.grouping);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const seen = (await ports.frontier.getHead(key))!;
    const head = await openHead(seen, ports);
    const isFresh = head && (isNew || (await isEmptyHead(head, ports.frontier)));
    const state = isFresh ? (given.host ?? { state: 'idle' }) : seen;
    const result = head && (await mergeLines(state, head, given, ports, options));
    if (!result) continue;
    await loadInbox(key, seen, given, ports);
    return { ...result, inbox: given.inbox.length };
  }
  throw new Error(`host ${host} of crawl ${crawl} was changed at the same time; end or pause the crawl and load again`);
}

/** Maximum number of inbox items that are read of a host without URLs. */
const MAX_INBOX_ITEMS = 10_000;

/**
 * Tells whether a head is what `createHead` leaves if the process ends right after it: no URLs, and nothing in the inbox that asks for a
 * visit. It is due, but a host of known pages may never get a visit.
 */
async function isEmptyHead(head: Head, frontier: Frontier): Promise<boolean> {
  if (head.manifest !== '') return false;
  const { items, end } = await frontier.readInbox(head, MAX_INBOX_ITEMS);
  return end && items.every(({ body }) => !asksForVisit(decodeOffer(body)));
}

/** Feedback alone does not make a host due. */
const asksForVisit = ({ links, recrawl }: Pick<Offer, 'links' | 'recrawl'>): boolean =>
  links.length > 0 || recrawl !== undefined;

type GivenLines = {
  host: HostLine | undefined;
  cash: CashLine[];
  pages: PageEntry[];
  partial: PageEntry[];
  queued: QueueEntry[];
  inbox: InboxLine[];
};

/** Sorts lines by type. Of two pages with one URL the later visit counts. */
function sortLines(lines: readonly HostDumpLine[]): GivenLines {
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

/** Creates the head of an unknown host. Its group follows from the settings of this crawl. */
async function createHead(key: HostKey, { host }: GivenLines, ports: Ports, grouping: Grouping): Promise<void> {
  const entry = { ...key, group: groupOf(key.host, grouping), best: host?.best ?? 7 };
  await ports.frontier.notifyHosts([entry], ports.clock.now());
}

/**
 * @param state state and due time that the host gets. A known host keeps its own: unread links may wait in its inbox.
 * @returns undefined if the head was changed meanwhile
 */
async function mergeLines(
  state: Pick<Head, 'state' | 'due'>,
  head: Head,
  given: GivenLines,
  { frontier, clock }: Ports,
  { maxPagesPerTemplate }: LoadOptions,
): Promise<Omit<LoadResult, 'inbox'> | undefined> {
  const refs = parseManifest(head.manifest);
  const read = createBundleReader(head, frontier, createBundleCache(0));
  const [queue, pages, seenSet] = [openUrlQueue(refs, read), openKnownPages(refs, read), openSeenSet(refs, read)];
  const templates =
    maxPagesPerTemplate === null ? undefined : await openTemplateCounts(refs, read, maxPagesPerTemplate);
  const isSeen = await seenSet.lookup();
  const counts = { ...head.counts };
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

  const stored = given.pages.filter(({ url }) => isSeen(url));
  const feedback = given.partial.filter(({ url }) => isSeen(url));
  const known = await mergeKnown({ queue, pages }, stored, feedback);
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

  const { stored: bundles, emptied, marks, entries } = await pages.collect();
  const isEmpty = head.manifest === '';
  const update = await buildBundles(
    head.epoch,
    read,
    {
      queues: queue.stored,
      pages: bundles,
      seen: seenSet.stored,
      emptied: [...emptied, ...queue.emptied],
      marks: [...new Set([...marks, ...(given.host?.recrawls ?? [])])],
    },
    {
      queued: queue.added,
      recorded: entries,
      accepted: seenSet.added,
      extras: [
        templates?.toBundle() ?? keptBundle('t', refs),
        isEmpty ? cashBundle(given.cash) : keptBundle('c', refs),
        refs.some(({ kind }) => kind === 'f')
          ? await takenBundle(refs, read, new Set(given.pages.map(({ url }) => url)))
          : keptBundle('f', refs),
      ],
    },
  );
  await frontier.writeBundles(head, update.pieces);
  const removals = head.removals ?? (isEmpty ? given.host?.removals : undefined);
  const common = { manifest: update.manifest, best: update.best, counts, ...(removals && { removals }) };
  if (!(await commit(state, head, common, update, frontier, clock.now()))) return undefined;
  await frontier.deleteBundles(head, update.dropped, update.epochs);
  return result;
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
  const asked = new Set([...given, ...feedback].map(({ url }) => url));
  await pages.rewrite((page) => {
    if (asked.has(page.url)) known.set(page.url, page);
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

/**
 * Commits with the given state and due time. An idle host is due at the next visit of a page, or now if URLs wait or an offer
 * has arrived meanwhile.
 */
async function commit(
  { state, due }: Pick<Head, 'state' | 'due'>,
  head: Head,
  common: Omit<HeadChange, 'state'>,
  { queued, nextAt }: BundleUpdate,
  frontier: Frontier,
  now: number,
): Promise<boolean> {
  if (state === 'idle' && !queued) {
    const idle: HeadChange = { ...common, state, ...(nextAt !== undefined && { due: nextAt }), inbox: head.inbox };
    const outcome = await frontier.commit(head, head.epoch, idle);
    if (outcome !== 'inbox-moved') return outcome === 'committed';
  }
  const next = state === 'idle' ? now : (due ?? now);
  const change: HeadChange = { ...common, state: state === 'dead' ? 'dead' : 'ready', due: next };
  return (await frontier.commit(head, head.epoch, change)) === 'committed';
}

/** Puts inbox items after the entries, because a visit can merge them at once. Feedback alone does not make a host due. */
async function loadInbox(key: HostKey, { best }: Head, { inbox }: GivenLines, ports: Ports): Promise<void> {
  if (inbox.length === 0) return;
  const { frontier, clock } = ports;
  await frontier.putInbox(
    inbox.map(({ type: _, host: __, id, ...offer }) => ({ ...key, id, body: encodeOffer(offer) })),
  );
  const group = (await frontier.getHead(key))!.group;
  const announced = inbox.filter(asksForVisit);
  const first = (links: InboxLine['links']) => links.reduce((min, link) => Math.min(min, link.class), best);
  const entries = announced.map(({ links }) => ({ ...key, group, best: first(links) }));
  for (const entry of entries) await frontier.notifyHosts([entry], clock.now());
}
