import { analyzePlaces } from '../text/analysis/analyze.ts';
import { decodedUrl } from '../url/decoded-url.ts';
import type { Url } from '../url/url.ts';

/*
 * The words of URLs: of host, path and query, without scheme and `www`. They are folded but not stemmed, and stop words stay: parts of URLs are
 * names, a record can have URLs in several languages, and a pasted path is a search for all of its words. A full stop in front of a word separates
 * it only: `.php` and `.pdf` find names of files.
 */

/** URLs of a record whose words are indexed: those that were seen first. */
export const MAX_INDEXED_URLS = 20;

/** Part of a URL that is read, in UTF-16 units. */
const MAX_URL_LENGTH = 1_000;

/** A word that no text has stands between URLs, so no phrase goes from one to the next. */
export const BETWEEN_URLS = ' · ';

/** Scheme, or the slashes that stand for it, and `www`. */
const START = /^\s*(?:(?:[a-z][a-z0-9+.-]*:)?\/\/)?(?:www\.)?/i;

/** No stored URL has a fragment. */
const FRAGMENT = /(?<=\/[^#]*)#.*$/s;

const ANY_SCHEME = 'http://';

const ENCODED = /(?:%[0-9a-f]{2})+/gi;
const ENCODED_ASCII = /%[0-7][0-9a-f]/gi;

/** Words that are joined by capitals: `PeatMoss`. Single letters and capitals are those of keys and abbreviations. */
const COMPOUND = /[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})+/g;
const INNER_CAPITAL = /(?<=[a-z])(?=[A-Z])/;

/** Returns the words of a URL, or of a part of one, in their order. */
export const wordsOfUrl = (url: string): string[] => analyzePlaces(textOf(url), 'und');

/**
 * Returns the indexed words of a URL, joined by blanks. Compounds are words, and behind the URL stand their parts, so that both `peatmoss` and
 * `moss` find `/wiki/PeatMoss`, and the words of the URL stay neighbours.
 */
export function indexedUrl(url: string): string {
  const text = textOf(url);
  const compounds = text.match(COMPOUND) ?? [];
  return [text, ...compounds.map((one) => one.split(INNER_CAPITAL).join(' '))]
    .map((one) => analyzePlaces(one, 'und').join(' '))
    .join(BETWEEN_URLS);
}

function textOf(url: string): string {
  const rest = url.slice(0, MAX_URL_LENGTH).replace(START, '');
  const decodedRest = rest.includes('xn--') ? decodedUrl(`${ANY_SCHEME}${rest}` as Url).slice(ANY_SCHEME.length) : rest;
  const read = decodedRest.includes('#') ? decodedRest.replace(FRAGMENT, '') : decodedRest;
  return read.includes('%') ? read.replace(ENCODED, decoded) : read;
}

/** Decodes percent-encoded UTF-8. Other bytes stay as they are. */
function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded.replace(ENCODED_ASCII, decodeURIComponent);
  }
}
