import { html } from 'hono/html';
import type { SearchAnswer } from '../../shared/search/answer.ts';
import { LIMITS, type SearchQuery } from '../api/search-query.ts';
import type { Html, SiteContext } from './layout.ts';
import { queryLink } from './query-link.ts';

/** Links to the neighbouring pages of results. Page numbers count from the first hit, even if `from` is not on a page boundary. */
export function pager(site: SiteContext, query: SearchQuery, { total, from, next }: SearchAnswer): Html | '' {
  const { t } = site.locale;
  const { size } = query;
  const current = Math.floor(from / size) + 1;
  // The number of hosts is unknown: another page follows, or none. The total counts records below that may yet be folded.
  const following = query.collapse ? current + 1 : Math.ceil(Math.min(total, LIMITS.depth) / size);
  const last = next === null ? current : following;
  // A page past the depth limit would be rejected.
  const forward = next !== null && next + size <= LIMITS.depth ? next : undefined;
  if (from === 0 && forward === undefined) return '';
  const link = (start: number, label: string, attributes: Parameters<typeof queryLink>[4]) =>
    queryLink(site, query, { ...query, from: start }, label, attributes);
  const pages = pageNumbers(current, last).map((page) =>
    page === current
      ? html`<li><span aria-current="page">${page}</span></li>`
      : html`<li>${link((page - 1) * size, `${page}`, { name: t('pager.page', { n: page }) })}</li>`,
  );
  return html`<nav class="pager" aria-label="${t('pager.label')}">
${from > 0 ? link(Math.max(0, from - size), t('pager.previous'), { rel: 'prev' }) : ''}
<ol>${pages}</ol>
${forward === undefined ? '' : link(forward, t('pager.next'), { rel: 'next' })}
</nav>`;
}

/** Returns up to seven page numbers, with the current page in the middle if possible. */
function pageNumbers(current: number, last: number): number[] {
  const first = Math.max(1, Math.min(current - 3, last - 6));
  const count = Math.min(7, Math.max(last, current) - first + 1);
  return Array.from({ length: count }, (_, i) => first + i);
}
