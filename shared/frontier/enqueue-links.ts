import { createHash } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import type { Counts } from '../ports/control.ts';
import type { Frontier, HostNotification, InboxItem } from '../ports/frontier.ts';
import { type Grouping, groupOf } from '../url/group.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import type { ForcedRecrawl } from './forced-recrawl.ts';
import type { CashTransfer } from './host/opic-cash.ts';
import type { RecentLinks } from './recent-links.ts';

/**
 * What a URL is wanted for. Lists are read for what they name only: entries of a `sitemap` are links of its site, those of
 * a `feed` (any list that was given as a seed) are seeds as it is.
 */
export type UrlKind = 'page' | 'sitemap' | 'feed';

/** A link on its way to the frontier of its host. */
export type OfferedLink = {
  url: Url;
  kind: UrlKind;
  /** Priority class, 0 first to 7 last. */
  class: number;
  /** Links from the nearest seed. */
  depth: number;
  /** The page that it was found on; null: a seed. */
  parent: Url | null;
  /** 0 to 1; orders URLs within their class. */
  score: number;
} & LinkHints;

/** What whoever found an address was told of it. Absent: nothing. */
export type LinkHints = {
  /** When the page changed last, as a sitemap or a feed says. Epoch ms. */
  lastModified?: number;
  /** Kept with a seed: title, description and whatever else stood beside its address. A few hundred characters. */
  about?: Record<string, string>;
  /** A sitemap names it. */
  listed?: boolean;
  /** Of a list that another list named: lists within lists that led to it. */
  nesting?: number;
};

/** What a later stage has to say of a page of the host itself: for statistics, revisits, `explain`, and `was` of its next capture. */
export type PageFeedback = {
  url: Url;
  /** When the page was fetched that this is about. Epoch ms. */
  at: number;
  /** The page's next time as its capture told it: the page's own entry is filed there. Epoch ms. */
  next?: number;
  /** Id of the record it became; null: it became none. */
  record: string | null;
  /** `relevant`, `leads-on`, `off-topic`, or a reason. */
  verdict: string;
};

/** What one inbox item brings. */
export type Offer = { links: OfferedLink[]; feedback: PageFeedback[]; recrawl?: ForcedRecrawl; cash?: CashTransfer[] };

/** Links of one inbox item at most; longer offers are split. */
const MAX_LINKS_PER_ITEM = 400;
/** What a page hands to its links counts as so many of them. */
const LINKS_PER_CASH_TRANSFER = 20;

/**
 * Hands links and news to the frontiers of their hosts: bodies first, then the counters, so that a counted offer can
 * always be read. Safe to repeat: an item is keyed by its source and the digest of its content.
 *
 * @param batch.source names where the offers come from: the key of an object, or `seed`.
 * @param offered what was handed on lately is not handed on again, and counts as offered.
 * @returns what became of the links: `link.offered`, `link.host-dead`.
 */
export async function enqueueLinks(
  batch: {
    crawl: string;
    source: string;
    links: readonly OfferedLink[];
    news: readonly PageFeedback[];
    cash?: readonly CashTransfer[];
  },
  ports: { frontier: Frontier; clock: Clock },
  grouping: Grouping | ((host: string) => string),
  offered?: RecentLinks,
): Promise<Counts> {
  const items: InboxItem[] = [];
  const entries: (HostNotification & { links: OfferedLink[]; id: string })[] = [];
  const links = offered ? batch.links.filter((link) => !offered.has(link)) : batch.links;
  for (const [host, whole] of groupByHost(links, batch.news, batch.cash ?? [])) {
    for (const part of splitOffer(whole)) {
      const body = encodeOffer(part);
      const id = inboxItemId(batch.source, body);
      items.push({ crawl: batch.crawl, host, id, body });
      // News alone are no reason for a visit: whoever comes next finds them.
      if (part.links.length === 0) continue;
      const best = part.links.reduce((least, link) => Math.min(least, link.class), 7);
      const group = typeof grouping === 'function' ? grouping(host) : groupOf(host, grouping);
      entries.push({ crawl: batch.crawl, host, group, best, links: part.links, id });
    }
  }
  const known = batch.links.length - links.length;
  const counts: Counts = known > 0 ? { 'link.offered': known } : {};
  if (items.length === 0) return counts;
  await ports.frontier.putInbox(items);
  const told = await ports.frontier.notifyHosts(entries, ports.clock.now());

  for (const [i, { crawl, host, links, id }] of entries.entries()) {
    const refused = told[i] === 'refused';
    const name = refused ? 'link.host-dead' : 'link.offered';
    counts[name] = (counts[name] ?? 0) + links.length;
    if (refused) await ports.frontier.deleteInbox({ crawl, host }, [id]);
    else for (const link of links) offered?.add(link);
  }
  return counts;
}

/** Of an address that was found twice: the better place in line, the shorter way from a seed, and what was told of it by either. */
export function mergeLinks(one: OfferedLink, other: OfferedLink): OfferedLink {
  const first = one.class - other.class || other.score - one.score;
  // Nearly all: pages of a site repeat their links.
  if (first <= 0 && one.depth <= other.depth && !hasHints(other)) return one;
  const about = one.about ?? other.about;
  const lastModified = Math.max(
    one.lastModified ?? Number.NEGATIVE_INFINITY,
    other.lastModified ?? Number.NEGATIVE_INFINITY,
  );
  return {
    ...(first <= 0 ? one : other),
    depth: Math.min(one.depth, other.depth),
    ...(about && { about }),
    ...(Number.isFinite(lastModified) && { lastModified }),
    ...((one.listed || other.listed) && { listed: true }),
  };
}

function hasHints({ about, lastModified, listed }: OfferedLink): boolean {
  return about !== undefined || lastModified !== undefined || listed === true;
}

/** Hosts in the order of their names and links in that of their addresses: the same batch always gives the same items. */
function groupByHost(
  links: readonly OfferedLink[],
  news: readonly PageFeedback[],
  cash: readonly CashTransfer[],
): [string, Offer][] {
  const best = new Map<Url, OfferedLink>();
  for (const link of links) {
    const other = best.get(link.url);
    best.set(link.url, other ? mergeLinks(other, link) : link);
  }
  const hosts = new Map<string, Offer>();
  const of = (url: Url): Offer => {
    const host = hostOf(url);
    let offer = hosts.get(host);
    if (!offer) {
      offer = { links: [], feedback: [] };
      hosts.set(host, offer);
    }
    return offer;
  };
  for (const link of best.values()) of(link.url).links.push(link);
  for (const item of news) of(item.url).feedback.push(item);
  for (const item of cash) {
    const target = of(item.to[0]!);
    target.cash = [...(target.cash ?? []), item];
  }
  for (const offer of hosts.values()) {
    offer.links.sort((a, b) => (a.url < b.url ? -1 : 1));
    offer.feedback.sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : a.at - b.at));
    offer.cash?.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.visit - b.visit));
  }
  return [...hosts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function* splitOffer(whole: Offer): Generator<Offer> {
  const { links, feedback: news, cash = [] } = whole;
  const parts = Math.max(
    ...[links.length, news.length, cash.length * LINKS_PER_CASH_TRANSFER].map((n) => Math.ceil(n / MAX_LINKS_PER_ITEM)),
  );
  for (let i = 0; i < parts; i++) {
    const cut = <T>(list: T[]) => list.slice(i * MAX_LINKS_PER_ITEM, (i + 1) * MAX_LINKS_PER_ITEM);
    const told = cash.slice(
      (i * MAX_LINKS_PER_ITEM) / LINKS_PER_CASH_TRANSFER,
      ((i + 1) * MAX_LINKS_PER_ITEM) / LINKS_PER_CASH_TRANSFER,
    );
    yield { links: cut(links), feedback: cut(news), ...(told.length > 0 && { cash: told }) };
  }
}

/** The same content from the same source is the same item. */
export function inboxItemId(source: string, body: Uint8Array): string {
  return createHash('sha256').update(source).update('\0').update(body).digest('hex').slice(0, 40);
}

// Most addresses of an offer are of one origin, which is written once.
type Wire = {
  o: string;
  l: [
    url: string,
    kind: UrlKind,
    class_: number,
    depth: number,
    score: number,
    parent: string | null,
    told?: LinkHints,
  ][];
  n: [url: string, at: number, next: number | null, record: string | null, verdict: string][];
  /** Only of a recall. */
  r?: [at: number, prefix: string | null, missingSince?: number | null, believe?: 1];
  /** Only with OPIC. */
  c?: [from: string, visit: number, depth: number, share: number, to: string[]][];
};

/** At the end of a row: nothing, for most links. */
export function packHints({ lastModified, about, listed, nesting }: LinkHints): [] | [LinkHints] {
  const told: LinkHints = {};
  if (lastModified !== undefined) told.lastModified = lastModified;
  if (about !== undefined) told.about = about;
  if (listed) told.listed = listed;
  if (nesting !== undefined) told.nesting = nesting;
  return Object.keys(told).length > 0 ? [told] : [];
}

/** What most recalls do not say is left out: the same recall is the same item. */
function encodeRecrawl({ at, prefix: own, missingSince, believe }: ForcedRecrawl): NonNullable<Wire['r']> {
  const prefix = own ?? null;
  if (believe) return [at, prefix, missingSince ?? null, 1];
  return missingSince === undefined ? [at, prefix] : [at, prefix, missingSince];
}

function decodeRecrawl([at, prefix, missingSince, believe]: NonNullable<Wire['r']>): ForcedRecrawl {
  return {
    at,
    ...(prefix !== null && { prefix }),
    ...(typeof missingSince === 'number' && { missingSince }),
    ...(believe && { believe: true }),
  };
}

export function encodeOffer({ links, feedback: news, recrawl: recall, cash }: Offer): Uint8Array {
  const first = links[0]?.url ?? news[0]?.url ?? cash?.[0]?.to[0];
  const o = first ? originOf(first) : '';
  const short = (url: string) => (o && url.startsWith(`${o}/`) ? url.slice(o.length) : url);
  const wire: Wire = {
    o,
    l: links.map((l) => [
      short(l.url),
      l.kind,
      l.class,
      l.depth,
      Math.round(l.score * 1000) / 1000,
      l.parent && short(l.parent),
      ...packHints(l),
    ]),
    n: news.map((n) => [short(n.url), n.at, n.next ?? null, n.record, n.verdict]),
    ...(recall && { r: encodeRecrawl(recall) }),
    ...(cash && { c: cash.map((c) => [short(c.from), c.visit, c.depth, c.share, c.to.map(short)]) }),
  };
  return new TextEncoder().encode(JSON.stringify(wire));
}

export function decodeOffer(body: Uint8Array): Offer {
  const { o, l, n, r, c } = JSON.parse(new TextDecoder().decode(body)) as Wire;
  const long = (url: string) => (url.startsWith('/') ? o + url : url) as Url;
  return {
    links: l.map(([url, kind, class_, depth, score, parent, told]) => ({
      url: long(url),
      kind,
      class: class_,
      depth,
      score,
      parent: parent === null ? null : long(parent),
      ...told,
    })),
    feedback: n.map(([url, at, next, record, verdict]) => ({
      url: long(url),
      at,
      ...(next === null ? {} : { next }),
      record,
      verdict,
    })),
    ...(r && { recrawl: decodeRecrawl(r) }),
    ...(c && {
      cash: c.map(([from, visit, depth, share, to]) => ({ from: long(from), visit, depth, share, to: to.map(long) })),
    }),
  };
}
