import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import type { UrlRules } from '../url/url-rules.ts';
import type { Link } from './document.ts';
import type { RawLink } from './parse-html.ts';

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
  const against = (base !== null && URL.parse(base, page)?.href) || page;
  const resolved = new Map<string, Url | null>();
  const resolve = (href: string): Url | null => {
    let url = resolved.get(href);
    if (url === undefined) {
      const found = normalize(href, against, rules);
      url = found.kind === 'url' ? found.url : null;
      resolved.set(href, url);
    }
    return url;
  };

  const kept: Link[] = [];
  const seen = new Set<string>();
  let canonical: string | null = null;
  for (const { href, anchor, rel } of links) {
    if (against === page && href.startsWith('#')) continue;
    const url = resolve(href);
    if (url === null) continue;
    const key = `${url} ${rel} ${anchor}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push({ url, anchor, rel });
    if (rel.includes('canonical') && rel.split(' ').includes('canonical')) canonical ??= url;
  }
  return { links: kept, canonical };
}
