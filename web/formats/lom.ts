/** Records as Learning Object Metadata (IEEE 1484.12.1) in the XML of IEEE 1484.12.3. */
import type { CatalogueRecord } from './catalogue-record.ts';
import { authorsOf } from './entry.ts';
import { subjectsOf } from './subjects.ts';
import { element, elementOf, xmlText } from './xml.ts';

const LOM_NAMESPACE = 'http://ltsc.ieee.org/xsd/LOM';

/** Writes a record as one element. Values that are not known have no element. */
export function lomRecord(record: CatalogueRecord): string {
  const language = record.language === 'und' ? undefined : record.language;
  const parts = [
    elementOf('general', [
      elementOf('identifier', [element('catalog', 'thresher'), element('entry', record.id)]),
      elementOf('title', [langString(record.title, language)]),
      element('language', language),
      elementOf('description', [langString(record.description, language)]),
      ...subjectsOf(record).map((subject) => elementOf('keyword', [langString(subject, undefined)])),
    ]),
    elementOf('lifeCycle', lifeCycle(record)),
    elementOf('metaMetadata', [
      contribution('creator', undefined, record.fetchedAt),
      element('metadataSchema', 'LOMv1.0'),
    ]),
    elementOf('technical', [element('format', record.mimeType), ...record.urls.map((url) => element('location', url))]),
    elementOf('rights', [elementOf('description', [langString(record.about?.licence, undefined)])]),
  ];
  return `<lom xmlns="${LOM_NAMESPACE}">${parts.join('')}</lom>`;
}

function lifeCycle(record: CatalogueRecord): string[] {
  const { publisher, date } = record;
  const [first, ...others] = authorsOf(record);
  const dated = date ?? undefined;
  return [
    first === undefined ? '' : contribution('author', first, dated),
    ...others.map((author) => contribution('author', author, undefined)),
    publisher ? contribution('publisher', publisher, first === undefined ? dated : undefined) : '',
    first === undefined && !publisher && dated !== undefined ? contribution('publisher', undefined, dated) : '',
  ];
}

/** @param name of a person or an organisation, which LOM has as a vCard @param date ISO 8601 */
const contribution = (role: string, name: string | undefined, date: string | undefined): string =>
  elementOf('contribute', [
    elementOf('role', [element('source', 'LOMv1.0'), element('value', role)]),
    name === undefined ? '' : element('entity', vCard(name)),
    elementOf('date', [element('dateTime', date)]),
  ]);

/** Backslashes, commas and semicolons are special in a vCard (RFC 6350), and a line break would end the line. */
const vCard = (name: string): string => {
  const escaped = name.replaceAll(/\s+/g, ' ').replaceAll(/[\\,;]/g, '\\$&');
  return `BEGIN:VCARD\nVERSION:3.0\nN:${escaped};;;;\nFN:${escaped}\nEND:VCARD`;
};

function langString(text: string | null | undefined, language: string | undefined): string {
  if (!text) return '';
  const attribute = language === undefined ? '' : ` language="${xmlText(language)}"`;
  return `<string${attribute}>${xmlText(text)}</string>`;
}
