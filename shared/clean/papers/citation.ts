/** Reads where a paper was published from the meta elements of journals (Highwire Press, PRISM) and from Dublin Core. */
import { type Metadata, withUsualNames } from '../metadata/metadata.ts';
import { isIsbn } from './isbn.ts';

/** Where a paper was published. Only what the page declares. */
export type Citation = {
  /** Without the URL of a resolver: `10.1000/182`. */
  doi?: string;
  journal?: string;
  volume?: string;
  issue?: string;
  /** First and last page: `101-119`, or the number of an article. */
  pages?: string;
  issn?: string;
  /** Ten or thirteen digits without hyphens; the last of ten may be X. */
  isbn?: string;
};

export const CITATION_FIELDS = [
  'doi',
  'journal',
  'volume',
  'issue',
  'pages',
  'issn',
  'isbn',
] as const satisfies readonly (keyof Citation)[];

/** Returns the citation that metadata declare; an empty object if there is none. */
export function citationOf(declared: Metadata): Citation {
  const metadata = withUsualNames(declared);
  const first = (names: readonly string[], suits = (text: string) => text !== ''): string | undefined => {
    for (const name of names) {
      const found = metadata[name]?.map((text) => text.trim()).find((text) => text.length <= MAX_LENGTH && suits(text));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const from = first(['citation_firstpage', 'prism.startingpage']);
  const to = first(['citation_lastpage', 'prism.endingpage']);
  const values: Record<keyof Citation, string | undefined> = {
    doi: doiIn(first(DOI_META, (text) => DOI.test(text)) ?? ''),
    journal: first(['citation_journal_title', 'prism.publicationname']),
    volume: first(['citation_volume', 'prism.volume']),
    issue: first(['citation_issue', 'prism.number']),
    pages: from === undefined || to === undefined || from === to ? from : `${from}-${to}`,
    issn: ISSN.exec(first(['citation_issn', 'prism.issn', 'prism.eissn'], (text) => ISSN.test(text)) ?? '')?.[0],
    isbn: isbnIn(first(ISBN_META, (text) => isbnIn(text) !== undefined) ?? ''),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Returns the DOI of an identifier, or undefined. In URLs, its characters may be percent-encoded. */
export function doiIn(text: string): string | undefined {
  const doi = DOI.exec(text)?.[1];
  if (doi === undefined || !/^https?:/i.test(text)) return doi;
  try {
    const decoded = decodeURIComponent(doi);
    return /[\s\p{C}]/u.test(decoded) ? doi : decoded;
  } catch {
    return doi;
  }
}

/** Returns the ISBN of an identifier without its hyphens. Undefined: it is another number, as its check digit tells. */
function isbnIn(text: string): string | undefined {
  const digits = ISBN.exec(text)?.[1]?.replace(/[ -]/g, '').toUpperCase();
  return digits !== undefined && isIsbn(digits) ? digits : undefined;
}

/** Maximum length of a value, in UTF-16 units: longer ones are no names, numbers or identifiers. */
const MAX_LENGTH = 300;

const DOI_META = ['citation_doi', 'prism.doi', 'dc.identifier', 'dcterms.identifier', 'dc.identifier.doi', 'doi'];
/** A DOI alone, with its scheme, or as the URL of a resolver. Other identifiers may contain one as a part. */
const DOI = /^(?:(?:info:)?doi:?\s*\/?|https?:\/\/(?:dx\.|www\.)?doi\.org\/)?(10\.\d{4,9}(?:\.\d+)*\/\S+)$/i;
const ISBN_META = ['citation_isbn', 'prism.isbn', 'book:isbn', 'books:isbn', 'dc.identifier', 'dcterms.identifier'];
/** An ISBN alone, or with its scheme. */
const ISBN = /^(?:urn:)?(?:isbn(?:-1[03])?[:\s]?\s*)?((?:97[89][ -]?)?\d[\d -]{7,12}[\dX])$/i;
const ISSN = /\b\d{4}-\d{3}[\dX]\b/i;
