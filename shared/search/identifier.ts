import { doiIn } from '../clean/papers/citation.ts';
import { hasCheckDigit, isIsbn, withCheckDigit, withCheckDigit13 } from '../clean/papers/isbn.ts';

/** A resolver without scheme, as browsers copy it. */
const RESOLVER = /^(?:dx\.|www\.)?doi\.org\//i;

/** Punctuation behind an identifier at the end of a copied sentence. */
const TRAILING = /[.,;:]+$/;

/** Maximum length of a query that is an identifier, in UTF-16 units: that of a declared one (`citation.ts`), with a resolver. */
const MAX_LENGTH = 350;

/** Returns the DOI that a query is, in any form: `10.5555/12`, `doi:10.5555/12`, `https://doi.org/10.5555/12`. Undefined: it is none. */
export function doiOfQuery(q: string): string | undefined {
  if (q.length > MAX_LENGTH) return undefined;
  const text = q.trim().replace(RESOLVER, 'https://$&').replace(TRAILING, '');
  const doi = doiIn(text);
  return doi?.includes('"') ? undefined : doi;
}

/**
 * Returns the query, in the web syntax, that finds the pages with the identifier that a query is: a DOI, an ISSN or an ISBN.
 * As words it would find pages with any part of it, such as a year.
 *
 * @returns undefined if the query is no identifier, or has words beside it
 */
export function identifierQuery(q: string): string | undefined {
  if (q.length > MAX_LENGTH) return undefined;
  const doi = doiOfQuery(q);
  if (doi !== undefined) return `"${doi}"`;
  const issn = issnOf(q.trim());
  if (issn !== undefined) return `"${issn}"`;
  return isbnQuery(q.trim());
}

const ISSN = /^(e?issn[:\s]\s*)?(\d{4})-(\d{3}[\dX])$/i;

/** Two years are a time, unless the query says that they are an ISSN. */
const YEAR = /^(?:1[5-9]|20)\d\d$/;

function issnOf(text: string): string | undefined {
  const [, label, first = '', last = ''] = ISSN.exec(text) ?? [];
  if (label === undefined && YEAR.test(first) && YEAR.test(last)) return undefined;
  return first !== '' && hasCheckDigit(first + last) ? `${first}-${last}` : undefined;
}

const ISBN = /^(?:isbn(?:-1[03])?[:\s]\s*)?(\d[\d -]{8,15}[\dX])$/i;

/** Pages have an ISBN with hyphens, as it is given, or without, in its old form of ten digits or its new one of thirteen. */
function isbnQuery(text: string): string | undefined {
  const given = ISBN.exec(text)?.[1]?.toUpperCase() ?? '';
  const digits = given.replace(/[ -]/g, '');
  if (!isIsbn(digits)) return undefined;
  const forms = [given, digits, ...otherForm(given, digits)];
  // A query of capitals and digits alone would have OR as a word; a field is in lower case.
  return [...new Set(forms)].map((form) => `any:"${form}"`).join(' OR ');
}

/** Returns the other form of an ISBN, with the hyphens of the given one and without. Those with 979 have none. */
function otherForm(given: string, digits: string): string[] {
  if (digits.startsWith('979') && digits.length === 13) return [];
  const isNew = digits.length === 13;
  const other = isNew ? withCheckDigit(digits.slice(3, 12)) : withCheckDigit13(`978${digits.slice(0, 9)}`);
  const hyphenated = isNew ? given.replace(/^978[ -]?/, '') : `978-${given}`;
  return [other, hyphenated.slice(0, -1) + other.at(-1)];
}
