/**
 * Records as ALVIS XML, the format of enriched documents that Combine exports: what was fetched, the text in sections, metadata, links
 * out, and the classes of the topic.
 */
import { oneLine } from '../../web/formats/plain-text.ts';
import { element, xmlText } from '../../web/formats/xml.ts';
import type { ExportedRecord } from './exported-record.ts';

export const alvisHead = `<?xml version="1.0" encoding="UTF-8"?>
<documentCollection version="1.1" xmlns="http://alvis.info/enriched/">
`;

export const alvisEnd = '</documentCollection>\n';

/** Writes a record on several lines: one for each paragraph of the text, and for each link. */
export function alvisRecord(record: ExportedRecord): string {
  const { id, text, links } = record;
  const sections = text.split(/\n+/).map((paragraph) => element('section', oneLine(paragraph)));
  return [
    `<documentRecord id="${xmlText(id)}">`,
    '<acquisition>',
    acquisitionData(record),
    '<canonicalDocument>',
    '<section>',
    ...sections,
    '</section>',
    '</canonicalDocument>',
    metaData(record),
    ...(links.length === 0 ? [] : ['<links>', '<outlinks>', ...links.map(outlink), '</outlinks>', '</links>']),
    analysis(record),
    '</acquisition>',
    '</documentRecord>',
    '',
  ]
    .filter((line, i, lines) => line !== '' || i === lines.length - 1)
    .join('\n');
}

function acquisitionData({ urls, fetchedAt, modified, about }: ExportedRecord): string {
  const parts = [
    element('modifiedDate', modified ?? undefined),
    element('expiryDate', about?.expires ?? undefined),
    element('checkedDate', fetchedAt),
    element('httpServer', about?.server ?? undefined),
    `<urls>${urls.map((url) => element('url', url)).join('')}</urls>`,
  ];
  return `<acquisitionData>${parts.join('')}</acquisitionData>`;
}

/** Title, type and language, and then what the page's own meta elements say. */
function metaData({ title, mimeType, language, metadata }: ExportedRecord): string {
  const own = Object.entries(metadata).flatMap(([name, contents]) => contents.map((content) => meta(name, content)));
  const known = [meta('title', title ?? ''), meta('dc:format', mimeType)];
  if (language !== 'und') known.push(meta('dc:language', language));
  return `<metaData>${[...known, ...own].join('')}</metaData>`;
}

const meta = (name: string, content: string): string =>
  oneLine(content) === '' ? '' : `<meta name="${xmlText(name)}">${xmlText(oneLine(content))}</meta>`;

const outlink = ({ url, anchor }: ExportedRecord['links'][number]): string =>
  `<link type="a">${element('anchorText', oneLine(anchor))}${element('location', url)}</link>`;

function analysis({ language, score, classes, about }: ExportedRecord): string {
  const properties = [property('language', language), property('country', about?.country), property('score', score)];
  const topics = classes.map((one) => `<topic absoluteScore="${one.score}">${element('class', one.class)}</topic>`);
  return `<analysis>${[...properties, ...topics].join('')}</analysis>`;
}

const property = (name: string, value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : `<property name="${name}">${xmlText(`${value}`)}</property>`;
