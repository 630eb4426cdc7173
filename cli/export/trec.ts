/**
 * TREC text, as Indri and similar engines index it (class `trectext`): one tagged document per record, with the fields
 * of a news data set. Markup characters in texts are escaped.
 */
import type { FieldValue } from '../../shared/clean/document-fields.ts';
import type { ExportedRecord } from './exported-record.ts';

export function trecDocument(record: ExportedRecord, crawl: string): string {
  const { id, title, headings, language, date, url, text, classes, fields = {} } = record;
  const firstValue = (name: string) => lineOf(fields[name]?.[0]);
  const listedTitle = firstValue('listedTitle');
  const rows: [tag: string, value: string][] = [
    ['DOCNO', `${crawl}-${id.slice(0, 16)}`],
    ['LANGUAGE', language],
    ['TITLE', listedTitle || (title ?? '')],
    ['HEADLINE', firstValue('headline') || (headings[0] ?? title ?? '')],
    ['DATE', (firstValue('published') || (date ?? '')).slice(0, 'YYYY-MM-DD'.length)],
    ['CATEGORY', firstValue('category') || (classes[0]?.class ?? '')],
    ['SOURCE', firstValue('source')],
    ['ENTITY', firstValue('entity')],
    ['SUMMARY', firstValue('summary')],
    ['URL', url],
  ];
  const written = rows.map(([tag, value]) => `<${tag}>${escapeMarkup(value.replace(/\s+/g, ' ').trim())}</${tag}>`);
  return `<DOC>\n${written.join('\n')}\n<TEXT>\n${escapeMarkup(text)}\n</TEXT>\n</DOC>\n`;
}

function lineOf(value: FieldValue | undefined): string {
  return value === undefined ? '' : typeof value === 'object' ? value.text : `${value}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Control characters, except tabs and line feeds, and characters that change the direction of text. No reader of such files expects them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
const UNEXPECTED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/g;

/** NEL ends a line and may be all that separates two words. */
const NEXT_LINE = '\x85';

function escapeMarkup(text: string): string {
  return text
    .replace(UNEXPECTED, (sign) => (sign === NEXT_LINE ? ' ' : ''))
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] as string);
}
