import { html } from 'hono/html';
import { SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import type { Problem } from '../api/problem.ts';
import { EMPTY_QUERY, type SearchQuery } from '../api/search-query.ts';
import { type Html, layout, type SiteContext } from './layout.ts';
import { searchForm } from './search-form.ts';

/** A page for people about a problem, with a search box; after an invalid query the box keeps its input. */
export function problemPage(site: SiteContext, problem: Problem, query?: SearchQuery): Html {
  const faults = problem.errors?.map(
    ({ parameter, detail }) => html`<li><strong>${labelOf(parameter)}</strong> ${detail}</li>`,
  );
  const body = html`<section class="problem"><h1>${problem.title}</h1>
${faults ? html`<ul>${faults}</ul>` : html`<p>${problem.detail}</p>`}</section>
${site.crawl === undefined ? html`<p><a href="/">Start page</a></p>` : searchForm(site, query ?? EMPTY_QUERY)}`;
  const { retryAfterS } = problem;
  const head = retryAfterS === undefined ? html`` : html`<meta http-equiv="refresh" content="${retryAfterS}">`;
  return layout(site, { title: `${problem.title} – Thresher`, head, body, kind: 'results' });
}

function labelOf(parameter: string): string {
  if (parameter === 'q') return 'Query:';
  return `${SEARCH_FILTERS.find((filter) => filter.parameter === parameter || filter.name === parameter)?.form.label ?? parameter}:`;
}
