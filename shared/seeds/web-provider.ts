/** Search engines on the web: SearXNG with JSON, and others with an OpenSearch description or a URL template. */

import { collectSitemap } from '../robots/sitemap/sitemap-query.ts';
import { resolveSitemapUrl } from '../robots/sitemap/sitemap-url.ts';
import { fillTemplate, type SearchTemplate } from './opensearch-description.ts';
import type { ProviderResult, SearchProvider } from './search-provider.ts';
import { tagReader } from './xml-tags.ts';

/** A response of a provider. `url`: after redirects. */
export type FetchedDocument = { url: string; body: Uint8Array; contentType: string };

/** Fetches a document politely. @throws with a readable message if that fails. */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

/**
 * Searches with SearXNG (https://docs.searxng.org/dev/search_api.html). The instance must allow the format `json`.
 *
 * @param base URL of the instance.
 */
export function searxngProvider(base: string, get: FetchDocument): SearchProvider {
  const name = nameOf(base);
  return {
    name,
    async search(query, { pages }) {
      const request = new URL('search', base.endsWith('/') ? base : `${base}/`);
      for (const [key, value] of Object.entries({ q: query, format: 'json', pageno: String(pages + 1) }))
        request.searchParams.set(key, value);
      const document = await get(request.href);
      const results = parseJsonResults(document);
      if (!results) throw new Error(`${name} returned no JSON results; does it allow format=json?`);
      return results;
    },
  };
}

/** Searches with an OpenSearch template. */
export function openSearchProvider(
  { template, indexOffset, pageOffset }: SearchTemplate,
  get: FetchDocument,
): SearchProvider {
  return {
    name: nameOf(template.replace(/\{[^}]*\}/g, '')),
    async search(query, { pages, results }) {
      // A template without a page or index parameter has only one page.
      if (pages > 0 && !/\{start(?:Index|Page)\??\}/.test(template)) return [];
      const values = { searchTerms: query, startIndex: results + indexOffset, startPage: pages + pageOffset };
      return parseResults(await get(fillTemplate(template, values)));
    },
  };
}

/** Parses RSS, Atom, JSON with `results`, JSON Feed, or a page, whose links to other hosts are the results. */
function parseResults(document: FetchedDocument): ProviderResult[] {
  const start = new TextDecoder().decode(document.body.subarray(0, 1_024)).trimStart();
  if (/^[[{]/.test(start)) return parseJsonResults(document) ?? [];
  if (/<(?:rss|feed|rdf:RDF)[\s>]/i.test(start)) return parseFeed(document);
  return externalLinks(document);
}

function parseFeed({ url, body, contentType }: FetchedDocument): ProviderResult[] {
  return collectSitemap({ url, body, contentType }).urls.map((found) => ({ url: found.url }));
}

/** @returns `undefined` if the document is not JSON with results. */
function parseJsonResults({ url, body }: FetchedDocument): ProviderResult[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  const { results, items } = (json ?? {}) as Record<string, unknown>;
  const list = [json, results, items].find(Array.isArray) as unknown[] | undefined;
  return list?.flatMap((result) => {
    const { url: href, link, title, content, description } = (result ?? {}) as Record<string, unknown>;
    const found = resolveSitemapUrl(String(href ?? link ?? ''), url);
    const text = (name: 'title' | 'description', value: unknown) =>
      typeof value === 'string' ? { [name]: value } : {};
    return found === undefined
      ? []
      : [{ url: found, ...text('title', title), ...text('description', content ?? description) }];
  });
}

/** Returns the links of a result page to other hosts, also those wrapped in a redirect URL of the engine. */
function externalLinks({ url, body }: FetchedDocument): ProviderResult[] {
  const own = new URL(url).hostname;
  const found: ProviderResult[] = [];
  const tags = tagReader({
    open(name, { href }) {
      if (name !== 'a' || href === undefined) return;
      const target = unwrapRedirect(resolveSitemapUrl(href, url), own);
      if (target !== undefined && new URL(target).hostname !== own) found.push({ url: target });
    },
  });
  tags.write(body);
  tags.end();
  return found;
}

/** Returns the target of a redirect URL of the engine, or the link itself. */
function unwrapRedirect(href: string | undefined, own: string): string | undefined {
  const link = href === undefined ? null : URL.parse(href);
  if (!link || link.hostname !== own) return href;
  for (const value of link.searchParams.values())
    if (/^https?:\/\//i.test(value)) return resolveSitemapUrl(value, undefined);
  return href;
}

function nameOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
