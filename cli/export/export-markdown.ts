import { stringify } from 'yaml';
import { documentFileName } from '../../shared/clean/file-name.ts';
import { escapeLineStart, escapeText } from '../../shared/clean/markdown/escape.ts';
import { printableText } from '../../web/formats/plain-text.ts';
import type { ExportFolder } from './export-folder.ts';
import type { ExportedRecord } from './exported-record.ts';
import { type OnSkipped, type RecordSource, recordsToExport } from './records-to-export.ts';

/** Writes each record of a crawl as a Markdown file with its metadata as YAML before the text. */
export async function exportMarkdown(
  crawl: string,
  stores: RecordSource,
  folder: ExportFolder,
  onSkipped: OnSkipped,
): Promise<void> {
  for await (const { exported } of recordsToExport(crawl, stores, onSkipped)) {
    const { url, fetchedAt, id } = exported;
    const name = documentFileName({ url, fetchedAt, mimeType: 'text/markdown', id });
    await folder.write(name, markdownFile(exported));
  }
}

/** Returns front matter and text. A crawl without `clean.markdown` stores plain text, which is escaped. */
export function markdownFile(record: ExportedRecord): string {
  return `---\n${frontMatter(record)}---\n\n${printableText(record.markdown ?? escapeParagraphs(record.text)).trim()}\n`;
}

function frontMatter(record: ExportedRecord): string {
  const { id, url, urls, title, author, date, modified, language, genre, description, keywords } = record;
  const { mimeType, verdict, score, classes, fetchedAt, about, fields, group } = record;
  const values = {
    title,
    url,
    urls: urls.length > 1 ? urls : [],
    author,
    date,
    modified,
    language,
    genre,
    description,
    keywords,
    licence: about?.licence,
    reserved: unlessEmpty(about?.reserved),
    fields: unlessEmpty(fields),
    type: mimeType,
    verdict,
    score,
    classes: classes.map((one) => one.class),
    fetched: fetchedAt,
    id,
    group,
  };
  const known = Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    return [[name, typeof value === 'string' ? printableText(value) : value]];
  });
  // Unwrapped strings: many readers of front matter know only values on one line.
  return stringify(Object.fromEntries(known), { lineWidth: 0 });
}

const unlessEmpty = (values: object = {}): object | null => (Object.keys(values).length > 0 ? values : null);

const escapeParagraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => escapeLineStart(escapeText(line, { isBeforeSpace: true })))
    .join('\n');
