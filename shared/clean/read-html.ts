import { charsetOf, decodeText } from './charset.ts';
import type { Content, Source } from './content.ts';
import { describePage } from './describe-page.ts';
import { mainText } from './main-text.ts';
import { resolveLinks } from './page-links.ts';
import { parseHtml } from './parse-html.ts';

/** HTML and XHTML. */
export function readHtml(source: Source): Content {
  const { maxLinks, maxText, mainText: method, rules } = source.options;
  const xhtml = source.mimeType !== 'text/html';
  const { text: html, charset, declared, detected } = decodeText(source.bytes, charsetOf(source.contentType), xhtml);
  const page = parseHtml(html, { xhtml: xhtml && source.contentType.includes('xml'), maxLinks });
  const text = mainText(page, maxText, method);
  const { links, canonical } = resolveLinks(page.links, source.url, page.base, rules);
  return {
    charset,
    charsets: { declared, detected },
    text,
    links,
    canonical,
    ...describePage(page, text, source.url, source.options),
  };
}

/** HTML that is text already: nothing to decode. */
export function readHtmlText(html: string, source: Pick<Source, 'url' | 'options'>): Content {
  const { maxLinks, maxText, mainText: method, rules } = source.options;
  const page = parseHtml(html, { xhtml: false, maxLinks });
  const text = mainText(page, maxText, method);
  const { links, canonical } = resolveLinks(page.links, source.url, page.base, rules);
  return {
    charset: 'UTF-8',
    text,
    links,
    canonical,
    ...describePage(page, text, source.url, source.options),
  };
}
