import { type AnchorTexts, anchorTextOf, isFull } from '../../frontier/anchor-texts.ts';
import { mergeIntoLink } from '../../frontier/merge-links.ts';
import type { OfferedLink } from '../../frontier/offer.ts';
import type { Counts } from '../../ports/control.ts';
import type { Reason } from '../../url/reason.ts';
import { isSameHostList, type UrlCandidate, type UrlFilter } from '../../url/scope.ts';
import type { Url } from '../../url/url.ts';

/**
 * Weight from which collected links are full: some 150,000 links, which take up to 200 MB of the heap. A normal object has fewer. Bytes, as
 * estimated.
 */
export const MAX_LINK_WEIGHT = 64 << 20;
/** Weight of an offered and of a refused link besides its URL. Bytes, as estimated. */
const OFFERED_WEIGHT = 400;
const REFUSED_WEIGHT = 100;

/** Offered and refused URLs of an object. */
export class CollectedLinks {
  readonly offered = new Map<Url, OfferedLink>();
  #weight = 0;
  readonly #refused = new Map<Url, Reason>();
  /** A URL that the scope refuses at one depth is refused at greater depths too. */
  readonly #outOfScope = new Map<Url, { reason: Reason; depth: number }>();
  readonly #scope: UrlFilter;
  readonly #isStopped: boolean;
  readonly #maxWeight: number;

  /** @param maxWeight weight from which the collection is full */
  constructor(scope: UrlFilter, isStopped: boolean, maxWeight = MAX_LINK_WEIGHT) {
    this.#scope = scope;
    this.#isStopped = isStopped;
    this.#maxWeight = maxWeight;
  }

  /** @param link the collection keeps it, and changes it when a further link to its URL is added */
  add(link: OfferedLink, discovered: UrlCandidate['discovered'] = 'link'): void {
    const other = this.offered.get(link.url);
    const isListOfHost = isSameHostList(link) && !this.#isStopped;
    const reason = other || isListOfHost ? undefined : this.#objection(link.url, link.depth, discovered);
    if (reason !== undefined) this.refuse(link.url, reason);
    else if (!other) {
      this.offered.set(link.url, link);
      this.#weight += OFFERED_WEIGHT + link.url.length;
    } else {
      const merged = mergeIntoLink(other, link);
      if (merged !== other) this.offered.set(link.url, merged);
    }
  }

  /** Returns the anchor text of a link, or undefined if it says nothing, or nothing that the offered URL lacks. */
  newAnchorOf(url: Url, anchor: string): AnchorTexts | undefined {
    const known = this.offered.get(url)?.anchors;
    return known !== undefined && (known === anchor || isFull(known)) ? undefined : anchorTextOf(anchor, url);
  }

  refuse(url: Url, reason: Reason): void {
    if (this.#refused.has(url)) return;
    this.#refused.set(url, reason);
    this.#weight += REFUSED_WEIGHT + url.length;
  }

  /** Whether the links should be passed on before those of further pages are added, because they take much memory. */
  isFull(): boolean {
    return this.#weight >= this.#maxWeight;
  }

  /** Returns a collection without links that decides in the same way. */
  emptied(): CollectedLinks {
    return new CollectedLinks(this.#scope, this.#isStopped, this.#maxWeight);
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
