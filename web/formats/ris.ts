import { aboutCitation, pageRange } from './catalogue-record.ts';
import { authorsOf, type Entry, type Listing, subjectsOfEntry } from './entry.ts';
import { oneLine } from './plain-text.ts';

/** Maximum length of a value, in UTF-16 units: reference managers read a tag as one line. */
const MAX_VALUE_LENGTH = 5_000;

/**
 * Writes entries as RIS, which reference managers import. `DA` is the date of publication, `Y2` the day of the fetch, `UR` the
 * original page, `L2` the cached copy, and `ID` the record.
 */
export const ris = ({ entries }: Pick<Listing, 'entries'>): string =>
  entries
    .map((entry) => risReference({ ...entry, abstract: entry.snippet, keywords: subjectsOfEntry(entry) }))
    .join('\r\n');

/** What a reference is made of. Outside of a search page it has no links to the record and its cached copy. */
export type RisSource = Pick<Entry, 'id' | 'url' | 'title' | 'author' | 'fetchedAt' | 'language' | 'type' | 'date'> &
  Partial<Pick<Entry, 'record' | 'cached' | 'about'>> & { abstract: string | null; keywords: readonly string[] };

/** Writes one reference, with CRLF at the end of each line. */
export function risReference(source: RisSource): string {
  const { title, url, date, language, about, abstract, keywords, id, fetchedAt, record, cached } = source;
  const { doi, journal, volume, issue, pages, issn, isbn } = aboutCitation(about);
  const [from, to] = pageRange(pages);
  const tags: [tag: string, value: string | undefined][] = [
    ['TI', title],
    ...authorsOf(source).map((author): [string, string] => ['AU', author]),
    ['PY', date?.slice(0, 4)],
    ['DA', date === null ? undefined : risDate(date)],
    ['T2', journal ?? about?.['site']],
    ['VL', volume],
    ['IS', issue],
    ['SP', from],
    ['EP', to],
    ['SN', issn ?? isbn],
    ['DO', doi],
    ['PB', about?.['publisher']],
    ['AB', abstract ?? undefined],
    ...keywords.map((name): [string, string] => ['KW', name]),
    ['LA', language === 'und' ? undefined : language],
    ['UR', url],
    ['L2', cached ?? undefined],
    ['Y2', risDate(fetchedAt)],
    ['DB', 'Thresher'],
    ['DP', record],
    ['ID', id],
  ];
  const lines = tags.flatMap(([tag, value]) => {
    const text = oneLine(value ?? '').slice(0, MAX_VALUE_LENGTH);
    return text === '' ? [] : [`${tag}  - ${text.toWellFormed()}`];
  });
  const type = journal !== undefined ? 'JOUR' : isWebPage(source) ? 'ELEC' : 'GEN';
  return [`TY  - ${type}`, ...lines, 'ER  - ', ''].join('\r\n');
}

const isWebPage = ({ type }: RisSource): boolean => type === 'html';

/** Returns `YYYY/MM/DD`, with what is unknown left empty, as RIS writes dates. */
function risDate(iso: string): string | undefined {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso);
  return parts ? `${parts[1]}/${parts[2] ?? ''}/${parts[3] ?? ''}` : undefined;
}
