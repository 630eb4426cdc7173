import { PARTICLE } from '../../shared/clean/metadata/person-name.ts';
import { personNameOf } from './author-name.ts';
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
    .map((entry) => risReference({ ...entry, abstract: entry.abstract ?? null, keywords: subjectsOfEntry(entry) }))
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
    ...authorsOf(source).map((author): [string, string] => ['AU', nameOf(author, language)]),
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

/** Languages that write the surname first without a comma: the last word is not known to be one. */
const SURNAME_FIRST: ReadonlySet<string> = new Set(['hu', 'ja', 'ko', 'vi', 'zh']);
/** A surname at the end of a name, with the particles before it: `van der Moss`. */
const SURNAME = new RegExp(String.raw`^(.+?)\s((?:${PARTICLE}\s)*\S+)$`, 'u');

/**
 * Returns the name of a person as `Moss, Ben, Jr.`: reference managers take a name without a comma for that of a body, as they should if
 * this is none of a person.
 */
function nameOf(text: string, language: string): string {
  const person = personNameOf(text);
  if (!person || (!person.inverted && SURNAME_FIRST.has(language))) return text;
  const { name, generation, inverted } = person;
  const parts = inverted ? name : name.replace(SURNAME, '$2, $1');
  return generation === undefined ? parts : `${parts}, ${generation}`;
}

const isWebPage = ({ type }: RisSource): boolean => type === 'html';

/** Returns `YYYY/MM/DD`, with what is unknown left empty, as RIS writes dates. */
function risDate(iso: string): string | undefined {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso);
  return parts ? `${parts[1]}/${parts[2] ?? ''}/${parts[3] ?? ''}` : undefined;
}
