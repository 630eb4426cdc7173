/**
 * Encodes the queries of links in the encoding of their page, as browsers do: `?name=Köln` on a page in ISO-8859-1 is
 * `?name=K%F6ln` (https://url.spec.whatwg.org/#query-state). Host and path are always UTF-8.
 */
import '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';
import { standardEncoding } from '../decode/charset.ts';
import { encodingName } from '../decode/detect-charset.ts';

/** Percent-encodes the query of a URL or relative URL. Characters that the encoding lacks become `%26%23NNNN%3B`. */
export type QueryEncoder = (url: string) => string;

/**
 * Returns the encoder of queries for a page, or undefined if their encoding is UTF-8. That is also the case for pages in UTF-16
 * and in encodings that browsers do not support.
 *
 * @param charset encoding of the page, as `decodeText` returns it
 */
export function queryEncoderOf(charset: string): QueryEncoder | undefined {
  if (charset === 'UTF-8') return undefined;
  const encoding = encodingName(standardEncoding(charset));
  if (encoding === null || /^UTF-/.test(encoding)) return undefined;
  return (url) => {
    if (!NON_ASCII.test(url) || OTHER_SCHEME.test(url)) return url;
    // The URL parser ignores these characters, but not their escapes.
    const text = url.trim().replace(IGNORED, '');
    const hash = text.indexOf('#');
    const end = hash === -1 ? text.length : hash;
    const mark = text.indexOf('?');
    if (mark === -1 || mark >= end) return url;
    const query = text.slice(mark + 1, end);
    if (!NON_ASCII.test(query)) return url;
    return text.slice(0, mark + 1) + percentEncodeAfterEncoding(encoding, query, SPECIAL_QUERY) + text.slice(end);
  };
}

const NON_ASCII = /[^\0-\x7f]/;
const IGNORED = /[\t\n\r]+/g;

/** Schemes whose queries are always UTF-8, such as `mailto:`. */
const OTHER_SCHEME = /^\s*(?!(?:https?|ftp|file):)[a-z][a-z0-9+.-]*:/i;

/** ASCII characters that are percent-encoded in the query of an http, https or ftp URL. */
const SPECIAL_QUERY = ' "#\'<>';

/** Parses a URL of a page like a browser. @returns null if it is invalid */
export function parseUrl(url: string, base: string, encodeQuery: QueryEncoder | undefined): URL | null {
  return URL.parse(encodeQuery === undefined ? url : encodeQuery(url), base);
}
