import type { Content, Source } from './content.ts';
import { charsetOf, decodeText } from './decode/charset.ts';
import { describePage } from './describe-page.ts';
import { parseHtml } from './html/parse-html.ts';
import type { ParsedPage } from './html/parsed-page.ts';
import { resolveMedia } from './html/resolve-media.ts';
import { baseOf, resolveLinks } from './links/page-links.ts';
import { blocksOfMainText, textOfBlocks } from './main-text/main-text.ts';

/** HTML and XHTML. */
export function readHtml(source: Source): Content {
  const isXhtml = source.mimeType !== 'text/html';
  const { text: html, charset, declared, detected } = decodeText(source.bytes, charsetOf(source.contentType), isXhtml);
  const page = parseHtml(html, {
    xhtml: isXhtml && source.contentType.includes('xml'),
    maxLinks: source.options.maxLinks,
    limits: source.options.pageLimits,
  });
  return { charset, charsets: { declared, detected }, ...contentOfPage(page, source) };
}

/** HTML that is text already: nothing to decode. */
export function readHtmlText(html: string, source: PageSource): Content {
  const { maxLinks, pageLimits: limits } = source.options;
  const page = parseHtml(html, { xhtml: false, maxLinks, limits });
  return { charset: 'UTF-8', ...contentOfPage(page, source) };
}

type PageSource = Pick<Source, 'url' | 'options' | 'listing' | 'fetchedAt'>;

function contentOfPage(
  page: ParsedPage,
  { url, options, fetchedAt, listing = {} }: PageSource,
): Omit<Content, 'charset'> {
  const { maxText, mainText: method, rules, extract, markdown, onSite } = options;
  const { maxMedia } = options.pageLimits;
  const { blocks, alone } = blocksOfMainText(page, method, onSite && ((of, choose) => onSite(url, of, choose)));
  const text = textOfBlocks(page, blocks, maxText, method);
  const { links, canonical } = resolveLinks(page.links, url, page.base, rules);
  const base = baseOf(page.base, url);
  const extracted = extract?.({ url, text: page.html, isJson: false, base, about: listing });
  return {
    text,
    ...(alone && { alone: textOfBlocks(page, alone, maxText, method) }),
    ...(markdown && { markdown: blocks ? markdown.ofPage(page, blocks, base, maxText) : markdown.ofText(text) }),
    ...(extracted && { extracted }),
    links,
    ...(maxMedia > 0 && { media: resolveMedia(page.media, base, rules, maxMedia) }),
    canonical,
    ...describePage(page, text, url, { ...options, fetchedAt }),
  };
}
