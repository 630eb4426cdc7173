import type { CleanDocument } from '../clean/document.ts';
import type { FollowedLink } from '../clean/document-fields.ts';
import { mergeLinks, type OfferedLink } from '../frontier/enqueue-links.ts';
import { type CashTransfer, cashPriority, splitCash } from '../frontier/host/opic-cash.ts';
import type { Strategy } from '../frontier/strategy.ts';
import type { Counts } from '../ports/control.ts';
import type { Reason } from '../url/reason.ts';
import { isSameHostList, type UrlCandidate } from '../url/scope.ts';
import { hostOf, type Url } from '../url/url.ts';
import type { Judge, Judgement } from './judge.ts';
import { linkPriority } from './link-priority.ts';

/** Links of all pages of an object, each once. */
export type LinkGatherer = {
  /** @param depth of the page: links from the nearest seed. */
  addPage(document: CleanDocument, judged: Judgement, depth: number, hands?: PageCash): void;
  /** @param discovered how it was found. Not said: through a link. */
  addLink(link: OfferedLink, discovered?: UrlCandidate['discovered']): void;
  /**
   * @returns what is to be offered, what pages hand to their links, and how many of the others were refused for which
   * reason: `link.<reason>`.
   */
  finish(): { links: OfferedLink[]; cash: CashTransfer[]; refused: Counts };
};

/** With OPIC, what a page has for its links, and the number of the visit in which it was fetched. */
export type PageCash = { cash: number; visit: number };

/** Which links a crawl makes of its pages, beside the scope. */
export type LinkRules = {
  strategy: Strategy;
  /** Off: links are recorded with their page, and not followed. */
  autoRecycleLinks: boolean;
  /** Words of `rel` that ask not to be followed; not given: `nofollow`. */
  notFollowed?: readonly string[] | undefined;
};

const DEFAULT_LINK_RULES: LinkRules = { strategy: 'focused', autoRecycleLinks: true };

/**
 * Decides which links are followed: those of pages that are relevant or lead on, unless page or link asks otherwise, and
 * of these what the scope allows. A link that one page of the object may lead to is followed, whatever the others say.
 *
 * @param scope the first objection to an address, or undefined.
 * @param stopped the crawl takes no links any more.
 */
export function gatherLinks(
  judge: Judge,
  scope: (candidate: UrlCandidate) => Reason | undefined,
  stopped: boolean,
  rules: LinkRules = DEFAULT_LINK_RULES,
): LinkGatherer {
  const offered = new Map<Url, OfferedLink>();
  const refused = new Map<Url, Reason>();
  const cash: CashTransfer[] = [];
  // What the scope refuses at one depth it refuses further down too.
  const objections = new Map<Url, { reason: Reason; depth: number }>();

  function objection(url: Url, depth: number, discovered: UrlCandidate['discovered']): Reason | undefined {
    if (stopped) return 'stopped';
    if (discovered !== 'link') return scope({ url, depth, discovered });
    const known = objections.get(url);
    if (known && known.depth <= depth) return known.reason;
    const reason = scope({ url, depth, discovered });
    if (reason !== undefined) objections.set(url, { reason, depth });
    return reason;
  }

  function refuse(url: Url, reason: Reason) {
    if (!refused.has(url)) refused.set(url, reason);
  }

  function link(link: OfferedLink, discovered: UrlCandidate['discovered'] = 'link') {
    const other = offered.get(link.url);
    const isOfList = isSameHostList(link) && !stopped;
    const reason = other || isOfList ? undefined : objection(link.url, link.depth, discovered);
    if (reason !== undefined) refuse(link.url, reason);
    else offered.set(link.url, other ? mergeLinks(other, link) : link);
  }

  function page(document: CleanDocument, judged: Judgement, depth: number, hands?: PageCash) {
    const reason = rules.autoRecycleLinks ? whyNotFollowed(document, judged) : 'not-recycled';
    if (document.follow) return followed(document.follow, document, judged, depth);
    const priority = linkPriority(judge, judged, document.url, rules.strategy);
    const taken = new Set<Url>();
    for (const { url, anchor, rel } of document.links) {
      if (url === document.url) continue;
      if (reason !== undefined || isNotFollowed(rel, rules.notFollowed)) {
        refuse(url, reason ?? 'nofollow');
        continue;
      }
      const found = { url, anchor, depth: depth + 1 };
      link({ url, kind: 'page', ...priority(found), depth: depth + 1, parent: document.url });
      if (hands && offered.has(url)) taken.add(url);
    }
    if (hands) cash.push(...cashTransfers(document.url, depth + 1, hands, [...taken]));
  }

  /** Links that a rule of the crawl names: they need no topic, and take along what stood beside them. */
  function followed(named: readonly FollowedLink[], document: CleanDocument, judged: Judgement, depth: number) {
    const reason = document.robots.includes('nofollow') ? 'nofollow' : undefined;
    const priority = linkPriority(judge, judged, document.url, rules.strategy);
    for (const { url, anchor, about } of named) {
      if (reason !== undefined) refuse(url, reason);
      else {
        const place = priority({ url, anchor, depth: depth + 1 });
        link({ url, kind: 'page', ...place, depth: depth + 1, parent: document.url, about });
      }
    }
  }

  function end() {
    const counts: Counts = {};
    for (const [url, reason] of refused)
      if (!offered.has(url)) counts[`link.${reason}`] = (counts[`link.${reason}`] ?? 0) + 1;
    const links = cash.length > 0 ? rankByCash([...offered.values()], cash) : [...offered.values()];
    return { links, cash, refused: counts };
  }

  return { addPage: page, addLink: link, finish: end };
}

/** A part for each host, as each host hears of its own. */
function cashTransfers(from: Url, depth: number, { cash, visit }: PageCash, links: Url[]): CashTransfer[] {
  const share = splitCash(cash, links.length);
  return [...Map.groupBy(links, hostOf).values()].map((to) => ({ from, visit, depth, share, to }));
}

/** Where they stand in line for what these pages alone hand them: hosts are told by it that something good waits. */
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
