/** Records as RIS, which reference managers import. */
import { documentTypeOf } from '../../shared/clean/document-type.ts';
import { type RisSource, risReference } from '../../web/formats/ris.ts';
import { subjectsOf } from '../../web/formats/subjects.ts';
import type { ExportedRecord } from './exported-record.ts';

/** Writes a record as one reference and an empty line. Its abstract is that of the paper, or the description of the page. */
export function risRecord(record: ExportedRecord): string {
  const { url, title, mimeType, description, paper, publisher, about, citation } = record;
  const known: RisSource['about'] = { ...citation };
  if (about?.site) known['site'] = about.site;
  if (publisher) known['publisher'] = publisher;
  const reference = risReference({
    ...record,
    title: title ?? url,
    type: documentTypeOf(mimeType),
    about: known,
    abstract: paper?.abstract ?? description,
    keywords: subjectsOf(record),
  });
  return `${reference}\r\n`;
}
