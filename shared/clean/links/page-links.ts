import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Link } from '../document-fields.ts';
import type { RawLink } from '../html/parsed-page.ts';
import { createFastResolver } from './fast-resolver.ts';
import { parseUrl, type QueryEncoder } from './query-encoder.ts';

/**
 * Resolves the links of a page in page order. Drops links to other schemes (`mailto:` …), jumps within the page, and repeated
 * links with the same anchor text.
 *
 * @param base `href` of the page's base element, or null
 * @param encodeQuery encodes queries in the encoding of the page; absent if that is UTF-8
 */
export function resolveLinks(
  links: readonly RawLink[],
  page: Url,
  base: string | null,
  rules: UrlRules,
  encodeQuery?: QueryEncoder,
): { links: Link[]; canonical: string | null } {
  const against = baseUrlOf(base, page, encodeQuery);
  const resolve = createLinkResolver(against, rules, encodeQuery);
  const kept: Link[] = [];
  const seen = new Map<Url, number>();
  // For each kept link the index of the previous one with the same URL; -1 if there is none.
  const earlier: number[] = [];
  let canonical: string | null = null;
  for (const { href, anchor, rel, around } of links) {
    if (against === page && href.charCodeAt(0) === 0x23) continue;
    const url = resolve(href);
    if (url === null) continue;
    const last = seen.get(url) ?? -1;
    if (last !== -1 && isRepeated(kept, earlier, last, anchor, rel)) continue;
    seen.set(url, kept.length);
    earlier.push(last);
    kept.push(around === undefined ? { url, anchor, rel } : { url, anchor, rel, around });
    if (rel.includes('canonical') && rel.split(' ').includes('canonical')) canonical ??= url;
  }
  return { links: kept, canonical };
}

/**
 * Creates a function that resolves the links of a page; it returns null for links that are not crawled.
 *
 * @param against the page's base URL
 * @param encodeQuery encodes queries in the encoding of the page; absent if that is UTF-8
 */
export function createLinkResolver(
  against: string,
  rules: UrlRules,
  encodeQuery?: QueryEncoder,
): (href: string) => Url | null {
  const resolved = new Map<string, Url | null>();
  const plainly = createFastResolver(against, rules);
  return (href) => {
    const plain = plainly(href);
    if (plain !== undefined) return plain;
    let url = resolved.get(href);
    if (url === undefined) {
      url = normalizeLink(href, against, rules, encodeQuery);
      resolved.set(href, url);
    }
    return url;
  };
}

/**
 * Returns the base URL of a page: that of its base element, or the page's own URL if the element is absent or no web URL.
 *
 * @param base `href` of the page's base element, or null
 * @param encodeQuery encodes queries in the encoding of the page; absent if that is UTF-8
 */
export function baseUrlOf(base: string | null, page: string, encodeQuery?: QueryEncoder): string {
  const url = base === null ? null : parseUrl(base, page, encodeQuery);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : page;
}

/** Maximum number of links to the same URL with different anchor texts. */
const MAX_VARIANTS = 100;

function isRepeated(
  kept: readonly Link[],
  earlier: readonly number[],
  last: number,
  anchor: string,
  rel: string,
): boolean {
  let at = last;
  for (let looks = 0; at !== -1; looks++) {
    const link = kept[at] as Link;
    if ((link.anchor === anchor && link.rel === rel) || looks === MAX_VARIANTS) return true;
    at = earlier[at] as number;
  }
  return false;
}

function normalizeLink(
  href: string,
  against: string,
  rules: UrlRules,
  encodeQuery: QueryEncoder | undefined,
): Url | null {
  const found = normalize(href, against, rules, encodeQuery);
  return found.kind === 'url' ? found.url : null;
}
