import { html } from 'hono/html';
import { FACETS, type Facet, type FacetName, readingOrder } from '../../shared/index/facets.ts';
import type { FetchTimes } from '../../shared/ports/search-index.ts';
import { EMPTY_QUERY, searchHref } from '../api/search-query.ts';
import { browseHref } from './browse-href.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { otherCrawls } from './other-crawls.ts';
import { timeChart } from './time-chart.ts';
import { valueLabel } from './value-label.ts';

/** What a crawl has collected. */
export type Collection = {
  records: number;
  /** Values with their numbers of records, most frequent first, at most `MAX_VALUES` of each facet. */
  facets: Readonly<Record<string, readonly FacetValue[]>>;
  /** When the records were fetched. Absent: there are none, or it is unknown. */
  times?: FetchTimes | undefined;
};

type FacetValue = { value: string; count: number };

/** Maximum number of values of a facet that are counted. */
export const MAX_VALUES = 1_000;

/** Values of a facet on the page. */
const SHOWN_VALUES = 12;

/** Facets whose number of values is a figure of its own. */
const COUNTED = ['host', 'language', 'type'] as const satisfies readonly FacetName[];

type Figure = [label: string, value: Html | string];

/** Page about the collection: how much, from where, of which kinds and years, and how fresh it is. */
export function collectionPage(site: SiteContext, collection: Collection): Html {
  const { t } = site.locale;
  const { records, times } = collection;
  const lists = FACETS.map((facet) => valueList(site, facet, collection));
  const body = html`<h1>${t('collection.title')}</h1>
${otherCrawls(site, '/collection')}
${figures(site, collection)}
${times ? timeChart(site.locale, times) : ''}
${records === 0 ? html`<p>${t('home.empty')}</p>` : html`<div class="branches">${lists}</div>`}`;
  const title = t('collection.of', { crawl: site.crawl ?? '' });
  return layout(site, { title, body, kind: 'collection' });
}

function figures({ locale }: SiteContext, { records, facets, times }: Collection): Html {
  const { t, count, day } = locale;
  const date = (at: number) => {
    const iso = new Date(at).toISOString();
    return html`<time datetime="${iso}">${day(iso)}</time>`;
  };
  const dates: Figure[] = times
    ? [
        [t('collection.first'), date(times.first)],
        [t('collection.last'), date(times.last)],
      ]
    : [];
  const counted = COUNTED.map((name): Figure => [t(`collection.${name}`), valuesOf(locale, facets[name])]);
  const rows: Figure[] = [[t('figure.records'), count(records)], ...counted, ...dates];
  return html`<dl class="figures">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Returns how many values a facet has. */
function valuesOf({ t, count }: SiteContext['locale'], values: readonly FacetValue[] = []): string {
  const n = count(values.length);
  return values.length < MAX_VALUES ? n : t('collection.atLeast', { n });
}

function valueList(site: SiteContext, facet: Facet & { name: FacetName }, { records, facets }: Collection): Html | '' {
  const { t, count, plural } = site.locale;
  const all = facets[facet.name] ?? [];
  if (all.length === 0) return '';
  const shown = readingOrder(facet.name, all.slice(0, SHOWN_VALUES));
  const items = shown.map(({ value, count: n }) => {
    const href = searchHref(namedCrawl(site), { ...EMPTY_QUERY, ...facet.filtersOf(value) });
    return html`<li><a href="${href}">${valueLabel(site.locale, facet.name, value)}</a> <span>${count(n)}</span></li>`;
  });
  const left = all.length - shown.length;
  const more = all.length < MAX_VALUES ? plural('collection.more', left) : t('collection.manyMore');
  return html`<section><h2>${t(`facet.${facet.name}`)}</h2><ul>${items}${facet.name === 'year' ? undated(site, records, all) : ''}</ul>
${left > 0 ? html`<p class="small">${more}</p>` : ''}
${facet.name === 'class' ? html`<p><a href="${browseHref(site)}">${t('refine.browse')}</a></p>` : ''}</section>`;
}

/** The records without a date: each other one has one year. */
function undated({ locale }: SiteContext, records: number, years: readonly FacetValue[]): Html | '' {
  const n = records - years.reduce((sum, one) => sum + one.count, 0);
  return n <= 0 ? '' : html`<li>${locale.t('collection.undated')} <span>${locale.count(n)}</span></li>`;
}
