import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Media } from '../document-fields.ts';
import { createLinkResolver } from '../links/page-links.ts';
import type { QueryEncoder } from '../links/query-encoder.ts';
import type { RawMedia } from './parsed-page.ts';
import { parseSrcset } from './srcset.ts';

/**
 * Resolves the media of a page. Each URL appears once, in the order of the page.
 *
 * @param base URL that relative URLs are resolved against
 * @param maxCount maximum number of media
 * @param encodeQuery encodes queries in the encoding of the page; absent if that is UTF-8
 */
export function resolveMedia(
  found: ReadonlyMap<string, RawMedia>,
  base: string,
  rules: UrlRules,
  maxCount: number,
  encodeQuery?: QueryEncoder,
): Media[] {
  const resolve = createLinkResolver(base, rules, encodeQuery);
  const media = new Map<Url, Media>();
  for (const { hrefs, isSet, kind, alt } of found.values())
    for (const href of isSet ? parseSrcset(hrefs) : [hrefs]) {
      if (media.size >= maxCount) return [...media.values()];
      const url = resolve(href);
      if (url !== null && !media.has(url)) media.set(url, { url, kind, alt });
    }
  return [...media.values()];
}
