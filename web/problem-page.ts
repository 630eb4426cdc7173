import { html } from 'hono/html';
import { type Html, layout, type Place } from './layout.ts';
import type { Problem } from './problem.ts';
import { searchForm } from './search-page.ts';
import { FILTERS, LIMITS, type Question } from './search-request.ts';

/** What went wrong, in words, with a way on: the search box, filled as it was where a question was at fault. */
export function problemPage(place: Place, problem: Problem, question?: Question): Html {
  const faults = problem.errors?.map(
    ({ parameter, detail }) => html`<li><strong>${labelOf(parameter)}</strong> ${detail}</li>`,
  );
  const body = html`<section class="problem"><h1>${problem.title}</h1>
${faults ? html`<ul>${faults}</ul>` : html`<p>${problem.detail}</p>`}</section>
${place.crawl === undefined ? html`<p><a href="/">To the start</a></p>` : searchForm(place, question ?? { q: '', from: 0, size: LIMITS.defaultSize })}`;
  const again = problem.retryAfterS;
  const head = again === undefined ? html`` : html`<meta http-equiv="refresh" content="${again}">`;
  return layout(place, { title: `${problem.title} – Thresher`, head, body, kind: 'results' });
}

function labelOf(parameter: string): string {
  if (parameter === 'q') return 'Question:';
  return `${FILTERS.find((filter) => filter.parameter === parameter)?.label ?? parameter}:`;
}
