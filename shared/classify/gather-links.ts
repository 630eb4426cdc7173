import type { CleanDocument } from '../clean/document.ts';
import type { FollowedLink } from '../clean/document-fields.ts';
import { cashPriority, splitCash } from '../frontier/host/opic-cash.ts';
import { mergeLinks } from '../frontier/merge-links.ts';
import type { CashTransfer, OfferedLink } from '../frontier/offer.ts';
import type { Strategy } from '../frontier/strategy.ts';
import type { Counts } from '../ports/control.ts';
import type { Reason } from '../url/reason.ts';
import { isSameHostList, type UrlCandidate } from '../url/scope.ts';
import { hostOf, type Url } from '../url/url.ts';
import type { Judge, Judgement } from './judge.ts';
import { type FoundLink, type LinkPriority, linkPriority } from './link-priority.ts';

/** Collects the links of all pages of an object, each URL once. */
export type LinkGatherer = {
  /** Adds the links of a page. @param depth number of links from the nearest seed to the page. */
  addPage(document: CleanDocument, judged: Judgement, depth: number, pageCash?: PageCash): void;
  /** Adds a single link. @param discovered how the URL was found. Default: `link`. */
  addLink(link: OfferedLink, discovered?: UrlCandidate['discovered']): void;
  /** @returns links to enqueue, cash transfers to links, and the number of refused links per reason (`link.<reason>`). */
  finish(): { links: OfferedLink[]; cash: CashTransfer[]; refused: Counts };
};

/** Cash of a page under OPIC, and the number of the visit that fetched the page. */
export type PageCash = { cash: number; visit: number };

/** Rules for following links, besides the scope. */
export type LinkRules = {
  strategy: Strategy;
  /** False: links are stored with their page but not followed. */
  autoRecycleLinks: boolean;
  /** Values of `rel` that forbid following. Default: `nofollow`. */
  notFollowed?: readonly string[] | undefined;
};

const DEFAULT_LINK_RULES: LinkRules = { strategy: 'focused', autoRecycleLinks: true };

type Scope = (candidate: UrlCandidate) => Reason | undefined;

/**
 * Decides which links to follow: links of pages that are relevant or lead on, unless the page or the link forbids it, and
 * if the scope accepts the URL. A link that at least one page of the object allows is followed.
 *
 * @param scope returns the reason to refuse a URL, or undefined.
 * @param stopped whether the crawl is stopped and refuses all links.
 */
export function gatherLinks(
  judge: Judge,
  scope: Scope,
  stopped: boolean,
  rules: LinkRules = DEFAULT_LINK_RULES,
): LinkGatherer {
  const collected = new CollectedLinks(scope, stopped);
  const cash: CashTransfer[] = [];

  return {
    addLink: (link, discovered) => collected.add(link, discovered),
    addPage(document, judged, depth, pageCash) {
      const priority = linkPriority(judge, judged, document.url, rules.strategy);
      if (document.follow) return addNamedLinks(collected, document.follow, document, priority, depth);
      const reason = rules.autoRecycleLinks ? whyNotFollowed(document, judged) : 'not-recycled';
      const followed = new Set<Url>();
      for (const { url, anchor, rel } of document.links) {
        if (url === document.url) continue;
        if (reason !== undefined || isNotFollowed(rel, rules.notFollowed)) {
          collected.refuse(url, reason ?? 'nofollow');
          continue;
        }
        const found = { url, anchor, depth: depth + 1 };
        collected.add({ url, kind: 'page', ...priority(found), depth: depth + 1, parent: document.url });
        if (pageCash && collected.offered.has(url)) followed.add(url);
      }
      if (pageCash) cash.push(...cashTransfers(document.url, depth + 1, pageCash, [...followed]));
    },
    finish() {
      const links = [...collected.offered.values()];
      return { links: cash.length > 0 ? rankByCash(links, cash) : links, cash, refused: collected.countRefused() };
    },
  };
}

/** Adds the links that an extraction rule names. They need no topic, and carry the values given beside them. */
function addNamedLinks(
  collected: CollectedLinks,
  named: readonly FollowedLink[],
  document: CleanDocument,
  priority: (link: FoundLink) => LinkPriority,
  depth: number,
): void {
  const reason = document.robots.includes('nofollow') ? 'nofollow' : undefined;
  for (const { url, anchor, about, extractRule } of named) {
    if (reason !== undefined) collected.refuse(url, reason);
    else {
      const place = priority({ url, anchor, depth: depth + 1 });
      const hints = { about, ...(extractRule !== undefined && { extractRule }) };
      collected.add({ url, kind: 'page', ...place, depth: depth + 1, parent: document.url, ...hints });
    }
  }
}

/** Offered and refused URLs of an object. */
class CollectedLinks {
  readonly offered = new Map<Url, OfferedLink>();
  readonly #refused = new Map<Url, Reason>();
  /** A URL that the scope refuses at one depth is refused at greater depths too. */
  readonly #outOfScope = new Map<Url, { reason: Reason; depth: number }>();
  readonly #scope: Scope;
  readonly #isStopped: boolean;

  constructor(scope: Scope, isStopped: boolean) {
    this.#scope = scope;
    this.#isStopped = isStopped;
  }

  add(link: OfferedLink, discovered: UrlCandidate['discovered'] = 'link'): void {
    const other = this.offered.get(link.url);
    const isListOfHost = isSameHostList(link) && !this.#isStopped;
    const reason = other || isListOfHost ? undefined : this.#objection(link.url, link.depth, discovered);
    if (reason !== undefined) this.refuse(link.url, reason);
    else this.offered.set(link.url, other ? mergeLinks(other, link) : link);
  }

  refuse(url: Url, reason: Reason): void {
    if (!this.#refused.has(url)) this.#refused.set(url, reason);
  }

  countRefused(): Counts {
    const counts: Counts = {};
    for (const [url, reason] of this.#refused)
      if (!this.offered.has(url)) counts[`link.${reason}`] = (counts[`link.${reason}`] ?? 0) + 1;
    return counts;
  }

  #objection(url: Url, depth: number, discovered: UrlCandidate['discovered']): Reason | undefined {
    if (this.#isStopped) return 'stopped';
    if (discovered !== 'link') return this.#scope({ url, depth, discovered });
    const known = this.#outOfScope.get(url);
    if (known && known.depth <= depth) return known.reason;
    const reason = this.#scope({ url, depth, discovered });
    if (reason !== undefined) this.#outOfScope.set(url, { reason, depth });
    return reason;
  }
}

/** Splits the cash of a page into one transfer per host. */
function cashTransfers(from: Url, depth: number, { cash, visit }: PageCash, links: Url[]): CashTransfer[] {
  const share = splitCash(cash, links.length);
  return [...Map.groupBy(links, hostOf).values()].map((to) => ({ from, visit, depth, share, to }));
}

/** Sets the priority of links by the cash of these pages alone, so that hosts with valuable links are visited early. */
function rankByCash(links: OfferedLink[], cash: readonly CashTransfer[]): OfferedLink[] {
  const sums = new Map<Url, number>();
  for (const { share, to } of cash) for (const url of to) sums.set(url, (sums.get(url) ?? 0) + share);
  return links.map((link) => (sums.has(link.url) ? { ...link, ...cashPriority(sums.get(link.url)!) } : link));
}

function whyNotFollowed(document: CleanDocument, { kind }: Judgement): Reason | undefined {
  if (kind === 'off-topic') return 'off-topic';
  return document.robots.includes('nofollow') ? 'nofollow' : undefined;
}

function isNotFollowed(rel: string, words: readonly string[] = ['nofollow']): boolean {
  return (
    rel !== '' &&
    rel
      .toLowerCase()
      .split(/\s+/)
      .some((word) => words.includes(word))
  );
}
