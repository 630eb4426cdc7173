import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Link } from '../document-fields.ts';

/** Returns the URL in a refresh value such as `5; url=next.html` (HTML standard, 4.2.5.3), or undefined if it has none. */
export function parseRefresh(content: string): string | undefined {
  const target = /^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(content)?.[1]?.trim();
  if (!target) return undefined;
  const quote = target[0];
  if (quote !== '"' && quote !== "'") return target;
  const end = target.indexOf(quote, 1);
  return end === -1 ? target.slice(1) : target.slice(1, end);
}

/** Returns the links of `Refresh` headers, which browsers follow like those of meta elements. A page's link to itself is left out. */
export function refreshLinks(values: readonly string[], page: Url, rules: UrlRules): Link[] {
  return values.flatMap((value) => {
    const to = normalize(parseRefresh(value) ?? page, page, rules);
    return to.kind === 'url' && to.url !== page ? [{ url: to.url, anchor: '', rel: 'refresh' }] : [];
  });
}
