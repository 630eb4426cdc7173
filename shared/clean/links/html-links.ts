import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../clean-options.ts';
import type { Link } from '../document-fields.ts';
import { parseHtml } from '../html/parse-html.ts';
import { resolveLinks } from './page-links.ts';
import { addWordsAround } from './words-around.ts';

/** Returns the links of a page with the words around them, without reading its text. */
export function linksOfHtml(html: string, url: Url, rules: UrlRules): Link[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: DEFAULT_CLEAN_OPTIONS.maxLinks });
  addWordsAround(page);
  return resolveLinks(page.links, url, page.base, rules).links;
}
