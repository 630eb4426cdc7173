import type { CleanDocument } from '../../clean/document.ts';
import type { FollowedLink } from '../../clean/document-fields.ts';
import type { CaptureNote } from '../../fetch/warc/capture.ts';
import type { KnownLink } from '../../focus/link-model.ts';
import { cashPriority, splitCash } from '../../frontier/host/opic-cash.ts';
import type { CashTransfer, OfferedLink } from '../../frontier/offer.ts';
import { rankLink } from '../../frontier/ranking/rank-link.ts';
import type { Counts } from '../../ports/control.ts';
import { loopOfLinks } from '../../url/nested-links.ts';
import type { UrlCandidate, UrlFilter } from '../../url/scope.ts';
import { hostOf, type Url } from '../../url/url.ts';
import type { Judgement } from '../filters/filter.ts';
import type { Judge } from '../judge.ts';
import { CollectedLinks } from './collected-links.ts';
import { type FoundLink, type LinkPriority, linkPriority } from './link-priority.ts';
import { DEFAULT_LINK_RULES, isEmbeddedFile, isNotFollowed, type LinkRules, whyNotFollowed } from './link-rules.ts';
import { type LinkRanking, type LinkRating, ratingOf } from './rate-links.ts';

type PageNote = Pick<CaptureNote, 'depth' | 'hands' | 'evidence' | 'nesting'>;

/**
 * Maximum number of embedded files on the way from a page to a file that is followed: a page imports a stylesheet, which imports others with
 * fonts. Files keep the depth of their page and may be on any host, so stylesheets that import each other would lead anywhere without end.
 */
const MAX_EMBEDDING = 5;

/** Unique links to enqueue, cash transfers to them, and the number of refused links per reason (`link.<reason>`). */
export type GatheredLinks = { links: OfferedLink[]; cash: CashTransfer[]; refused: Counts };

/** Which links of an object are followed, and how they are ranked. */
export type GatherOptions = {
  /** Returns the reason to refuse a URL, or undefined. */
  scope: UrlFilter;
  /** Whether the crawl is stopped and refuses all links. Default: no. */
  stopped?: boolean | undefined;
  rules?: LinkRules | undefined;
  /** Absent: links keep the priority that the linking page gives them. */
  ranking?: LinkRanking | undefined;
  /** Estimated memory from which the links are full (`takeIfFull`), in bytes. Default: `MAX_LINK_WEIGHT`. */
  maxWeight?: number | undefined;
};

/**
 * Decides which links to follow: all, unless the page, the link or the rules forbid it, and if the scope accepts the URL. The
 * verdict of the page ranks its links. A link that at least one page of the object allows is followed.
 */
export function gatherLinks(
  judge: Judge,
  { scope, stopped = false, rules = DEFAULT_LINK_RULES, ranking, maxWeight }: GatherOptions,
): LinkGatherer {
  return new LinkGatherer(judge, rules, ranking, new CollectedLinks(scope, stopped, maxWeight));
}

/**
 * Collects the links of all pages of an object, each URL once. A class, because V8 discards the optimised code of functions that are
 * made for one object.
 */
export class LinkGatherer {
  #cash: CashTransfer[] = [];
  readonly #judge: Judge;
  readonly #rules: LinkRules;
  readonly #ranking: LinkRanking | undefined;
  #collected: CollectedLinks;

  constructor(judge: Judge, rules: LinkRules, ranking: LinkRanking | undefined, collected: CollectedLinks) {
    this.#judge = judge;
    this.#rules = rules;
    this.#ranking = ranking;
    this.#collected = collected;
  }

  /** Adds a single link. @param discovered how the URL was found. Default: `link`. */
  addLink(link: OfferedLink, discovered?: UrlCandidate['discovered']): void {
    this.#collected.add(link, discovered);
  }

  /**
   * Adds the links of a page.
   *
   * @param note what the frontier knows of the page
   * @param rating rates its links, or refuses them. Absent: they are rated by the strategy, the page and their words.
   * @returns followed links with evidence, without well-known ones
   */
  addPage(document: CleanDocument, judged: Judgement, note: PageNote, rating?: LinkRating): KnownLink[] {
    const { depth, hands: pageCash, evidence, nesting = 0 } = note;
    const collected = this.#collected;
    const rules = this.#rules;
    if (document.follow) {
      const priority = linkPriority(this.#judge, judged, document.url, rules.strategy);
      addNamedLinks(document.follow, document, { priority, depth, keepsAnchors: rules.keepsAnchors }, collected);
      return [];
    }
    const rater = rating ?? ratingOf(this.#judge, judged, { document, evidence, depth }, rules, this.#ranking);
    const reason = whyNotFollowed({ document, kind: judged.kind, depth }, rules);
    const isLoop = loopOfLinks(document.url, document.links);
    const known: KnownLink[] = [];
    const followed = new Set<Url>();
    for (const { url, anchor, rel, around } of document.links) {
      if (url === document.url) continue;
      if (reason !== undefined || isNotFollowed(rel, rules.notFollowed)) {
        collected.refuse(url, reason ?? 'nofollow');
        continue;
      }
      if (isLoop?.(url)) {
        collected.refuse(url, 'repeated-segment');
        continue;
      }
      // A browser loads the files with the page.
      const isFile = isEmbeddedFile(rel, rules);
      if (isFile && nesting >= MAX_EMBEDDING) {
        collected.refuse(url, 'nested-file');
        continue;
      }
      const linkDepth = isFile ? depth : depth + 1;
      const rated = rater.rate({ url, anchor, around, depth: linkDepth });
      if (typeof rated === 'string') {
        collected.refuse(url, rated);
        continue;
      }
      const found: OfferedLink = { url, kind: 'page', ...rated, depth: linkDepth, parent: document.url };
      if (isFile) {
        found.embedded = true;
        found.nesting = nesting + 1;
      }
      const anchors = rules.keepsAnchors ? collected.newAnchorOf(url, anchor) : undefined;
      if (anchors !== undefined) found.anchors = anchors;
      collected.add(found, isFile ? 'embedded' : 'link');
      const linkEvidence = rated.evidence;
      if (linkEvidence !== undefined && collected.offered.has(url)) known.push({ url, evidence: linkEvidence });
      if (pageCash && collected.offered.has(url)) followed.add(url);
    }
    if (pageCash) this.#cash.push(...cashTransfers(document.url, depth + 1, pageCash, [...followed]));
    return known;
  }

  /** Returns the links so far and forgets them, if they take so much memory that they should not wait for those of further pages. */
  takeIfFull(): GatheredLinks | undefined {
    return this.#collected.isFull() ? this.finish() : undefined;
  }

  /** Returns the links so far and forgets them. */
  finish(): GatheredLinks {
    const cash = this.#cash;
    const links = [...this.#collected.offered.values()];
    if (this.#ranking) for (let i = 0; i < links.length; i++) links[i] = rankedLink(links[i]!, this.#ranking);
    const refused = this.#collected.countRefused();
    this.#cash = [];
    this.#collected = this.#collected.emptied();
    return { links: cash.length > 0 ? rankByCash(links, cash) : links, cash, refused };
  }
}

const rankedLink = (link: OfferedLink, { model, urlWords }: LinkRanking): OfferedLink =>
  rankLink(link, model, urlWords);

/**
 * Adds the links that an extraction rule names. They need no topic, and carry the values given beside them.
 *
 * @param from.depth depth of the document
 */
function addNamedLinks(
  named: readonly FollowedLink[],
  document: CleanDocument,
  from: { priority: (link: FoundLink) => LinkPriority; depth: number; keepsAnchors: LinkRules['keepsAnchors'] },
  collected: CollectedLinks,
): void {
  const { priority, depth, keepsAnchors } = from;
  const reason = document.robots.includes('nofollow') ? 'nofollow' : undefined;
  for (const { url, anchor, about, extractRule } of named) {
    if (reason !== undefined) collected.refuse(url, reason);
    else {
      const place = priority({ url, anchor, depth: depth + 1 });
      const anchors = keepsAnchors ? collected.newAnchorOf(url, anchor) : undefined;
      const rule = extractRule !== undefined && { extractRule };
      const hints = { about, ...rule, ...(anchors !== undefined && { anchors }) };
      collected.add({ url, kind: 'page', ...place, depth: depth + 1, parent: document.url, ...hints });
    }
  }
}

/** Splits the cash of a page into one transfer per host. */
function cashTransfers(
  from: Url,
  depth: number,
  { cash, visit }: NonNullable<CaptureNote['hands']>,
  links: Url[],
): CashTransfer[] {
  const share = splitCash(cash, links.length);
  return [...Map.groupBy(links, hostOf).values()].map((to) => ({ from, visit, depth, share, to }));
}

/** Sets the priority of links by the cash of these pages alone, so that hosts with valuable links are visited early. */
function rankByCash(links: OfferedLink[], cash: readonly CashTransfer[]): OfferedLink[] {
  const sums = new Map<Url, number>();
  for (const { share, to } of cash) for (const url of to) sums.set(url, (sums.get(url) ?? 0) + share);
  return links.map((link) => (sums.has(link.url) ? { ...link, ...cashPriority(sums.get(link.url)!) } : link));
}
