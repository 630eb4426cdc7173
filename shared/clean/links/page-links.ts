import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Link } from '../document-fields.ts';
import type { RawLink } from '../html/parsed-page.ts';
import { createFastResolver } from './fast-resolver.ts';

/**
 * Resolves the links of a page, in their order: those that are no address of ours (`mailto:` …) drop out, the same one
 * with the same words comes once, and so does a mere jump within the page not at all.
 *
 * @param base value of the page's base element, or null.
 */
export function resolveLinks(
  links: readonly RawLink[],
  page: Url,
  base: string | null,
  rules: UrlRules,
): { links: Link[]; canonical: string | null } {
  const against = baseUrlOf(base, page);
  const resolve = createLinkResolver(against, rules);
  const kept: Link[] = [];
  const seen = new Map<Url, number>();
  // Index of the one before of the same address, in `kept`; -1: there is none.
  const earlier: number[] = [];
  let canonical: string | null = null;
  for (const { href, anchor, rel } of links) {
    if (against === page && href.charCodeAt(0) === 0x23) continue;
    const url = resolve(href);
    if (url === null) continue;
    const last = seen.get(url) ?? -1;
    if (last !== -1 && isRepeated(kept, earlier, last, anchor, rel)) continue;
    seen.set(url, kept.length);
    earlier.push(last);
    kept.push({ url, anchor, rel });
    if (rel.includes('canonical') && rel.split(' ').includes('canonical')) canonical ??= url;
  }
  return { links: kept, canonical };
}

/** @param against a page's own address, or that of its base element. @returns what reads an address as a page writes it; null: it is none of ours. */
export function createLinkResolver(against: string, rules: UrlRules): (href: string) => Url | null {
  const resolved = new Map<string, Url | null>();
  const plainly = createFastResolver(against, rules);
  return (href) => {
    const plain = plainly(href);
    if (plain !== undefined) return plain;
    let url = resolved.get(href);
    if (url === undefined) {
      url = normalizeLink(href, against, rules);
      resolved.set(href, url);
    }
    return url;
  };
}

/** @param base value of the page's base element, or null. @returns the page's own address where it leads to no page. */
export function baseUrlOf(base: string | null, page: string): string {
  const url = base === null ? null : URL.parse(base, page);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : page;
}

/** More wordings of one address than this say nothing new. */
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

function normalizeLink(href: string, against: string, rules: UrlRules): Url | null {
  const found = normalize(href, against, rules);
  return found.kind === 'url' ? found.url : null;
}
