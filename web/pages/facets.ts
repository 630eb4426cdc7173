import { html } from 'hono/html';
import { FACETS, type Facet, type FacetName, readingOrder } from '../../shared/index/facets.ts';
import type { SearchAnswer } from '../../shared/search/answer.ts';
import type { SearchQuery } from '../api/search-query.ts';
import { browseHref } from './browse-href.ts';
import type { Html, SiteContext } from './layout.ts';
import { isRepeated, queryLink } from './query-link.ts';
import { sortLinks } from './sort-links.ts';
import { valueLabel } from './value-label.ts';

/** Values of each facet on the page, and on that of a long query, whose own text takes up to 6 KB. */
export const PAGE_FACET_VALUES = 8;
const LONG_QUERY_FACET_VALUES = 4;

/** Id of the list in the drawer, which the link above the hits leads to on phones. A browser opens the drawer for it. */
export const REFINE_ID = 'refine';

/** Other orders of the hits, and the facets as links or buttons that narrow the query. A drawer on narrow screens, always open on wide ones. */
export function refineDrawer(site: SiteContext, query: SearchQuery, answer: SearchAnswer): Html {
  const maxValues = isRepeated(site, query) ? PAGE_FACET_VALUES : LONG_QUERY_FACET_VALUES;
  const lists = FACETS.flatMap((facet) => {
    const values = readingOrder(facet.name, (answer.facets[facet.name] ?? []).slice(0, maxValues));
    // A single value of all hits narrows nothing.
    const narrows = values.some((one) => one.count < answer.total);
    return narrows ? [facetList(site, query, facet, values)] : [];
  });
  return html`<details class="refine"><summary>${site.locale.t('refine.title')}</summary><nav id="${REFINE_ID}" aria-label="${site.locale.t('refine.title')}">${sortLinks(site, query, isOneHost(answer))}${lists}</nav></details>`;
}

/** Returns whether the facets say that all hits, also those on other pages, are of one host. */
export const isOneHost = ({ facets }: Pick<SearchAnswer, 'facets'>): boolean => facets.host?.length === 1;

function facetList(
  site: SiteContext,
  query: SearchQuery,
  facet: Facet & { name: FacetName },
  values: { value: string; count: number }[],
) {
  const items = values.map(({ value, count: n }) => {
    const filters = facet.filtersOf(value);
    const label = valueLabel(site.locale, facet.name, value);
    const isActive = Object.entries(filters).every(([name, one]) => query[name as keyof typeof filters] === one);
    const narrowed = { ...query, ...filters, from: 0 };
    return html`<li>${isActive ? html`<strong>${label}</strong>` : queryLink(site, query, narrowed, label)} <span>${site.locale.count(n)}</span></li>`;
  });
  const more =
    facet.name === 'class' ? html`<li><a href="${browseHref(site)}">${site.locale.t('refine.browse')}</a></li>` : '';
  return html`<h2>${site.locale.t(`facet.${facet.name}`)}</h2><ul>${items}${more}</ul>`;
}
