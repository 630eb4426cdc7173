/** Records as a sitemap (sitemaps.org), which other crawlers read as seeds. */
import { element } from '../../web/formats/xml.ts';
import type { ExportedRecord } from './exported-record.ts';

export const sitemapHead = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`;

export const sitemapEnd = '</urlset>\n';

/** Writes the URL that hits show. `lastmod` is what the page says; it is left out if the page says nothing. */
export function sitemapRecord({ url, modified, date }: ExportedRecord): string {
  const changed = modified ?? date;
  return `<url>${element('loc', url)}${element('lastmod', changed ?? undefined)}</url>\n`;
}
