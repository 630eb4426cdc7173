/** Records as Dublin Core in XML, which repositories and library systems import. */
import { type CatalogueRecord, doiUrl, partOfJournal } from './catalogue-record.ts';
import { authorsOf } from './entry.ts';
import { subjectsOf } from './subjects.ts';
import { element } from './xml.ts';

/** Namespace of the 15 elements, which have the prefix `dc`. */
export const DC_NAMESPACE = 'http://purl.org/dc/elements/1.1/';

/** Namespace of the element around them that OAI-PMH defines. */
export const OAI_DC_NAMESPACE = 'http://www.openarchives.org/OAI/2.0/oai_dc/';

export const dublinCoreHead = `<?xml version="1.0" encoding="UTF-8"?>
<records xmlns:oai_dc="${OAI_DC_NAMESPACE}" xmlns:dc="${DC_NAMESPACE}">
`;

export const dublinCoreEnd = '</records>\n';

/** Writes a record as an element of one line. */
export const dublinCoreRecord = (record: CatalogueRecord): string =>
  `<oai_dc:dc>${dublinCoreElements(record)}</oai_dc:dc>\n`;

/** Writes the elements of a record. Values that are not known have no element. */
export function dublinCoreElements(record: CatalogueRecord): string {
  const { title, description, publisher, date, mimeType, language, urls, about, citation = {} } = record;
  const { doi, journal } = citation;
  const values: [name: string, value: string | null | undefined][] = [
    ['title', title],
    ...authorsOf(record).map((author): [string, string] => ['creator', author]),
    ...subjectsOf(record).map((subject): [string, string] => ['subject', subject]),
    ['description', description],
    ['publisher', publisher],
    ['date', date],
    ['type', 'Text'],
    ['format', mimeType],
    ...urls.map((url): [string, string] => ['identifier', url]),
    ['identifier', doi === undefined ? null : doiUrl(doi)],
    [
      'source',
      journal === undefined ? null : [journal, partOfJournal(citation)].filter((part) => part !== '').join(', '),
    ],
    ['language', language === 'und' ? null : language],
    ['rights', about?.licence],
  ];
  return values.map(([name, value]) => element(`dc:${name}`, value ?? undefined)).join('');
}
