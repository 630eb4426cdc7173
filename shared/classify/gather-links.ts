import type { CleanDocument } from '../clean/document.ts';
import type { OfferedLink } from '../frontier/offer.ts';
import type { Counts } from '../ports/control.ts';
import type { Reason } from '../url/reason.ts';
import { type Candidate, isListOfHost } from '../url/scope.ts';
import type { Url } from '../url/url.ts';
import type { Judge, Judged } from './judge.ts';
import { linkPriority } from './link-priority.ts';

/** Links of all pages of an object, each once. */
export type LinkGatherer = {
  /** @param depth of the page: links from the nearest seed. */
  page(document: CleanDocument, judged: Judged, depth: number): void;
  /** @param discovered how it was found. Not said: through a link. */
  link(link: OfferedLink, discovered?: Candidate['discovered']): void;
  /** @returns what is to be offered, and how many of the others were refused for which reason: `link.<reason>`. */
  end(): { links: OfferedLink[]; refused: Counts };
};

/**
 * Decides which links are followed: those of pages that are relevant or lead on, unless page or link asks otherwise, and
 * of these what the scope allows. A link that one page of the object may lead to is followed, whatever the others say.
 *
 * @param scope the first objection to an address, or undefined.
 * @param stopped the crawl takes no links any more.
 */
export function gatherLinks(
  judge: Judge,
  scope: (candidate: Candidate) => Reason | undefined,
  stopped: boolean,
): LinkGatherer {
  const offered = new Map<Url, OfferedLink>();
  const refused = new Map<Url, Reason>();
  // What the scope refuses at one depth it refuses further down too.
  const objections = new Map<Url, { reason: Reason; depth: number }>();

  function objection(url: Url, depth: number, discovered: Candidate['discovered']): Reason | undefined {
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

  function link(link: OfferedLink, discovered: Candidate['discovered'] = 'link') {
    const other = offered.get(link.url);
    const isOfList = isListOfHost(link) && !stopped;
    const reason = other || isOfList ? undefined : objection(link.url, link.depth, discovered);
    if (reason !== undefined) refuse(link.url, reason);
    else offered.set(link.url, other ? better(link, other) : link);
  }

  function page(document: CleanDocument, judged: Judged, depth: number) {
    const reason = whyNotFollowed(document, judged);
    const priority = reason === undefined ? linkPriority(judge, judged) : undefined;
    for (const { url, anchor, rel } of document.links) {
      if (url === document.url) continue;
      if (!priority || asksNotTo(rel)) refuse(url, reason ?? 'nofollow');
      else link({ url, kind: 'page', ...priority(anchor, depth + 1), depth: depth + 1, parent: document.url });
    }
  }

  function end() {
    const counts: Counts = {};
    for (const [url, reason] of refused)
      if (!offered.has(url)) counts[`link.${reason}`] = (counts[`link.${reason}`] ?? 0) + 1;
    return { links: [...offered.values()], refused: counts };
  }

  return { page, link, end };
}

function whyNotFollowed(document: CleanDocument, { kind }: Judged): Reason | undefined {
  if (kind === 'off-topic') return 'off-topic';
  return document.robots.includes('nofollow') ? 'nofollow' : undefined;
}

function asksNotTo(rel: string): boolean {
  return rel !== '' && rel.toLowerCase().split(/\s+/).includes('nofollow');
}

/** The better place in line, and the shorter way from a seed. */
function better(one: OfferedLink, other: OfferedLink): OfferedLink {
  const first = one.class - other.class || other.score - one.score;
  return { ...(first < 0 ? one : other), depth: Math.min(one.depth, other.depth) };
}
