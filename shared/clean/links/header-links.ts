import { parseLinkHeader } from '../../http/link-header.ts';
import { decodeUrlField } from '../../http/location.ts';
import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Link, PageAbout } from '../document-fields.ts';

/** What the `Link` headers of a page declare. `canonical`: null if they name no canonical URL. */
export type HeaderLinks = { links: Link[]; canonical: Url | null; alternates: PageAbout['alternates'] };

/** Maximum number of links of a page that are read. */
const MAX_LINKS = 100;
/** Relations that lead to pages. Alternates without a language are mostly data, such as the JSON of WordPress. */
const FOLLOWED = /(?:^| )(?:canonical|next|prev)(?: |$)/;

/** Returns the links of `Link` headers, which search engines read like `<link>` elements. A file such as a PDF has no others. */
export function headerLinks(values: readonly string[], page: Url, rules: UrlRules): HeaderLinks {
  const found: HeaderLinks = { links: [], canonical: null, alternates: [] };
  for (const { target, relation, hreflang } of values.flatMap(parseLinkHeader).slice(0, MAX_LINKS)) {
    const isAlternate = hreflang !== undefined && relation.split(' ').includes('alternate');
    if (!isAlternate && !FOLLOWED.test(relation)) continue;
    const to = normalize(decodeUrlField(target), page, rules);
    if (to.kind !== 'url') continue;
    if (isAlternate) found.alternates.push({ language: hreflang, url: to.url });
    if (relation.split(' ').includes('canonical')) found.canonical ??= to.url;
    found.links.push({ url: to.url, anchor: '', rel: relation });
  }
  return found;
}

type Alternates = PageAbout['alternates'];

/** Returns the translations that a page declares, and those of its headers that it lacks: some programs send them in both. */
export function mergeAlternates(own: Alternates, ofHeaders: Alternates, page: Url, rules: UrlRules): Alternates {
  const keyOf = ({ language, url }: Alternates[number]) => {
    const normal = normalize(url, page, rules);
    return `${language.toLowerCase()} ${normal.kind === 'url' ? normal.url : url}`;
  };
  const known = new Set(own.map(keyOf));
  return [...own, ...ofHeaders.filter((one) => !known.has(keyOf(one)))];
}
