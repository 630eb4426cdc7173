import type { Clock } from '../ports/clock.ts';
import type { Counts } from '../ports/control.ts';
import type { Frontier, HostNotification, InboxItem, NotifyResult } from '../ports/frontier.ts';
import { domainLimitOf } from '../url/domain-limit.ts';
import { type Grouping, groupOf } from '../url/group.ts';
import { hostOf, type Url } from '../url/url.ts';
import { mergeLinks } from './merge-links.ts';
import type { CashTransfer, Offer, OfferedLink, PageFeedback } from './offer.ts';
import { encodeOffer, inboxItemId } from './offer-format.ts';
import type { RecentLinks } from './recent-links.ts';

/** Maximum number of links in one inbox item; longer offers are split. */
const MAX_LINKS_PER_ITEM = 400;
/** Size of a cash transfer, counted in links, for splitting offers. */
const LINKS_PER_CASH_TRANSFER = 20;

/** Links, feedback and cash for any number of hosts. */
export type LinkBatch = {
  crawl: string;
  /** Origin of the batch: the key of an object, or `seed`. */
  source: string;
  links: readonly OfferedLink[];
  feedback: readonly PageFeedback[];
  cash?: readonly CashTransfer[];
  /** Maximum number of hosts of a registrable domain that links may add. Null or absent: no limit, and no host is counted. */
  maxHostsPerDomain?: number | null | undefined;
};

/** Counts of the links of hosts that are refused. */
const REFUSED: Readonly<Partial<Record<NotifyResult, string>>> = {
  refused: 'link.host-dead',
  'domain-full': 'link.domain-budget',
};

/** What an inbox item brings for its host: links announce it, feedback alone does not. */
type BuiltItem = { item: InboxItem; offer: Offer; notification: HostNotification };

/**
 * Writes links and feedback to the inboxes of their hosts, then notifies the hosts. Inbox items are written before the
 * counters, so every counted item can be read. Safe to repeat: an item's id derives from its source and content.
 *
 * @param recentLinks links offered lately: they are skipped and count as offered. Absent: all links are written.
 * @returns the number of links per result: `link.offered`, `link.host-dead`, `link.domain-budget`.
 */
export async function enqueueLinks(
  batch: LinkBatch,
  { frontier, clock }: { frontier: Frontier; clock: Clock },
  grouping: Grouping | ((host: string) => string),
  recentLinks?: RecentLinks,
): Promise<Counts> {
  const links = recentLinks ? newLinks(batch.links, recentLinks) : batch.links;
  const built = buildItems({ ...batch, links }, grouping, recentLinks);
  const known = batch.links.length - links.length;
  const counts: Counts = known > 0 ? { 'link.offered': known } : {};
  if (built.length === 0) return counts;
  const places = await frontier.putInbox(built.map(({ item }) => item));
  const announced = built.map((one, i) => ({ ...one, place: places[i] })).filter(({ offer }) => offer.links.length > 0);
  const results = await frontier.notifyHosts(
    announced.map(({ notification, place }) => ({ ...notification, place })),
    clock.now(),
  );

  const idle = announced.filter((_, i) => results[i] === 'idle');
  await putFeedback(frontier, batch.source, idle);
  for (const [i, { item, offer, place }] of announced.entries()) {
    const refusal = REFUSED[results[i]!];
    const name = refusal ?? 'link.offered';
    counts[name] = (counts[name] ?? 0) + offer.links.length;
    if (results[i] !== 'notified' && place === undefined) await frontier.deleteInbox(item, [item.id]);
    if (refusal === undefined) for (const link of offer.links) recentLinks?.add(link);
  }
  const added = new Set(announced.filter((_, i) => results[i] === 'notified').map(({ item }) => item.host));
  const full = announced.filter(({ item }, i) => results[i] === 'domain-full' && !added.has(item.host));
  await deleteUnannounced(frontier, built, new Set(full.map(({ item }) => item.host)));
  return counts;
}

/** Deletes the items without links, such as cash, of hosts that were not added: no visit would read them. */
async function deleteUnannounced(
  frontier: Frontier,
  built: readonly BuiltItem[],
  hosts: ReadonlySet<string>,
): Promise<void> {
  const items = built.filter(({ item, offer }) => offer.links.length === 0 && hosts.has(item.host));
  for (const { item } of items) await frontier.deleteInbox(item, [item.id]);
}

/** Puts the feedback of items that their hosts did not take, without their links. It waits for the next visit. */
async function putFeedback(frontier: Frontier, source: string, items: readonly BuiltItem[]): Promise<void> {
  const withFeedback = items.filter(({ offer }) => offer.feedback.length > 0);
  if (withFeedback.length === 0) return;
  await frontier.putInbox(
    withFeedback.map(({ item: { crawl, host }, offer: { feedback } }) => {
      const body = encodeOffer({ links: [], feedback });
      return { crawl, host, id: inboxItemId(source, body), body };
    }),
  );
}

/** Returns the links that were not offered lately, without the anchor texts of links that add evidence only: offers are billed by their bytes. */
function newLinks(links: readonly OfferedLink[], recentLinks: RecentLinks): OfferedLink[] {
  const found = links.filter((link) => !recentLinks.has(link));
  for (let i = 0; i < found.length; i++) {
    const link = found[i] as OfferedLink;
    if (link.anchors !== undefined && recentLinks.hasUrl(link.url)) found[i] = withoutAnchors(link);
  }
  return found;
}

function withoutAnchors({ anchors: _, ...link }: OfferedLink): OfferedLink {
  return link;
}

function buildItems(
  { crawl, source, links, feedback, cash = [], maxHostsPerDomain }: LinkBatch,
  grouping: Grouping | ((host: string) => string),
  recentLinks: RecentLinks | undefined,
): BuiltItem[] {
  const built: BuiltItem[] = [];
  for (const [host, offer] of groupByHost(links, feedback, cash)) {
    const group = typeof grouping === 'function' ? grouping(host) : groupOf(host, grouping);
    const domainLimit = domainLimitOf(host, maxHostsPerDomain);
    for (const part of splitOffer(offer)) {
      const body = encodeOffer(part);
      const id = inboxItemId(source, body);
      const best = part.links.reduce((min, link) => Math.min(min, link.class), 7);
      // Feedback alone does not justify a visit: the next visit reads it.
      const announced = part.links.length > 0;
      const onlyIfReady = addsEvidenceOnly(part, recentLinks);
      const notification = {
        ...{ crawl, host, group, best },
        ...(onlyIfReady && { onlyIfReady }),
        ...(domainLimit && { domainLimit }),
      };
      built.push({ item: { crawl, host, id, body, announced }, offer: part, notification });
    }
  }
  return built;
}

/** Whether the links of an offer were announced before, so that it only tells more about them. */
function addsEvidenceOnly({ links, cash }: Offer, recentLinks: RecentLinks | undefined): boolean {
  if (cash !== undefined || recentLinks === undefined) return false;
  return links.every(({ evidence: _, ...link }) => recentLinks.has(link));
}

/** Groups a batch by host. Hosts and links are sorted, so that the same batch always gives the same items. */
function groupByHost(
  links: readonly OfferedLink[],
  feedback: readonly PageFeedback[],
  cash: readonly CashTransfer[],
): [string, Offer][] {
  const best = new Map<Url, OfferedLink>();
  for (const link of links) {
    const other = best.get(link.url);
    best.set(link.url, other ? mergeLinks(other, link) : link);
  }
  const hosts = new Map<string, Offer>();
  const offerFor = (url: Url): Offer => {
    const host = hostOf(url);
    let offer = hosts.get(host);
    if (!offer) {
      offer = { links: [], feedback: [] };
      hosts.set(host, offer);
    }
    return offer;
  };
  for (const link of best.values()) offerFor(link.url).links.push(link);
  for (const item of feedback) offerFor(item.url).feedback.push(item);
  for (const transfer of cash) {
    const offer = offerFor(transfer.to[0]!);
    offer.cash = [...(offer.cash ?? []), transfer];
  }
  for (const offer of hosts.values()) {
    offer.links.sort(byUrl);
    offer.feedback.sort(byUrlAndTime);
    offer.cash?.sort(bySource);
  }
  return [...hosts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const byUrl = (a: OfferedLink, b: OfferedLink): number => (a.url < b.url ? -1 : 1);

const byUrlAndTime = (a: PageFeedback, b: PageFeedback): number =>
  a.url < b.url ? -1 : a.url > b.url ? 1 : a.at - b.at;

const bySource = (a: CashTransfer, b: CashTransfer): number =>
  a.from < b.from ? -1 : a.from > b.from ? 1 : a.visit - b.visit;

function* splitOffer({ links, feedback, cash = [] }: Offer): Generator<Offer> {
  const parts = Math.max(
    ...[links.length, feedback.length, cash.length * LINKS_PER_CASH_TRANSFER].map((n) =>
      Math.ceil(n / MAX_LINKS_PER_ITEM),
    ),
  );
  const transfersPerItem = MAX_LINKS_PER_ITEM / LINKS_PER_CASH_TRANSFER;
  for (let i = 0; i < parts; i++) {
    const slice = <T>(list: T[], size: number) => list.slice(i * size, (i + 1) * size);
    const transfers = slice(cash, transfersPerItem);
    yield {
      links: slice(links, MAX_LINKS_PER_ITEM),
      feedback: slice(feedback, MAX_LINKS_PER_ITEM),
      ...(transfers.length > 0 && { cash: transfers }),
    };
  }
}
