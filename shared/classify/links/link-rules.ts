import type { CleanDocument } from '../../clean/document.ts';
import { EMBEDDED_REL } from '../../clean/links/embedded-rel.ts';
import type { Strategy } from '../../frontier/strategy.ts';
import { loopOfLinks } from '../../url/nested-links.ts';
import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import type { Judgement } from '../filters/filter.ts';

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
  /** Whether the files that pages embed are fetched. Default: no. */
  followsEmbedded?: boolean | undefined;
};

export const DEFAULT_LINK_RULES: LinkRules = { strategy: 'focused', autoRecycleLinks: true };

/**
 * Returns why a page does not let a link be followed: the reason of the page, or that of the link. The scope decides separately.
 *
 * @param isLoop the loop of the page's links, for callers that ask for many links of one page
 * @returns undefined if page and link allow it
 */
export function linkRefusal(
  page: LinkingDocument,
  { url, rel }: { url: Url; rel: string },
  rules: LinkRules,
  isLoop = loopOfLinks(page.document.url, page.document.links),
): Reason | undefined {
  const reason = whyNotFollowed(page, rules);
  if (reason !== undefined || isNotFollowed(rel, rules.notFollowed)) return reason ?? 'nofollow';
  return url !== page.document.url && isLoop?.(url) ? 'repeated-segment' : undefined;
}

/** A page with its verdict. `depth`: links from the nearest seed. */
type LinkingDocument = { document: CleanDocument; kind: Judgement['kind']; depth: number };

/** Returns why no link of a page is followed. @returns undefined: they may be */
export function whyNotFollowed(
  { document, kind, depth }: LinkingDocument,
  { autoRecycleLinks, follow = 'all' }: LinkRules,
): Reason | undefined {
  if (!autoRecycleLinks) return 'not-recycled';
  // Seeds are often index pages, which are off-topic but lead to pages on topic.
  if (follow === 'relevant' && kind === 'off-topic' && depth > 0) return 'off-topic';
  return document.robots.includes('nofollow') ? 'nofollow' : undefined;
}

/**
 * Returns whether a link leads to a file that its page embeds. Without the setting it does not, whatever its `rel`: a page can write
 * `rel="embedded"` itself.
 */
export const isEmbeddedFile = (rel: string, { followsEmbedded = false }: LinkRules): boolean =>
  followsEmbedded && rel === EMBEDDED_REL;

/** Returns whether the `rel` of a link forbids following it. */
export function isNotFollowed(rel: string, words: readonly string[] = ['nofollow']): boolean {
  return (
    rel !== '' &&
    rel
      .toLowerCase()
      .split(/\s+/)
      .some((word) => words.includes(word))
  );
}
