import type { CleanDocument } from '../../clean/document.ts';
import type { FollowedLink } from '../../clean/document-fields.ts';
import type { CaptureNote } from '../../fetch/warc/capture.ts';
import { distanceAfter, EvidenceWriter, type LinkEvidence } from '../../focus/link-evidence.ts';
import type { KnownLink, LinkModel } from '../../focus/link-model.ts';
import { type AnchorTexts, anchorTextOf, isFull } from '../../frontier/anchor-texts.ts';
import { cashPriority, splitCash } from '../../frontier/host/opic-cash.ts';
import { mergeLinks } from '../../frontier/merge-links.ts';
import type { CashTransfer, OfferedLink } from '../../frontier/offer.ts';
import { rankLink } from '../../frontier/ranking/rank-link.ts';
import type { RecentLinks } from '../../frontier/recent-links.ts';
import { STRATEGIES, type Strategy } from '../../frontier/strategy.ts';
import type { Counts } from '../../ports/control.ts';
import type { Reason } from '../../url/reason.ts';
import { isSameHostList, type UrlCandidate } from '../../url/scope.ts';
import { hostOf, type Url } from '../../url/url.ts';
import type { Judgement } from '../filters/filter.ts';
import type { Judge } from '../judge.ts';
import { type FoundLink, type LinkPriority, linkPriority } from './link-priority.ts';

type PageNote = Pick<CaptureNote, 'depth' | 'hands' | 'evidence'>;

/** Collects the links of all pages of an object, each URL once. */
export type LinkGatherer = {
  /**
   * Adds the links of a page.
   *
   * @param note what the frontier knows of the page
   * @param rating rates its links, or refuses them. Absent: they are rated by the strategy, the page and their words.
   * @returns followed links with evidence, without well-known ones
   */
  addPage(document: CleanDocument, judged: Judgement, note: PageNote, rating?: LinkRating): KnownLink[];
  /** Adds a single link. @param discovered how the URL was found. Default: `link`. */
  addLink(link: OfferedLink, discovered?: UrlCandidate['discovered']): void;
  /** @returns links to enqueue, cash transfers to links, and the number of refused links per reason (`link.<reason>`). */
  finish(): { links: OfferedLink[]; cash: CashTransfer[]; refused: Counts };
};

/** Rates the links of a page. */
export type LinkRating = {
  /** Returns the priority of a link, and its evidence in a crawl that learns; or why it is not followed. */
  rate(link: FoundLink): RatedLink | Reason;
};
type RatedLink = LinkPriority & { evidence?: LinkEvidence };

/** How links are ranked by what the crawl has learned. */
export type LinkRanking = {
  model: Pick<LinkModel, 'score'>;
  /** Scores the words of a URL. Absent: they do not count. */
  urlWords?: ((url: Url) => number) | undefined;
  /** Links that so many pages offered lately need no more evidence. Absent: all links need it. */
  recentLinks?: Pick<RecentLinks, 'has'> | undefined;
};

/** Whether links of off-topic pages are followed (`all`) or dropped (`relevant`). */
export type FollowedPages = 'all' | 'relevant';

/** Rules for following links, besides the scope. */
export type LinkRules = {
  strategy: Strategy;
  /** False: links are stored with their page but not followed. */
  autoRecycleLinks: boolean;
  /** Pages whose links are followed: all, or seeds and pages that are relevant or lead on. Default: all. */
  follow?: FollowedPages | undefined;
  /** Values of `rel` that forbid following. Default: `nofollow`. */
  notFollowed?: readonly string[] | undefined;
  /** Whether links carry their anchor texts to the record of the page. Default: no. */
  keepsAnchors?: boolean | undefined;
};

const DEFAULT_LINK_RULES: LinkRules = { strategy: 'focused', autoRecycleLinks: true };

/** Priority of a link before `finish` ranks it by its evidence. */
const UNRANKED: LinkPriority = { class: 7, score: 0 };

type Scope = (candidate: UrlCandidate) => Reason | undefined;

/**
 * Decides which links to follow: all, unless the page, the link or the rules forbid it, and if the scope accepts the URL. The
 * verdict of the page ranks its links. A link that at least one page of the object allows is followed.
 *
 * @param scope returns the reason to refuse a URL, or undefined.
 * @param stopped whether the crawl is stopped and refuses all links.
 * @param ranking absent: links keep the priority that the linking page gives them.
 */
export function gatherLinks(
  judge: Judge,
  scope: Scope,
  stopped: boolean,
  rules: LinkRules = DEFAULT_LINK_RULES,
  ranking?: LinkRanking,
): LinkGatherer {
  return new GatheredLinks(judge, rules, ranking, new CollectedLinks(scope, stopped));
}

/** A class, because V8 discards the optimised code of functions that are made for one object. */
class GatheredLinks implements LinkGatherer {
  readonly #cash: CashTransfer[] = [];
  readonly #judge: Judge;
  readonly #rules: LinkRules;
  readonly #ranking: LinkRanking | undefined;
  readonly #collected: CollectedLinks;

  constructor(judge: Judge, rules: LinkRules, ranking: LinkRanking | undefined, collected: CollectedLinks) {
    this.#judge = judge;
    this.#rules = rules;
    this.#ranking = ranking;
    this.#collected = collected;
  }

  addLink(link: OfferedLink, discovered?: UrlCandidate['discovered']): void {
    this.#collected.add(link, discovered);
  }

  addPage(
    document: CleanDocument,
    judged: Judgement,
    { depth, hands: pageCash, evidence }: PageNote,
    rating?: LinkRating,
  ): KnownLink[] {
    const collected = this.#collected;
    const rules = this.#rules;
    if (document.follow) {
      const priority = linkPriority(this.#judge, judged, document.url, rules.strategy);
      addNamedLinks(collected, document.follow, document, priority, depth, rules);
      return [];
    }
    const rater = rating ?? ratingOf(this.#judge, judged, { document, evidence, depth }, rules, this.#ranking);
    const reason = whyNotFollowed(document, judged, depth, rules);
    const known: KnownLink[] = [];
    const followed = new Set<Url>();
    for (const { url, anchor, rel } of document.links) {
      if (url === document.url) continue;
      if (reason !== undefined || isNotFollowed(rel, rules.notFollowed)) {
        collected.refuse(url, reason ?? 'nofollow');
        continue;
      }
      const rated = rater.rate({ url, anchor, depth: depth + 1 });
      if (typeof rated === 'string') {
        collected.refuse(url, rated);
        continue;
      }
      const found: OfferedLink = { url, kind: 'page', ...rated, depth: depth + 1, parent: document.url };
      const anchors = rules.keepsAnchors ? collected.newAnchorOf(url, anchor) : undefined;
      if (anchors !== undefined) found.anchors = anchors;
      collected.add(found);
      const said = rated.evidence;
      if (said !== undefined && collected.offered.has(url)) known.push({ url, evidence: said });
      if (pageCash && collected.offered.has(url)) followed.add(url);
    }
    if (pageCash) this.#cash.push(...cashTransfers(document.url, depth + 1, pageCash, [...followed]));
    return known;
  }

  finish(): ReturnType<LinkGatherer['finish']> {
    const cash = this.#cash;
    const links = [...this.#collected.offered.values()];
    if (this.#ranking) for (let i = 0; i < links.length; i++) links[i] = rankedLink(links[i]!, this.#ranking);
    const refused = this.#collected.countRefused();
    return { links: cash.length > 0 ? rankByCash(links, cash) : links, cash, refused };
  }
}

const rankedLink = (link: OfferedLink, { model, urlWords }: LinkRanking): OfferedLink =>
  rankLink(link, model, urlWords);

/** Rates the links of a page by the strategy. @param ranking ranks them afterwards; undefined: they keep their priority */
function ratingOf(
  judge: Judge,
  judged: Judgement,
  { document, evidence, depth }: { document: CleanDocument; evidence: LinkEvidence | undefined; depth: number },
  { strategy }: LinkRules,
  ranking: LinkRanking | undefined,
): LinkRating {
  const learns = judge.focused ? STRATEGIES[strategy].learns : undefined;
  // Without its model, `cindi` does not know whether an off-topic page is Layer 2.
  if (learns === 'cindi' && judged.kind === 'off-topic' && depth > 0) return OFF_TOPIC;
  const priority = linkPriority(judge, judged, document.url, strategy);
  if (learns !== 'link-model') return { rate: priority };
  return new LearningRating(judge, evidenceWriter(judged, document, evidence), ranking, priority);
}

const OFF_TOPIC: LinkRating = { rate: () => 'off-topic' };

/** @param own evidence of the page; absent for a seed. */
function evidenceWriter(
  { kind: verdict, strength: relevance }: Judgement,
  { url: page, title }: Pick<CleanDocument, 'url' | 'title'>,
  own: LinkEvidence = '',
): EvidenceWriter {
  const distance = verdict === 'off-topic' ? distanceAfter(own) : 0;
  return new EvidenceWriter({ page, relevance, verdict, distance, ...(title && { title }) });
}

/** Rates the links of a page in a crawl that learns: each has evidence, unless so many pages offered it that it needs no more. */
class LearningRating implements LinkRating {
  readonly #judge: Judge;
  readonly #writer: EvidenceWriter;
  readonly #ranking: LinkRanking | undefined;
  readonly #priority: (link: FoundLink) => LinkPriority;

  constructor(
    judge: Judge,
    writer: EvidenceWriter,
    ranking: LinkRanking | undefined,
    priority: (link: FoundLink) => LinkPriority,
  ) {
    this.#judge = judge;
    this.#writer = writer;
    this.#ranking = ranking;
    this.#priority = priority;
  }

  rate(link: FoundLink): RatedLink {
    const { class: place, score } = this.#ranking ? UNRANKED : this.#priority(link);
    const { url, anchor, depth } = link;
    if (this.#ranking?.recentLinks?.has({ url, depth, evidence: '' })) return { class: place, score };
    const words = anchor === '' ? 0 : this.#judge.strengthOfWords(anchor);
    return { class: place, score, evidence: this.#writer.write({ anchor, words }) };
  }
}

/** Adds the links that an extraction rule names. They need no topic, and carry the values given beside them. */
function addNamedLinks(
  collected: CollectedLinks,
  named: readonly FollowedLink[],
  document: CleanDocument,
  priority: (link: FoundLink) => LinkPriority,
  depth: number,
  { keepsAnchors }: LinkRules,
): void {
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

  /** Returns the anchor text of a link, or undefined if it says nothing, or nothing that the offered URL lacks. */
  newAnchorOf(url: Url, anchor: string): AnchorTexts | undefined {
    const known = this.offered.get(url)?.anchors;
    return known !== undefined && (known === anchor || isFull(known)) ? undefined : anchorTextOf(anchor, url);
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

/**
 * Returns why a page does not let a link be followed: the reason of the page, or that of the link. The scope decides separately.
 *
 * @returns undefined if page and link allow it
 */
export function linkRefusal(
  document: CleanDocument,
  judged: Pick<Judgement, 'kind'>,
  depth: number,
  rel: string,
  rules: LinkRules = DEFAULT_LINK_RULES,
): Reason | undefined {
  const reason = whyNotFollowed(document, judged, depth, rules);
  return reason ?? (isNotFollowed(rel, rules.notFollowed) ? 'nofollow' : undefined);
}

function whyNotFollowed(
  document: CleanDocument,
  { kind }: Pick<Judgement, 'kind'>,
  depth: number,
  { autoRecycleLinks, follow = 'all' }: LinkRules,
): Reason | undefined {
  if (!autoRecycleLinks) return 'not-recycled';
  // Seeds are often index pages, which are off-topic but lead to pages on topic.
  if (follow === 'relevant' && kind === 'off-topic' && depth > 0) return 'off-topic';
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
