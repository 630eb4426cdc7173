import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { CleanDocument } from '../document.ts';

/** A URL in a text, up to a character that cannot be part of it. */
const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"'`{}|\\^[\]]{3,2000}/gi;
const TRAILING_PUNCTUATION = '.,;:!?)';
/** Maximum number of URLs that are returned. */
const MAX_URLS = 500;
/** Maximum number of URLs that are normalised. */
const MAX_CANDIDATES = 5_000;

/** Returns the distinct URLs in the main text of a page, in text order. */
export function urlsInText({ text, url }: Pick<CleanDocument, 'text' | 'url'>, rules: UrlRules): Url[] {
  const found = new Set<Url>();
  let seen = 0;
  for (const [written] of text.matchAll(URL_IN_TEXT)) {
    if (++seen > MAX_CANDIDATES) break;
    const normalized = normalize(trimPunctuation(written), url, rules);
    if (normalized.kind === 'url') found.add(normalized.url);
    if (found.size >= MAX_URLS) break;
  }
  return [...found];
}

/** Removes punctuation after a URL. A closing bracket is kept if the URL contains an opening one. */
function trimPunctuation(written: string): string {
  let end = written.length;
  while (end > 0 && TRAILING_PUNCTUATION.includes(written[end - 1] as string)) end--;
  return written.slice(0, end) + (written[end] === ')' && written.includes('(') ? ')' : '');
}
