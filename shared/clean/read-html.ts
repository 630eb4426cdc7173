import type { Content, ReaderInput } from './content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';
import { describePage } from './describe-page.ts';
import { parseHtml } from './html/parse-html.ts';
import type { ParsedPage } from './html/parsed-page.ts';
import { resolveMedia } from './html/resolve-media.ts';
import { baseUrlOf, resolveLinks } from './links/page-links.ts';
import { chooseMainBlocks, joinMainText } from './main-text/main-text.ts';

/** HTML and XHTML. */
export function readHtml(source: ReaderInput): Content {
  const isXhtml = source.mimeType !== 'text/html';
  const {
    text: html,
    charset,
    declared,
    detected,
  } = decodeText(source.bytes, charsetParameter(source.contentType), isXhtml);
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

type PageSource = Pick<ReaderInput, 'url' | 'options' | 'listing' | 'fetchedAt'>;

function contentOfPage(
  page: ParsedPage,
  { url, options, fetchedAt, listing = {} }: PageSource,
): Omit<Content, 'charset'> {
  const { maxText, mainText: method, rules, extract, markdown, chooseWithSite: onSite } = options;
  const { maxMedia } = options.pageLimits;
  const { blocks, standalone: alone } = chooseMainBlocks(
    page,
    method,
    onSite && ((of, choose) => onSite(url, of, choose)),
  );
  const text = joinMainText(page, blocks, maxText, method);
  const { links, canonical } = resolveLinks(page.links, url, page.base, rules);
  const base = baseUrlOf(page.base, url);
  const extracted = extract?.({ url, text: page.html, isJson: false, base, about: listing });
  return {
    text,
    ...(alone && { standaloneText: joinMainText(page, alone, maxText, method) }),
    ...(markdown && { markdown: blocks ? markdown.fromPage(page, blocks, base, maxText) : markdown.fromText(text) }),
    ...(extracted && { extracted }),
    links,
    ...(maxMedia > 0 && { media: resolveMedia(page.media, base, rules, maxMedia) }),
    canonical,
    ...describePage(page, text, url, { ...options, fetchedAt }),
  };
}
