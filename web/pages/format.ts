import { ANY_LICENCE, isLicenceAddress } from '../../shared/index/licence-names.ts';
import type { Locale } from '../language/locale.ts';

/** Returns the name of a document type; of any other value, the value itself. */
export const typeName = ({ optional }: Locale, type: string): string => optional(`type.${type}`) ?? type;

/** Returns the name of a genre; of any other value, the value itself. */
export const genreName = ({ optional }: Locale, genre: string): string => optional(`genre.${genre}`) ?? genre;

/** Returns the name of a licence in capitals (`CC-BY-4.0`); `any` and addresses are returned as they are. */
export const licenceLabel = (value: string): string =>
  value === ANY_LICENCE || isLicenceAddress(value) ? value : value.toUpperCase();

/** Returns a URL that is safe as a link, or undefined: only http and https are, never `javascript:` or `data:`. */
export function linkable(address: string): string | undefined {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

// Characters that reverse the text direction, are invisible or break the line, and marks that cover the lines around them.
const DECEPTIVE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{4}/u;

const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the title of a page, or its URL if the title has no visible character: a link without text cannot be clicked. */
export const visibleTitle = (title: string, url: string): string =>
  VISIBLE.test(title) ? title.trim() : readableUrl(url);

/** Returns a URL for people: without its scheme, and percent-decoded unless that would reveal deceptive characters. */
export function readableUrl(address: string): string {
  const short = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
  try {
    const decoded = decodeURI(short);
    return DECEPTIVE.test(decoded) ? short : decoded;
  } catch {
    return short;
  }
}

/** Returns a text, or its beginning if it is longer than `max` UTF-16 units. */
export const abridged = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).toWellFormed()} …`;
