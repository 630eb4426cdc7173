import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { catalogueRecord } from '../../web/formats/catalogue-record.ts';
import { oneLine } from '../../web/formats/plain-text.ts';
import { element } from '../../web/formats/xml.ts';
import { gilsElements } from '../export/gils.ts';

/**
 * Writes a record of the index as Zebra indexes it: a GILS record with headings and text, unless the publisher withholds them
 * (`nosnippet`). Zebra returns them to clients that ask for whole records in GRS-1 (`configuration.ts`).
 */
export function zebraRecord(record: SearchRecord, crawl: string): string {
  const { about, fields, headings, text, directives } = record;
  const catalogued = catalogueRecord(record);
  const gils = gilsElements(
    {
      ...catalogued,
      about: { licence: about?.['licence'] ?? null, site: about?.['site'] ?? null },
      ...(fields && { fields }),
    },
    crawl,
  );
  const searched = directives?.includes('nosnippet')
    ? []
    : [...headings.map((heading) => element('headings', oneLine(heading))), element('text', text)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gils>${gils}${searched.join('')}</gils>\n`;
}

/** Writes the record that deletes another one. */
export const deletedRecord = (id: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gils>${element('controlIdentifier', id)}</gils>\n`;
