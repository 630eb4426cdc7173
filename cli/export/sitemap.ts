/** Records as a sitemap (sitemaps.org), which other crawlers read as seeds. */
import { element } from '../../web/formats/xml.ts';
import type { ExportedRecord } from './exported-record.ts';

export const sitemapHead = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`;

export const sitemapEnd = '</urlset>\n';

/** Writes the URL that hits show. `lastmod` is the day that the page gives; it is left out if the page gives none, or only a month. */
export function sitemapRecord({ url, modified, date }: ExportedRecord): string {
  const day = DAY.exec(modified ?? date ?? '')?.[0];
  return `<url>${element('loc', url)}${element('lastmod', day)}</url>\n`;
}

/** The schema of sitemaps has neither months nor times without a zone. */
const DAY = /^\d{4}-\d\d-\d\d/;
