import { html } from 'hono/html';
import type { SearchAnswer } from '../../shared/search/answer.ts';
import { LIMITS, type SearchQuery, searchHref } from '../api/search-query.ts';
import type { Html, SiteContext } from './layout.ts';

/** Formats for spreadsheets and reference managers. */
const FILES = { csv: 'CSV', ris: 'RIS', bibtex: 'BibTeX' } as const;

/** Maximum length of each URL, in UTF-16 units: they must not make the page of a long query large. */
const MAX_URL = 200;

/**
 * Links to the hits as files, and to the feed of the query. Empty if the query is too long.
 *
 * @param feed URL of the feed
 */
export function resultFiles(site: SiteContext, query: SearchQuery, { total }: SearchAnswer, feed: string): Html | '' {
  const { t, count } = site.locale;
  const hrefOf = (format: string) => searchHref(site.crawl, { ...query, from: 0, size: LIMITS.size }, { format });
  if (hrefOf('csv').length > MAX_URL || feed.length > MAX_URL) return '';
  const label = total > LIMITS.size ? t('results.firstAs', { count: count(LIMITS.size) }) : t('results.allAs');
  const links = Object.entries(FILES).map(([format, name]) => html`<li><a href="${hrefOf(format)}">${name}</a></li>`);
  return html`<ul class="files"><li>${label}</li>${links}<li><a href="${feed}">${t('results.follow')}</a></li></ul>`;
}
