import { aboutCitation, pageRange } from './catalogue-record.ts';
import { authorsOf, type Entry } from './entry.ts';

/** Maximum length of a value, in UTF-16 units, and maximum number of authors: the page of a record has at most 30 KB. */
const MAX_VALUE_LENGTH = 300;
const MAX_AUTHORS = 10;

/**
 * Describes a page as a ContextObject in Span (COinS, Z39.88), from which Zotero and other reference managers save it: in Dublin Core, or as an
 * article if its journal is known. It has no abstract, which RIS and BibTeX have.
 *
 * @returns the value of the attribute `title`, not escaped for HTML
 */
export function coins(entry: Pick<Entry, 'url' | 'title' | 'author' | 'date' | 'language' | 'about'>): string {
  const { url, title, date, language, about } = entry;
  const { doi, journal, volume, issue, pages, issn } = aboutCitation(about);
  const [from, to] = pageRange(pages);
  const authors = authorsOf(entry).slice(0, MAX_AUTHORS);
  const name = title === '' ? url : title;
  const day = date?.slice(0, 'YYYY-MM-DD'.length);
  const values: [name: string, value: string | undefined][] =
    journal === undefined
      ? [
          ['rft.type', 'webpage'],
          ['rft.title', name],
          ['rft.source', about?.['site']],
          ['rft.publisher', about?.['publisher']],
          ['rft.rights', about?.['licence']],
          ['rft.identifier', url],
          ...authors.map((author): [string, string] => ['rft.creator', author]),
        ]
      : [
          ['rft.genre', 'article'],
          ['rft.atitle', name],
          ['rft.jtitle', journal],
          ['rft.volume', volume],
          ['rft.issue', issue],
          ['rft.spage', from],
          ['rft.epage', to],
          ['rft.issn', issn],
          ...authors.map((author): [string, string] => ['rft.au', author]),
        ];
  const parameters = new URLSearchParams({
    ctx_ver: 'Z39.88-2004',
    rft_val_fmt: `info:ofi/fmt:kev:mtx:${journal === undefined ? 'dc' : 'journal'}`,
  });
  const common: typeof values = [
    ['rft.date', day],
    ['rft.language', language === 'und' ? undefined : language],
    ['rft_id', doi === undefined ? undefined : `info:doi/${doi}`],
    ['rft_id', url],
  ];
  for (const [key, value] of [...values, ...common])
    if (value) parameters.append(key, value.slice(0, MAX_VALUE_LENGTH).toWellFormed());
  return `${parameters}`;
}
