import { html } from 'hono/html';
import type { Sort } from '../../shared/search/sort.ts';
import type { SearchQuery } from '../api/search-query.ts';
import type { Html, SiteContext } from './layout.ts';
import { queryLink } from './query-link.ts';

/** Links to the other orders of the hits, and to one hit per site or all. @param isOneHost all hits are of one site, so one per site is not offered */
export function sortLinks(site: SiteContext, query: SearchQuery, isOneHost: boolean): Html {
  const { sort = 'relevance', collapse, ...rest } = query;
  const { t } = site.locale;
  // Without words there is nothing to rank by: pages are in the order of their fetches.
  const offered: Sort[] = query.q === '' ? ['-fetched', '-date', 'date'] : ['relevance', '-date', 'date', '-fetched'];
  const current = query.q === '' && sort === 'relevance' ? '-fetched' : sort;
  const orders = offered.map((one) => {
    if (one === current) return html`<li><strong>${t(`sort.${one}`)}</strong></li>`;
    const isDefault = one === offered[0];
    const change = { from: 0, ...(!isDefault && { sort: one }), ...(collapse && { collapse }) };
    return html`<li>${queryLink(site, query, { ...rest, ...change }, t(`sort.${one}`))}</li>`;
  });
  const { collapse: _, ...expanded } = query;
  const other = { ...expanded, from: 0, ...(!collapse && { collapse: 'host' as const }) };
  const perSite = queryLink(site, query, other, t(collapse ? 'sort.expand' : 'sort.collapse'));
  return html`<h2>${t('refine.order')}</h2><ul>${orders}${isOneHost && !collapse ? '' : html`<li>${perSite}</li>`}</ul>`;
}
