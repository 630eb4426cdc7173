import { authorOf } from './byline.ts';
import { charsetOf, decodeText } from './charset.ts';
import type { Content, Source } from './content.ts';
import { titleOf } from './headline.ts';
import { readJsonLd } from './json-ld.ts';
import { mainText } from './main-text.ts';
import { dateOf, descriptionOf, type Found, gatherMetadata, keywordsOf, modifiedOf } from './metadata.ts';
import { resolveLinks } from './page-links.ts';
import { type ParsedPage, parseHtml } from './parse-html.ts';

/** HTML and XHTML. */
export function readHtml(source: Source): Content {
  const { maxLinks, maxText, rules } = source.options;
  const xhtml = source.mimeType !== 'text/html';
  const { text: html, charset } = decodeText(source.bytes, charsetOf(source.contentType), xhtml);
  const page = parseHtml(html, { xhtml: xhtml && source.contentType.includes('xml'), maxLinks });
  const { links, canonical } = resolveLinks(page.links, source.url, page.base, rules);
  return {
    charset,
    text: mainText(page, maxText),
    links,
    canonical,
    ...described(page, source.url, source.options.agent),
  };
}

/** HTML that is text already: nothing to decode. */
export function readHtmlText(html: string, source: Pick<Source, 'url' | 'options'>): Content {
  const { maxLinks, maxText, rules, agent } = source.options;
  const page = parseHtml(html, { xhtml: false, maxLinks });
  const { links, canonical } = resolveLinks(page.links, source.url, page.base, rules);
  return { charset: 'UTF-8', text: mainText(page, maxText), links, canonical, ...described(page, source.url, agent) };
}

function described(page: ParsedPage, url: string, agent: string) {
  const metadata = gatherMetadata(page.metas);
  const article = readJsonLd(page.jsonLd);
  const title = titleOf(page, metadata, article);
  const author = authorOf(metadata, article, page);
  const date = dateOf(page, metadata, article, url);
  return {
    title: title?.value ?? null,
    author: author?.value ?? null,
    date: date?.value ?? null,
    modified: modifiedOf(metadata, article),
    sources: sourcesOf({ title, author, date }),
    description: descriptionOf(metadata),
    keywords: keywordsOf(metadata),
    headings: page.headings,
    metadata,
    declaredLanguage: page.language,
    robots: [...(metadata['robots'] ?? []), ...(metadata[agent.toLowerCase()] ?? [])],
  };
}

function sourcesOf(found: Record<string, Found | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).flatMap(([name, one]) => (one ? [[name, one.source]] : [])));
}
