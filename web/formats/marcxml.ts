/**
 * Records as MARC 21 in XML (MARCXML), which library catalogues import. The fields are those of the crosswalk from Dublin Core of the
 * Library of Congress: names stand in 720, because a page does not tell which part of a name is the surname.
 */
import type { CatalogueRecord } from './catalogue-record.ts';
import { authorsOf } from './entry.ts';
import { oneLine } from './plain-text.ts';
import { subjectsOf } from './subjects.ts';
import { xmlText } from './xml.ts';

export const MARC_NAMESPACE = 'http://www.loc.gov/MARC21/slim';

export const marcHead = `<?xml version="1.0" encoding="UTF-8"?>
<collection xmlns="${MARC_NAMESPACE}">
`;

export const marcEnd = '</collection>\n';

/** A new record (n) of text (a) that is updated in place (i), in Unicode (a), of unknown level and form (u). Programs fill in the lengths. */
const LEADER = '00000nai a2200000uu 4500';
/** An electronic resource (c) that is read through a network (r). */
const PHYSICAL_DESCRIPTION = 'cr';

/** Writes a record as an element of one line. */
export const marcRecord = (record: CatalogueRecord): string => `<record>${marcFields(record)}</record>\n`;

/** Writes the leader and the fields of a record. What is not known has no field. */
export function marcFields(record: CatalogueRecord): string {
  const { id, url, urls, title, description, publisher, date, mimeType, language, about, fetchedAt } = record;
  const fields = [
    controlField('001', id),
    controlField('005', `${digitsOf(fetchedAt).slice(0, 'YYYYMMDDhhmmss'.length)}.0`),
    controlField('007', PHYSICAL_DESCRIPTION),
    controlField('008', fixedData(fetchedAt, date)),
    language === 'und' ? '' : dataField('041', ' 7', ['a', language], ['2', 'iso639-1']),
    dataField('245', '00', ['a', title ?? url]),
    dataField('260', '  ', ['b', publisher], ['c', date]),
    dataField('520', '  ', ['a', description]),
    dataField('540', '  ', ['a', about?.licence]),
    ...subjectsOf(record).map((subject) => dataField('653', '  ', ['a', subject])),
    ...authorsOf(record).map((author) => dataField('720', '  ', ['a', author], ['e', 'author'])),
    ...urls.map((one) => dataField('856', '40', ['u', one], ['q', mimeType])),
  ];
  return `<leader>${LEADER}</leader>${fields.join('')}`;
}

const controlField = (tag: string, text: string): string =>
  `<controlfield tag="${tag}">${xmlText(text)}</controlfield>`;

/** Returns an empty text if the first subfields have no text: the others only describe them. */
function dataField(
  tag: string,
  indicators: string,
  ...subfields: [code: string, text: string | null | undefined][]
): string {
  const written = subfields.map(([code, text]): [string, string] => [code, oneLine(text ?? '')]);
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
 * material, language (041 has it) and form; made by other than a library (d).
 */
function fixedData(fetchedAt: string, date: string | null): string {
  const year = /^\d{4}/.exec(date ?? '')?.[0];
  return `${digitsOf(fetchedAt).slice(2, 8)}${year === undefined ? 'nuuuuuuuu' : `s${year}    `}xx ${'|'.repeat(20)} d`;
}

const digitsOf = (iso: string): string => iso.replace(/\D/g, '');
