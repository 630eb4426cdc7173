import { authorsOf, classesOf, type Entry, type Listing } from './entry.ts';
import { oneLine } from './plain-text.ts';

/** Maximum length of a value, in UTF-16 units: reference managers read a tag as one line. */
const MAX_VALUE_LENGTH = 5_000;

/**
 * Writes entries as RIS, which reference managers import. `DA` is the date of publication, `Y2` the day of the fetch, `UR` the
 * original page, `L2` the cached copy, and `ID` the record.
 */
export const ris = ({ entries }: Pick<Listing, 'entries'>): string => entries.map(reference).join('\r\n');

function reference(entry: Entry): string {
  const { title, url, date, language, about, snippet, id, fetchedAt, record, cached } = entry;
  const tags: [tag: string, value: string | undefined][] = [
    ['TI', title],
    ...authorsOf(entry).map((author): [string, string] => ['AU', author]),
    ['PY', date?.slice(0, 4)],
    ['DA', date === null ? undefined : risDate(date)],
    ['T2', about?.['site']],
    ['PB', about?.['publisher']],
    ['AB', snippet],
    ...classesOf(entry).map((name): [string, string] => ['KW', name]),
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
  return [`TY  - ${isWebPage(entry) ? 'ELEC' : 'GEN'}`, ...lines, 'ER  - ', ''].join('\r\n');
}

const isWebPage = ({ type }: Entry): boolean => type === 'html';

/** Returns `YYYY/MM/DD`, with what is unknown left empty, as RIS writes dates. */
function risDate(iso: string): string | undefined {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso);
  return parts ? `${parts[1]}/${parts[2] ?? ''}/${parts[3] ?? ''}` : undefined;
}
