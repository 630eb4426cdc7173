import type { Citation } from '../../shared/clean/papers/citation.ts';
import { personNameOf } from './author-name.ts';
import { aboutCitation, pageRange } from './catalogue-record.ts';
import { authorsOf, type Entry, type Listing, subjectsOfEntry } from './entry.ts';
import { oneLine } from './plain-text.ts';

/** Writes entries as BibTeX, which LaTeX and reference managers read. `note` has the URL of the cached copy. */
export const bibtex = ({ entries }: Pick<Listing, 'entries'>): string =>
  entries
    .map(({ about, ...entry }) =>
      bibtexReference({
        ...entry,
        citation: aboutCitation(about),
        publisher: about?.['publisher'] ?? null,
        abstract: entry.abstract ?? null,
        keywords: subjectsOfEntry(entry),
      }),
    )
    .join('');

/** What an entry is made of. Outside of a search page it has no link to a cached copy. */
export type BibtexSource = Pick<Entry, 'id' | 'url' | 'author' | 'fetchedAt' | 'language' | 'date'> &
  Partial<Pick<Entry, 'cached'>> & {
    title: string | null;
    citation: Citation;
    publisher?: string | null;
    abstract: string | null;
    keywords: readonly string[];
  };

/** Writes one entry and an empty line: an article if its journal is known, otherwise `@misc`. */
export function bibtexReference(source: BibtexSource): string {
  const { url, title, date, publisher, language, fetchedAt, citation, abstract, keywords, cached } = source;
  const { doi, journal, volume, issue, pages, issn, isbn } = citation;
  const [year, month] = date?.split('-') ?? [];
  const fields: [name: string, value: string | undefined][] = [
    ['author', authorsOf(source).map(nameOf).join(' and ')],
    // The second pair of braces keeps capitals, which styles of English would change.
    ['title', `{${escaped(title || url)}}`],
    ['journal', escaped(journal ?? '')],
    ['year', year],
    ['volume', escaped(volume ?? '')],
    ['number', escaped(issue ?? '')],
    [
      'pages',
      escaped(
        pageRange(pages)
          .flatMap((page) => page ?? [])
          .join('--'),
      ),
    ],
    ['publisher', escaped(publisher ?? '')],
    ['issn', issn],
    ['isbn', isbn],
    ['doi', doi && verbatim(doi)],
    ['url', verbatim(url)],
    ['urldate', fetchedAt.slice(0, 'YYYY-MM-DD'.length)],
    ['note', cached ? `Cached copy: \\url{${verbatim(cached)}}` : ''],
    ['language', language === 'und' ? '' : language],
    ['keywords', escaped(keywords.join(', '))],
    ['abstract', escaped(abstract ?? '')],
  ];
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}},\n`] : []));
  // The names of months are macros: styles write them out.
  const monthName = MONTHS[Number(month?.slice(0, 2)) - 1];
  const monthLine = monthName === undefined ? '' : `  month = ${monthName},\n`;
  return `@${journal === undefined ? 'misc' : 'article'}{${keyOf(source)},\n${lines.join('')}${monthLine}}\n\n`;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns a name, in braces if it is not that of a person: BibTeX would take its last word for the surname. */
function nameOf(text: string): string {
  const person = personNameOf(text);
  if (!person) return `{${escaped(text)}}`;
  const { name, generation, inverted } = person;
  if (generation === undefined) return escaped(name);
  // BibTeX reads the generation between surname and given names: `Moss, Jr., Ben`.
  const parts = inverted ? name : name.replace(/^(.+)\s(\S+)$/, '$2, $1');
  return escaped(parts.replace(', ', `, ${generation}, `));
}

/** Length of the part of an id in a key, in hexadecimal digits: 48 bits, with which the keys of a million records differ. */
const KEY_ID_LENGTH = 12;

/** Returns a key that no other record has and that stays the same: `moss2024-0a1b2c3d4e5f`. */
function keyOf({ id, date, author }: BibtexSource): string {
  const [first = ''] = authorsOf({ author });
  const surname = personNameOf(first)?.surname ?? first.split(' ').at(-1) ?? '';
  const letters = surname
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z]/gi, '');
  return `${letters === '' ? 'page' : letters.toLowerCase()}${date?.slice(0, 4) ?? ''}-${id.slice(0, KEY_ID_LENGTH)}`;
}

/** Characters that mean something in LaTeX. A brace counts for BibTeX even after a backslash, so it needs a command. */
const COMMANDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('&%$#_', (sign) => [sign, `\\${sign}`])),
  ...{ '\\': '\\textbackslash{}', '{': '\\textbraceleft{}', '}': '\\textbraceright{}' },
  ...{ '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' },
};

const escaped = (text: string): string =>
  oneLine(text)
    .toWellFormed()
    .replace(/[&%$#_\\{}~^]/g, (sign) => COMMANDS[sign] as string);

/** Returns a URL or DOI, which LaTeX does not interpret, without characters that would end the field. */
const verbatim = (text: string): string => oneLine(text).replace(/[{}\\]/g, encodeURIComponent);
