import { html } from 'hono/html';
import { SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import type { Problem } from '../api/problem.ts';
import { EMPTY_QUERY, type SearchQuery } from '../api/search-query.ts';
import { type Html, layout, type SiteContext } from './layout.ts';
import { SEARCH_FORM_ID } from './query-link.ts';
import { searchForm } from './search-form.ts';

/** A page for people about a problem, with a search box; after an invalid query the box keeps its input. */
export function problemPage(site: SiteContext, problem: Problem, query?: SearchQuery): Html {
  const { t, rich, message } = site.locale;
  const title = message(problem.title);
  const faults = problem.errors?.map(({ parameter, detail }) => {
    const name = html`<strong>${labelOf(site, parameter)}</strong>`;
    return html`<li>${rich('text.pair', { name, value: message(detail) })}</li>`;
  });
  const body = html`<section class="problem"><h1>${title}</h1>
${faults ? html`<ul>${faults}</ul>` : html`<p>${message(problem.detail)}</p>`}</section>
${site.crawl === undefined ? html`<p><a href="/">${t('problem.start')}</a></p>` : searchForm(site, query ?? EMPTY_QUERY)}`;
  const { reloads, retryAfterS } = problem;
  const head = !reloads ? html`` : html`<meta http-equiv="refresh" content="${retryAfterS}">`;
  return layout(site, {
    title,
    head,
    body,
    kind: 'results',
    ...(site.crawl !== undefined && { form: SEARCH_FORM_ID }),
  });
}

function labelOf({ locale: { t } }: SiteContext, parameter: string): string {
  if (parameter === 'q') return t('filter.q');
  const known = SEARCH_FILTERS.find((filter) => filter.parameter === parameter || filter.name === parameter);
  return known ? t(`filter.${known.name}`) : parameter;
}
