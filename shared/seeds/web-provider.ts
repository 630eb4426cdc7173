/** Search engines on the web: SearXNG by its JSON, and any by an OpenSearch description or its URL template. */

import { collectSitemap } from '../robots/sitemap/sitemap-query.ts';
import { resolveSitemapUrl } from '../robots/sitemap/sitemap-url.ts';
import { fillTemplate, type SearchTemplate } from './opensearch-description.ts';
import type { ProviderResult, SearchProvider } from './search-provider.ts';
import { tagReader } from './xml-tags.ts';

export type FetchedDocument = { url: string; body: Uint8Array; contentType: string };

/** Asks the web, politely. @throws what keeps it from an answer, in words. */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

/** https://docs.searxng.org/dev/search_api.html; the instance must allow the format `json`. @param base where it lives. */
export function searxngProvider(base: string, get: FetchDocument): SearchProvider {
  const name = nameOf(base);
  return {
    name,
    async search(query, { parts }) {
      const asked = new URL('search', base.endsWith('/') ? base : `${base}/`);
      for (const [key, value] of Object.entries({ q: query, format: 'json', pageno: String(parts + 1) }))
        asked.searchParams.set(key, value);
      const got = await get(asked.href);
      const results = resultsOfJson(got);
      if (!results) throw new Error(`${name} sent no results in JSON; does it allow format=json?`);
      return results;
    },
  };
}

/** @param description already read, or made of a template. */
export function openSearchProvider(
  { template, indexOffset, pageOffset }: SearchTemplate,
  get: FetchDocument,
): SearchProvider {
  return {
    name: nameOf(template.replace(/\{[^}]*\}/g, '')),
    async search(query, { parts, answers }) {
      // What has no place for a page or an index has one part only.
      if (parts > 0 && !/\{start(?:Index|Page)\??\}/.test(template)) return [];
      const values = { searchTerms: query, startIndex: answers + indexOffset, startPage: parts + pageOffset };
      return answersIn(await get(fillTemplate(template, values)));
    },
  };
}

/** RSS, Atom, JSON with `results`, JSON Feed, or a page: then its links to other hosts. */
function answersIn(got: FetchedDocument): ProviderResult[] {
  const start = new TextDecoder().decode(got.body.subarray(0, 1_024)).trimStart();
  if (/^[[{]/.test(start)) return resultsOfJson(got) ?? [];
  if (/<(?:rss|feed|rdf:RDF)[\s>]/i.test(start)) return entriesOf(got);
  return linksAway(got);
}

function entriesOf({ url, body, contentType }: FetchedDocument): ProviderResult[] {
  return collectSitemap({ url, body, contentType }).urls.map((found) => ({ url: found.url }));
}

/** @returns undefined: no JSON with results. */
function resultsOfJson({ url, body }: FetchedDocument): ProviderResult[] | undefined {
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  const { results, items } = (said ?? {}) as Record<string, unknown>;
  const list = [said, results, items].find(Array.isArray) as unknown[] | undefined;
  return list?.flatMap((result) => {
    const { url: address, link, title, content, description } = (result ?? {}) as Record<string, unknown>;
    const found = resolveSitemapUrl(String(address ?? link ?? ''), url);
    const text = (name: 'title' | 'description', value: unknown) =>
      typeof value === 'string' ? { [name]: value } : {};
    return found === undefined
      ? []
      : [{ url: found, ...text('title', title), ...text('description', content ?? description) }];
  });
}

/** What a page of answers links to beside itself; engines lead through an address of their own, with the page's in it. */
function linksAway({ url, body }: FetchedDocument): ProviderResult[] {
  const own = new URL(url).hostname;
  const found: ProviderResult[] = [];
  const tags = tagReader({
    open(name, { href }) {
      if (name !== 'a' || href === undefined) return;
      const target = wrapped(resolveSitemapUrl(href, url), own);
      if (target !== undefined && new URL(target).hostname !== own) found.push({ url: target });
    },
  });
  tags.write(body);
  tags.end();
  return found;
}

function wrapped(address: string | undefined, own: string): string | undefined {
  const link = address === undefined ? null : URL.parse(address);
  if (!link || link.hostname !== own) return address;
  for (const value of link.searchParams.values())
    if (/^https?:\/\//i.test(value)) return resolveSitemapUrl(value, undefined);
  return address;
}

function nameOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
