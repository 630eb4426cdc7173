import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { CleanDocument } from '../document.ts';

/** An address as people write it in a text: up to what cannot be part of it, without the signs that end a sentence. */
const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"'`{}|\\^[\]]{3,2000}/gi;
const TRAILING_PUNCTUATION = '.,;:!?)';
/** A text of addresses alone is a list, and has a form of its own: so many are listed, and so many looked at. */
const MAX_URLS = 500;
const MAX_CANDIDATES = 5_000;

/** Addresses that stand in the main text of a page, each once, in their order. */
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

/** A bracket at the end belongs to the address only if one opens in it. */
function trimPunctuation(written: string): string {
  let end = written.length;
  while (end > 0 && TRAILING_PUNCTUATION.includes(written[end - 1] as string)) end--;
  return written.slice(0, end) + (written[end] === ')' && written.includes('(') ? ')' : '');
}
