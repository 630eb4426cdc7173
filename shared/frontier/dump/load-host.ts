import type { Clock } from '../../ports/clock.ts';
import type { Frontier, Head, HeadChange, HostKey } from '../../ports/frontier.ts';
import { type Grouping, groupOf } from '../../url/group.ts';
import { commitIdle } from '../host/commit-idle.ts';
import { openHead } from '../host/open-head.ts';
import type { BundleUpdate } from '../host/write-bundles.ts';
import type { Offer } from '../offer.ts';
import { decodeOffer, encodeOffer } from '../offer-format.ts';
import type { HostDumpLine, InboxLine } from './dump-line.ts';
import { type GivenLines, type MergeResult, mergeLines, sortLines } from './merge-lines.ts';

/** Settings of the crawl that is loaded. */
export type LoadOptions = {
  grouping: Grouping;
  /** Maximum number of URLs per template; null: URLs are not counted per template. */
  maxPagesPerTemplate: number | null;
};

/** `inbox`: number of inbox items. */
export type LoadResult = MergeResult & { inbox: number };

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
    const result = head && (await mergeOnce(state, head, given, ports, options));
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

/** Creates the head of an unknown host. Its group follows from the settings of this crawl. */
async function createHead(key: HostKey, { host }: GivenLines, ports: Ports, grouping: Grouping): Promise<void> {
  const entry = { ...key, group: groupOf(key.host, grouping), best: host?.best ?? 7 };
  await ports.frontier.notifyHosts([entry], ports.clock.now());
}

/**
 * Merges lines and commits the host.
 *
 * @param state state and due time that the host gets. A known host keeps its own: unread links may wait in its inbox.
 * @returns undefined if the head was changed meanwhile
 */
async function mergeOnce(
  state: Pick<Head, 'state' | 'due'>,
  head: Head,
  given: GivenLines,
  ports: Ports,
  { maxPagesPerTemplate }: LoadOptions,
): Promise<MergeResult | undefined> {
  const { frontier } = ports;
  const { update, counts, result } = await mergeLines(head, given, frontier, maxPagesPerTemplate);
  await frontier.writeBundles(head, update.pieces);
  const removals = head.removals ?? (head.manifest === '' ? given.host?.removals : undefined);
  const common = { manifest: update.manifest, best: update.best, counts, ...(removals && { removals }) };
  if (!(await commit(state, head, common, update, ports))) return undefined;
  await frontier.deleteBundles(head, update.dropped, update.epochs);
  return result;
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
  { frontier, clock }: Ports,
): Promise<boolean> {
  const now = clock.now();
  if (state === 'idle' && !queued) {
    const isCommitted = await commitIdle(head, common, nextAt, frontier);
    if (isCommitted !== undefined) return isCommitted;
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
