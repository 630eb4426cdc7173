import { charsetOf, decodeText } from './charset.ts';
import type { Content, Source } from './content.ts';
import { mainText } from './main-text.ts';
import { authorOf, dateOf, descriptionOf, gatherMetadata, keywordsOf, readJsonLd, titleOf } from './metadata.ts';
import { resolveLinks } from './page-links.ts';
import { type ParsedPage, parseHtml } from './parse-html.ts';

/** HTML and XHTML. */
export function readHtml(source: Source): Content {
  const { maxLinks, maxText, rules } = source.options;
  const xhtml = source.mimeType !== 'text/html';
  const { text: html, charset } = decodeText(source.bytes, charsetOf(source.contentType), xhtml);
  const page = parseHtml(html, { xhtml: xhtml && source.contentType.includes('xml'), maxLinks });
  const { links, canonical } = resolveLinks(page.links, source.url, page.base, rules);
  return { charset, text: mainText(page.blocks, maxText), links, canonical, ...described(page, source.options.agent) };
}

/** HTML that is text already: nothing to decode. */
export function readHtmlText(html: string, source: Pick<Source, 'url' | 'options'>): Content {
  const { maxLinks, maxText, rules, agent } = source.options;
  const page = parseHtml(html, { xhtml: false, maxLinks });
  const { links, canonical } = resolveLinks(page.links, source.url, page.base, rules);
  return { charset: 'UTF-8', text: mainText(page.blocks, maxText), links, canonical, ...described(page, agent) };
}

function described(page: ParsedPage, agent: string) {
  const metadata = gatherMetadata(page.metas);
  const article = readJsonLd(page.jsonLd);
  return {
    title: titleOf(page, metadata),
    author: authorOf(metadata, article),
    date: dateOf(metadata, article, page.times),
    description: descriptionOf(metadata),
    keywords: keywordsOf(metadata),
    headings: page.headings,
    metadata,
    declaredLanguage: page.language,
    robots: [...(metadata['robots'] ?? []), ...(metadata[agent.toLowerCase()] ?? [])],
  };
}
