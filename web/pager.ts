import { html } from 'hono/html';
import type { SearchAnswer } from '../shared/search/answer.ts';
import type { Html } from './layout.ts';
import { LIMITS, type Question, searchHref } from './search-request.ts';

/** Links to the pages around this one. Pages are counted from the start, also when `from` was typed in between two of them. */
export function pager(crawl: string | undefined, question: Question, { total, from, next }: SearchAnswer): Html | '' {
  const { size } = question;
  const last = Math.ceil(Math.min(total, LIMITS.depth) / size);
  const current = Math.floor(from / size) + 1;
  // What lies past the depth limit would only be refused.
  const forward = next !== null && next + size <= LIMITS.depth ? next : undefined;
  if (from === 0 && forward === undefined) return '';
  const href = (start: number) => searchHref(crawl, question, { from: start });
  const pages = numbers(current, last).map((page) =>
    page === current
      ? html`<li><span aria-current="page">${page}</span></li>`
      : html`<li><a href="${href((page - 1) * size)}" aria-label="Page ${page}">${page}</a></li>`,
  );
  return html`<nav class="pager" aria-label="Pages of results">
${from > 0 ? html`<a rel="prev" href="${href(Math.max(0, from - size))}">Previous</a>` : ''}
<ol>${pages}</ol>
${forward === undefined ? '' : html`<a rel="next" href="${href(forward)}">Next</a>`}
</nav>`;
}

/** Up to seven pages with the current one in their middle where there is room. */
function numbers(current: number, last: number): number[] {
  const first = Math.max(1, Math.min(current - 3, last - 6));
  const count = Math.min(7, Math.max(last, current) - first + 1);
  return Array.from({ length: count }, (_, i) => first + i);
}
