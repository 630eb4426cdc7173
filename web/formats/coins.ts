import { hasBodyWord } from './body-name.ts';
import { aboutCitation, pageRange } from './catalogue-record.ts';
import { authorsOf, type Entry } from './entry.ts';

/** Maximum length of a title, a name or another text, in UTF-16 units, and maximum number of authors: the page of a record has at most 30 KB. */
const MAX_TEXT_LENGTH = 300;
const MAX_AUTHORS = 20;

/** Maximum length of a URL or DOI, in UTF-16 units: that of URLs by default (`limits.maxUrlLength`). A longer one is left out, because a part would be another address. */
const MAX_ADDRESS_LENGTH = 2_048;

/**
 * Describes a page as a ContextObject in Span (COinS, Z39.88), from which Zotero and other reference managers save it: in Dublin Core, or as an
 * article if its journal is known. Bodies are `rft.aucorp`, from which Zotero makes institutions. It has no abstract, which RIS and BibTeX have.
 *
 * @returns the value of the attribute `title`, not escaped for HTML
 */
export function coins(entry: Pick<Entry, 'url' | 'title' | 'author' | 'date' | 'language' | 'about'>): string {
  const { url, title, date, language, about } = entry;
  const { doi, journal, volume, issue, pages, issn } = aboutCitation(about);
  const [from, to] = pageRange(pages);
  const authors = authorsOf(entry).slice(0, MAX_AUTHORS);
  const authorsAs = (person: string) =>
    authors.map((author): [string, string] => [hasBodyWord(author) ? 'rft.aucorp' : person, author]);
  const day = date?.slice(0, 'YYYY-MM-DD'.length);
  const values: [name: string, value: string | undefined][] =
    journal === undefined
      ? [
          ['rft.type', 'webpage'],
          ['rft.title', title || url],
          ['rft.source', about?.['site']],
          ['rft.publisher', about?.['publisher']],
          ['rft.rights', about?.['licence']],
          ['rft.identifier', url],
          ...authorsAs('rft.creator'),
        ]
      : [
          ['rft.genre', 'article'],
          ['rft.atitle', title || url],
          ['rft.jtitle', journal],
          ['rft.volume', volume],
          ['rft.issue', issue],
          ['rft.spage', from],
          ['rft.epage', to],
          ['rft.issn', issn],
          ...authorsAs('rft.au'),
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
  for (const [key, value] of [...values, ...common]) {
    const isAddress = ADDRESSES.has(key) || value === url || (key === 'rft.rights' && URL.canParse(value ?? ''));
    if (!value || (isAddress && value.length > MAX_ADDRESS_LENGTH)) continue;
    parameters.append(key, (isAddress ? value : value.slice(0, MAX_TEXT_LENGTH)).toWellFormed());
  }
  return `${parameters}`;
}

/** Keys whose values are addresses. A licence is an address or a text. */
const ADDRESSES: ReadonlySet<string> = new Set(['rft.identifier', 'rft_id']);
