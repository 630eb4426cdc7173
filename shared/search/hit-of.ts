import { licenceOf } from '../index/licence-names.ts';
import { type HitProperty, SEARCH_FIELDS } from '../index/search-fields.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import type { SearchHit } from './answer.ts';
import type { FoldedHit } from './fold-near-duplicates.ts';
import type { IsMarked } from './marked-words.ts';
import { SNIPPET_LENGTH, type Snippet, snippetOf } from './snippet.ts';

/**
 * Returns a hit as an answer shows it.
 *
 * @param isMarked tells the words of the query, which are marked in the snippet. Undefined: it has none
 * @param formats URLs of the same document in other formats
 * @param snippetLength approximate length of the snippet, in UTF-16 units. Absent: the default, and the hit does not say where it begins
 */
export function hitOf(
  { record, score, similar, others }: FoldedHit,
  isMarked: IsMarked | undefined,
  formats: string[],
  snippetLength?: number,
): SearchHit {
  const { snippet, marks, offset } = snippetOfRecord(record, isMarked, snippetLength);
  const licence = licenceOf(record.about?.['licence']);
  return {
    id: record.id,
    url: record.url,
    urls: listedUrls(record),
    title: record.title,
    snippet,
    marks,
    ...(snippetLength !== undefined && { snippetOffset: offset ?? null }),
    score,
    ...hitProperties(record),
    fetchedAt: new Date(record.fetchedAt).toISOString(),
    numRefBy: Object.keys(record.urls).length,
    ...(formats.length > 0 && { otherFormats: formats }),
    ...(licence !== undefined && { licence }),
    ...(record.about !== undefined && { about: record.about }),
    ...(record.fields !== undefined && { fields: record.fields }),
    ...(record.directives?.includes('noarchive') && { noarchive: true as const }),
    ...(others !== undefined && { others }),
    ...(similar.length > 0 && { similar: similar.map(({ id, url, title }) => ({ id, url, title })) }),
  };
}

/** Maximum number of URLs that a hit lists. A crawler trap serves one text at thousands. */
const MAX_LISTED_URLS = 100;

/** Returns the URLs of a record, or if there are too many, the one that it is shown under and the first others. */
function listedUrls({ url, urls }: SearchRecord): string[] {
  const all = Object.keys(urls);
  if (all.length <= MAX_LISTED_URLS) return all;
  return [url, ...all.filter((other) => other !== url).slice(0, MAX_LISTED_URLS - 1)];
}

/** Copies the properties of all search fields that a record has as they are. */
function hitProperties(record: SearchRecord): Pick<SearchRecord, HitProperty> {
  const properties = SEARCH_FIELDS.flatMap(({ property }) =>
    property === 'licence' ? [] : [[property, record[property]]],
  );
  return Object.fromEntries(properties) as Pick<SearchRecord, HitProperty>;
}

/** Approximate length of the beginning of a text that stands for an abstract, in UTF-16 units: that of an abstract of about 80 words. */
const ABSTRACT_LENGTH = 500;

/**
 * Returns what a reference gives as the abstract of a page: its description, which does not depend on a query, or else the beginning of its
 * text. With `noarchive` the beginning is as short as a snippet, because a long one is a copy. Empty with `nosnippet`.
 */
export function abstractOf({
  text,
  description,
  language,
  directives = [],
}: Pick<SearchRecord, 'text' | 'description' | 'language' | 'directives'>): string {
  if (directives.includes('nosnippet')) return '';
  if (description !== '') return description;
  const length = directives.includes('noarchive') ? SNIPPET_LENGTH.preset : ABSTRACT_LENGTH;
  return snippetOf(text, language, undefined, length).snippet;
}

/**
 * Returns the passage of the text with most words of the query. If the text has none, the description says more about the
 * page than the beginning of its text. A page with `nosnippet` gets an empty snippet: only title and URL are shown.
 */
function snippetOfRecord(
  { text, description, language, directives }: SearchRecord,
  isMarked: IsMarked | undefined,
  wanted: number = SNIPPET_LENGTH.preset,
): Omit<Snippet, 'offset'> & { offset?: number } {
  if (directives?.includes('nosnippet')) return { snippet: '', marks: [] };
  // A long snippet is a copy.
  const length = directives?.includes('noarchive') ? Math.min(wanted, SNIPPET_LENGTH.preset) : wanted;
  const inText = snippetOf(text, language, isMarked, length);
  if (inText.marks.length > 0 || description === '') return inText;
  const { offset: _, ...ofDescription } = snippetOf(description, language, isMarked, length);
  return ofDescription;
}
