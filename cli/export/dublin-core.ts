/** Records as Dublin Core in XML (the elements of `oai_dc`), which repositories and library systems import. */
import { authorsOf } from '../../web/formats/entry.ts';
import { element } from '../../web/formats/xml.ts';
import type { ExportedRecord } from './exported-record.ts';
import { subjectsOf } from './subjects.ts';

export const dublinCoreHead = `<?xml version="1.0" encoding="UTF-8"?>
<records xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
`;

export const dublinCoreEnd = '</records>\n';

/** Writes a record as an element of one line. Values that are not known have no element. */
export function dublinCoreRecord(record: ExportedRecord): string {
  const { title, description, publisher, date, mimeType, language, urls, about } = record;
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
    ['language', language === 'und' ? null : language],
    ['rights', about?.licence],
  ];
  return `<oai_dc:dc>${values.map(([name, value]) => element(`dc:${name}`, value ?? undefined)).join('')}</oai_dc:dc>\n`;
}
