import type { Content, ReaderInput } from './content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';
import { describePage } from './describe-page.ts';
import { readEmbeddedContent } from './embedded/embedded-content.ts';
import { parseHtml } from './html/parse-html.ts';
import type { ParsedPage } from './html/parsed-page.ts';
import { resolveMedia } from './html/resolve-media.ts';
import { baseUrlOf, resolveLinks } from './links/page-links.ts';
import { chooseMainBlocks, joinMainText } from './main-text/main-text.ts';

/** Reads HTML and XHTML. */
export function readHtml(input: ReaderInput): Content {
  const { bytes, contentType, mimeType, options } = input;
  const isXhtml = mimeType !== 'text/html';
  const { text: html, charset, declared, detected } = decodeText(bytes, charsetParameter(contentType), isXhtml);
  const page = parseHtml(html, {
    xhtml: isXhtml && contentType.includes('xml'),
    maxLinks: options.maxLinks,
    limits: options.pageLimits,
  });
  return { charset, charsets: { declared, detected }, ...contentOfPage(page, input) };
}

/** Reads HTML that is decoded already. */
export function readHtmlText(html: string, input: HtmlInput): Content {
  const { maxLinks, pageLimits: limits } = input.options;
  const page = parseHtml(html, { xhtml: false, maxLinks, limits });
  return { charset: 'UTF-8', ...contentOfPage(page, input) };
}

type HtmlInput = Pick<ReaderInput, 'url' | 'options' | 'listing' | 'linkedRule' | 'fetchedAt'>;

function contentOfPage(
  source: ParsedPage,
  { url, options, fetchedAt, listing = {}, linkedRule }: HtmlInput,
): Omit<Content, 'charset'> {
  const { maxText, mainText: method, rules, extract, markdown, chooseWithSite } = options;
  const { maxMedia } = options.pageLimits;
  const chooseForUrl =
    chooseWithSite &&
    ((of: ParsedPage, choose: Parameters<typeof chooseWithSite>[2]) => chooseWithSite(url, of, choose));
  const { page, isContent } = readEmbeddedContent(source, options);
  const { blocks, standalone, kind } = isContent
    ? { blocks: page.blocks, standalone: undefined, kind: undefined }
    : chooseMainBlocks(page, method, chooseForUrl);
  const text = joinMainText(page, blocks, maxText, method);
  const { links, canonical } = resolveLinks(page.links, url, page.base, rules);
  const base = baseUrlOf(page.base, url);
  const extracted = extract?.({ url, text: source.html, isJson: false, base, about: listing, linkedRule });
  return {
    text,
    ...(standalone && { standaloneText: joinMainText(page, standalone, maxText, method) }),
    ...(markdown && { markdown: blocks ? markdown.fromPage(page, blocks, base, maxText) : markdown.fromText(text) }),
    ...(extracted && { extracted }),
    links,
    ...(maxMedia > 0 && { media: resolveMedia(page.media, base, rules, maxMedia) }),
    canonical,
    ...describePage(page, text, url, { ...options, fetchedAt, kind }),
  };
}
