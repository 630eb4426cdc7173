/**
 * Records as MARC 21 in XML (MARCXML), which library catalogues import. The fields are those of the crosswalk from Dublin Core of the
 * Library of Congress: names stand in 720, because a page does not tell which part of a name is the surname.
 */
import { type CatalogueRecord, partOfJournal } from './catalogue-record.ts';
import { authorsOf } from './entry.ts';
import { marcLanguage } from './marc-language.ts';
import { oneLine } from './plain-text.ts';
import { subjectsOf } from './subjects.ts';
import { xmlText } from './xml.ts';

/** XML namespace of MARC 21. */
export const MARC_NAMESPACE = 'http://www.loc.gov/MARC21/slim';

export const marcHead = `<?xml version="1.0" encoding="UTF-8"?>
<collection xmlns="${MARC_NAMESPACE}">
`;

export const marcEnd = '</collection>\n';

/** A new record (n) of text (a), in Unicode (a), of unknown level and form (u). Programs fill in the lengths. @param level `m`, `i`, or `b` for an article of a journal */
const leader = (level: string): string => `00000na${level} a2200000uu 4500`;
/** An electronic resource (c) that is read through a network (r). */
const PHYSICAL_DESCRIPTION = 'cr';

/** Writes a record as an element of one line. */
export const marcRecord = (record: CatalogueRecord): string => `<record>${marcFields(record)}</record>\n`;

/** Writes the leader and the fields of a record. Unknown values have no field. */
export function marcFields(record: CatalogueRecord): string {
  const {
    id,
    url,
    urls,
    title,
    description,
    publisher,
    date,
    mimeType,
    language,
    about,
    fetchedAt,
    citation = {},
  } = record;
  const year = /^\d{4}/.exec(date ?? '')?.[0];
  const { doi, journal, issn, isbn } = citation;
  // A page without a date is updated in place (i). A single date of publication (s) is that of a publication that is complete (m).
  const level = journal !== undefined ? 'b' : year === undefined && mimeType === 'text/html' ? 'i' : 'm';
  const fields = [
    controlField('001', id),
    controlField('005', `${digitsOf(fetchedAt).slice(0, 'YYYYMMDDhhmmss'.length)}.0`),
    controlField('007', PHYSICAL_DESCRIPTION),
    controlField('008', fixedData(fetchedAt, year, marcLanguage(language))),
    dataField('020', '  ', ['a', isbn]),
    dataField('024', '7 ', ['a', doi], ['2', 'doi']),
    languageField(language),
    dataField('245', '00', ['a', title ?? url]),
    dataField('260', '  ', ['b', publisher], ['c', date?.slice(0, 'YYYY-MM-DD'.length)]),
    dataField('520', '  ', ['a', description]),
    dataField('540', '  ', ['a', about?.licence]),
    ...subjectsOf(record).map((subject) => dataField('653', '  ', ['a', subject])),
    ...authorsOf(record).map((author) => dataField('720', '  ', ['a', author], ['e', 'author'])),
    dataField('773', '0 ', ['t', journal], ['g', journal && partOfJournal(citation)], ['x', journal && issn]),
    ...urls.map((one) => dataField('856', '40', ['u', one], ['q', mimeType])),
  ];
  return `<leader>${leader(level)}</leader>${fields.join('')}`;
}

const controlField = (tag: string, text: string): string =>
  `<controlfield tag="${tag}">${xmlText(text)}</controlfield>`;

/** Returns the field with the code of MARC, or with that of ISO 639-3 if the language has no code of two letters, or '' if it is unknown. */
function languageField(language: string): string {
  const code = marcLanguage(language);
  if (code !== undefined) return dataField('041', '  ', ['a', code]);
  return /^(?!und)[a-z]{3}$/.test(language) ? dataField('041', ' 7', ['a', language], ['2', 'iso639-3']) : '';
}

/**
 * Maximum length of a text, in UTF-16 units. In ISO 2709, to which programs convert MARCXML, a field has at most 9,999 bytes, and a unit has
 * up to three in UTF-8.
 */
const MAX_TEXT = 3_000;

/** Cuts a text that is too long. A cut URL would lead nowhere. */
const cut = (text: string, code: string): string =>
  text.length <= MAX_TEXT || code === 'u' ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`;

/** Returns an empty text if the first subfields have no text: the others only describe them. */
function dataField(
  tag: string,
  indicators: string,
  ...subfields: [code: string, text: string | null | undefined][]
): string {
  const written = subfields.map(([code, text]): [string, string] => [code, cut(oneLine(text ?? ''), code)]);
  if (written.every(([code, text]) => text === '' || DESCRIBES.has(code))) return '';
  const elements = written.map(([code, text]) =>
    text === '' ? '' : `<subfield code="${code}">${xmlText(text)}</subfield>`,
  );
  return `<datafield tag="${tag}" ind1="${indicators[0]}" ind2="${indicators[1]}">${elements.join('')}</datafield>`;
}

/** Subfields that say something about another one: the role of a name, the type of a file, the source of a code. */
const DESCRIBES = new Set(['e', 'q', '2']);

/**
 * Returns field 008: the day of the record, the year of publication (s) or that it is unknown (n), the country (unknown), and no attempt to code the
 * material and form; the language; made by other than a library (d).
 */
function fixedData(fetchedAt: string, year: string | undefined, language = '|||'): string {
  const dates = year === undefined ? 'nuuuuuuuu' : `s${year}    `;
  return `${digitsOf(fetchedAt).slice(2, 8)}${dates}xx ${'|'.repeat(17)}${language} d`;
}

const digitsOf = (iso: string): string => iso.replace(/\D/g, '');
