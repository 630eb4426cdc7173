import { decodeUrlField } from '../../http/location.ts';
import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Link } from '../document-fields.ts';
import type { QueryEncoder } from '../links/query-encoder.ts';

/** Returns the URL in a refresh value such as `5; url=next.html` (HTML standard, 4.2.5.3), or undefined if it has none. */
export function parseRefresh(content: string): string | undefined {
  const target = /^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(content)?.[1]?.trim();
  if (!target) return undefined;
  const quote = target[0];
  if (quote !== '"' && quote !== "'") return target;
  const end = target.indexOf(quote, 1);
  return end === -1 ? target.slice(1) : target.slice(1, end);
}

/**
 * Returns the links of `Refresh` headers, which browsers follow like those of meta elements. A page's link to itself is left out.
 *
 * @param encodeQuery encodes queries in the encoding of the page; absent if that is UTF-8. A value in UTF-8 stays as it is
 */
export function refreshLinks(
  values: readonly string[],
  page: Url,
  rules: UrlRules,
  encodeQuery?: QueryEncoder,
): Link[] {
  return values.flatMap((value) => {
    const decoded = decodeUrlField(value);
    const to = normalize(parseRefresh(decoded) ?? page, page, rules, decoded === value ? encodeQuery : undefined);
    return to.kind === 'url' && to.url !== page ? [{ url: to.url, anchor: '', rel: 'refresh' }] : [];
  });
}
