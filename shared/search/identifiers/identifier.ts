import { doiIn } from '../../clean/papers/citation.ts';
import { hasCheckDigit, isIsbn } from '../../clean/papers/isbn.ts';
import { removeInvisible } from '../../text/invisible.ts';
import { isbnSpellings, longIsbn } from './isbn-spellings.ts';

/** A DOI, an ISSN or an ISBN that a query is. */
export type Identifier = {
  /** The identifier with its scheme, the same for all of its spellings. It is a query for the identifier too. */
  key: string;
  /** The ways in which pages write it, each of them words that follow one another. */
  spellings: readonly string[];
};

/** A resolver without scheme, as browsers copy it. */
const RESOLVER = /^(?:dx\.|www\.)?doi\.org\//i;

/** Punctuation behind an identifier at the end of a copied sentence. */
const TRAILING = /[.,;:]+$/;

/** Maximum length of a query that is an identifier, in UTF-16 units: that of a declared one (`citation.ts`), with a resolver. */
const MAX_LENGTH = 350;

/** Returns the identifier that a query is. Undefined: it is none, or has words beside it. */
export function identifierOf(q: string): Identifier | undefined {
  if (q.length > MAX_LENGTH) return undefined;
  const doi = doiOfQuery(q);
  if (doi !== undefined) return { key: `doi:${doi.toLowerCase()}`, spellings: [doi] };
  const text = withPlainHyphens(q);
  return issnOf(text) ?? isbnOf(text);
}

/** Returns the DOI that a query is, in any form: `10.5555/12`, `doi:10.5555/12`, `https://doi.org/10.5555/12`. Undefined: it is none. */
export function doiOfQuery(q: string): string | undefined {
  if (q.length > MAX_LENGTH) return undefined;
  const text = q.trim().replace(RESOLVER, 'https://$&').replace(TRAILING, '');
  const doi = doiIn(text);
  return doi?.includes('"') ? undefined : doi;
}

/** Dashes, minus signs and soft hyphens, which documents have in place of hyphens, with the blanks around them. */
const DASH = /\s*[\p{Pd}\u2212\u00ad]\s*/gu;

/** Writes the digits and hyphens of a number in ASCII, and white space between them as one blank. */
const withPlainHyphens = (q: string): string =>
  removeInvisible(q.normalize('NFKC').replace(DASH, '-')).trim().replace(TRAILING, '').replace(/\s+/g, ' ');

/** `ISSN 2049-3630`, `e-ISSN: 2049-3630`, `ISSN-L 2049 3630`. Only a labelled one may lack the hyphen. */
const ISSN = /^((?:urn:)?(?:[ep]-?)?issn(?:-l)?[: ] ?)?(\d{4})([- ]?)(\d{3}[\dX])$/i;

/** Two years are a time, unless the query says that they are an ISSN. */
const YEAR = /^(?:1[5-9]|20)\d\d$/;

function issnOf(text: string): Identifier | undefined {
  const [, label, first = '', separator, last = ''] = ISSN.exec(text) ?? [];
  if (first === '' || !hasCheckDigit(first + last)) return undefined;
  if (label === undefined && (separator === '' || (YEAR.test(first) && YEAR.test(last)))) return undefined;
  const issn = `${first}-${last.toUpperCase()}`;
  return { key: `issn:${issn}`, spellings: [issn, issn.replace('-', '')] };
}

/** `ISBN 978-3-16-148410-0`, `ISBN-10: 3-16-148410-X`, `urn:isbn:9783161484100`. */
const ISBN = /^(?:(?:urn:)?(?:[ep]-?)?isbn(?:[- ]?1[03])?[: ] ?)?(\d[\d -]{8,15}[\dX])$/i;

function isbnOf(text: string): Identifier | undefined {
  const given = ISBN.exec(text)?.[1]?.toUpperCase() ?? '';
  const digits = given.replace(/[ -]/g, '');
  if (!isIsbn(digits)) return undefined;
  return { key: `isbn:${longIsbn(digits)}`, spellings: isbnSpellings(given) };
}
