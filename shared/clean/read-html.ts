import { cutText } from '../text/cut-text.ts';
import { type Content, type ReaderInput, withinLimit } from './content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';
import { describePage } from './describe-page.ts';
import { type EmbeddedContent, readEmbeddedContent } from './embedded/embedded-content.ts';
import { parseHtml } from './html/parse-html.ts';
import type { ParsedPage } from './html/parsed-page.ts';
import { resolveMedia } from './html/resolve-media.ts';
import { embeddedFiles } from './links/embedded-files.ts';
import { baseUrlOf, createLinkResolver, resolveLinks } from './links/page-links.ts';
import { queryEncoderOf } from './links/query-encoder.ts';
import { addWordsAround } from './links/words-around.ts';
import { chooseMainBlocks, joinMainText } from './main-text/main-text.ts';
import { readItems } from './page-items/item-fields.ts';

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
  return { charsets: { declared, detected }, ...contentOfPage(page, input, charset) };
}

/** Reads HTML that is decoded already. */
export function readHtmlText(html: string, input: HtmlInput): Content {
  const { maxLinks, pageLimits: limits } = input.options;
  const page = parseHtml(html, { xhtml: false, maxLinks, limits });
  return contentOfPage(page, input, 'UTF-8');
}

/** Reads HTML all of which is content, such as rendered Markdown. */
export function readWholeHtml(html: string, input: HtmlInput, charset: string): Content {
  const { maxLinks, pageLimits: limits } = input.options;
  return contentOfPage(parseHtml(html, { xhtml: false, maxLinks, limits }), input, charset, true);
}

/** Minimum length of a text without posts from which the page is no thread, in UTF-16 units. Threads that a script builds have less text. */
const MIN_THREADLESS_TEXT = 600;

type HtmlInput = Pick<ReaderInput, 'url' | 'options' | 'listing' | 'linkedRule' | 'fetchedAt'>;

/** Returns the page whose content is read, and its main text. @param isWhole whether all of the page is main text */
function chooseContent(
  source: ParsedPage,
  url: HtmlInput['url'],
  options: HtmlInput['options'],
  isWhole: boolean,
): { page: ParsedPage; preloaded: EmbeddedContent['posts']; main: ReturnType<typeof chooseMainBlocks> } {
  if (isWhole) return { page: source, preloaded: undefined, main: { blocks: source.blocks } };
  const { mainText: method, chooseWithSite } = options;
  const chooseForUrl =
    chooseWithSite &&
    ((of: ParsedPage, choose: Parameters<typeof chooseWithSite>[2]) => chooseWithSite(url, of, choose));
  const { page, content, posts: preloaded } = readEmbeddedContent(source, options);
  return { page, preloaded, main: content ? { blocks: content } : chooseMainBlocks(page, method, chooseForUrl) };
}

function contentOfPage(
  source: ParsedPage,
  { url, options, fetchedAt, listing = {}, linkedRule }: HtmlInput,
  charset: string,
  isWhole = false,
): Content {
  const { maxText, mainText: method, rules, extract, markdown } = options;
  const { maxMedia } = options.pageLimits;
  const { page, preloaded, main } = chooseContent(source, url, options, isWhole);
  const { blocks: chosen, standalone, removed, kind, ...judged } = main;
  // Two units more show whether the text is cut, also beside a surrogate pair.
  const joinText = (of: typeof chosen): string => joinMainText(page, of, maxText + 2, method);
  const chosenText = joinText(chosen);
  const encodeQuery = queryEncoderOf(charset);
  if (options.linkContext) addWordsAround(page);
  const { links, canonical } = resolveLinks(page.links, url, page.base, rules, encodeQuery);
  const base = baseUrlOf(page.base, url, encodeQuery);
  const filePlace = { url, rules, encodeQuery, maxCount: options.maxLinks - links.length };
  const describe = (text: string, ofKind: typeof kind, kinds = judged.kinds) =>
    describePage(page, cutText(text, maxText), url, { ...options, fetchedAt, kind: ofKind, kinds });
  const firstDescribed = describe(chosenText, kind);
  const extracted = extract?.({
    ...{ url, text: source.html, isJson: false, base, about: listing, linkedRule },
    encodeQuery,
  });
  const resolve = createLinkResolver(base, rules, encodeQuery);
  const parts = { page, ...judged, html: source.html, preloaded, url, resolve };
  const { fields, text: itemText, hidden } = readItems(firstDescribed, { ...parts, blocks: chosen ?? [], removed });
  const isThreadless = kind === 'forum' && firstDescribed.genre === 'forum' && fields.items === undefined;
  // The trees take articles of help centres for threads.
  const described =
    isThreadless && chosenText.length >= MIN_THREADLESS_TEXT ? describe(chosenText, undefined) : firstDescribed;
  const blocks = itemText ?? chosen;
  const whole = itemText ? joinText(itemText) : chosenText;
  const withHidden = (shown: string, added = hidden): string =>
    added === undefined ? shown : `${shown}\n\n${added}`.trim();
  const writeMarkdown = ({ fromPage, fromText }: NonNullable<typeof markdown>): string =>
    withHidden(
      blocks ? fromPage(page, blocks, base, maxText, encodeQuery) : fromText(cutText(whole, maxText)),
      hidden && fromText(hidden),
    );
  // Other pages of the site change neither the genre nor the items of this text.
  const standaloneBlocks =
    standalone &&
    (readItems(describe(joinText(standalone), kind), { ...parts, blocks: standalone }).text ?? standalone);
  return {
    charset,
    ...withinLimit(withHidden(whole), maxText),
    ...(standaloneBlocks && { standaloneText: cutText(withHidden(joinText(standaloneBlocks)), maxText) }),
    ...(markdown && { markdown: cutText(writeMarkdown(markdown), maxText) }),
    ...(extracted && { extracted }),
    links: options.embedded ? [...links, ...embeddedFiles(source.html, filePlace)] : links,
    ...(maxMedia > 0 && { media: resolveMedia(page.media, base, rules, maxMedia, encodeQuery) }),
    canonical,
    ...described,
    ...fields,
  };
}
