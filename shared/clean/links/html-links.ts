import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Link } from '../document-fields.ts';
import { parseHtml } from '../html/parse-html.ts';
import { resolveLinks } from './page-links.ts';
import { addWordsAround } from './words-around.ts';

/** Maximum number of links that are read. */
const MAX_LINKS = 10_000;

/** Returns the links of a page with the words around them, without reading its text. */
export function linksOfHtml(html: string, url: Url, rules: UrlRules): Link[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: MAX_LINKS });
  addWordsAround(page);
  return resolveLinks(page.links, url, page.base, rules).links;
}
