import { element, xmlDocument, xmlText } from './xml.ts';

/** Maximum lengths of a short and a long name (OpenSearch 1.1), in characters. */
const MAX_SHORT_NAME = 16;
const MAX_LONG_NAME = 48;

/** Templates of a search in each format, with their media types. The order is that of preference. */
const TEMPLATES: readonly [type: string, path: string, format: string | undefined][] = [
  ['text/html', '/search', undefined],
  ['application/atom+xml', '/search', 'atom'],
  ['application/rss+xml', '/search', 'rss'],
  ['application/json', '/search', 'json'],
];

/**
 * Describes the search of a crawl (OpenSearch 1.1), so that browsers offer it in their address bar and programs find its feeds.
 *
 * @param origin scheme and host, without a slash at the end
 * @param site.name name of the site
 * @param site.isDefault the crawl is the one that requests without a crawl search. The search may then have the name of the site alone
 */
export function openSearchDescription(
  origin: string,
  crawl: string,
  { name: site, isDefault }: { name: string; isDefault: boolean },
): string {
  const name = `${site}: ${crawl}`;
  const short = [name, ...(isDefault ? [site] : []), crawl].find(({ length }) => length <= MAX_SHORT_NAME) ?? crawl;
  const long = isDefault && name.length > MAX_LONG_NAME ? site : name;
  return xmlDocument([
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    element('ShortName', short.slice(0, MAX_SHORT_NAME).toWellFormed()),
    element('LongName', long.slice(0, MAX_LONG_NAME).toWellFormed()),
    element('Description', `Search the pages of the crawl ${crawl}`),
    ...TEMPLATES.map((template) => urlElement(origin, crawl, template)),
    `<Url type="application/x-suggestions+json" template="${xmlText(`${origin}/suggest?q={searchTerms}&${new URLSearchParams({ crawl })}`)}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${xmlText(`${origin}/opensearch.xml?${new URLSearchParams({ crawl })}`)}"/>`,
    `<Image height="24" width="24" type="image/svg+xml">${xmlText(`${origin}/icon.svg`)}</Image>`,
    '<Query role="example" searchTerms="plants"/>',
    '<Language>*</Language>',
    '<InputEncoding>UTF-8</InputEncoding>',
    '<OutputEncoding>UTF-8</OutputEncoding>',
    '</OpenSearchDescription>',
  ]);
}

function urlElement(origin: string, crawl: string, [type, path, format]: (typeof TEMPLATES)[number]): string {
  const fixed = new URLSearchParams({ crawl, ...(format !== undefined && { format }) });
  // Without the language: browsers replace it by that of their user interface, which would hide pages in others.
  // The parser of a template replaces what stands in braces, so the braces must not be percent-encoded.
  const template = `${origin}${path}?q={searchTerms}&from={startIndex?}&size={count?}&${fixed}`;
  return `<Url type="${type}" indexOffset="0" template="${xmlText(template)}"/>`;
}
