import { html } from 'hono/html';
import type { SearchAnswer, SearchNotice } from '../../shared/search/answer.ts';
import type { DidYouMean } from '../../shared/search/did-you-mean.ts';
import { EMPTY_QUERY, LIMITS, type SearchQuery, searchHref } from '../api/search-query.ts';
import { browseHref } from './browse-href.ts';
import { REFINE_ID, refineDrawer } from './facets.ts';
import { count, plural } from './format.ts';
import { hitItem } from './hit.ts';
import { crawlHref, type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { pager } from './pager.ts';
import { activeFilters, filterChips, searchForm } from './search-form.ts';

/**
 * The start page: a search box, and how much can be searched.
 *
 * @param records number of searchable records, or undefined if there is no crawl
 */
export function homePage(site: SiteContext, records?: number): Html {
  const about =
    records === undefined
      ? html`<p class="about">Nothing has been crawled yet. Pages become searchable here while a crawl runs.</p>`
      : html`<p class="about">${plural(records, 'page')} can be searched · <a href="${searchHref(namedCrawl(site), EMPTY_QUERY)}">Newest pages</a> · <a href="${browseHref(site)}">Browse by class</a> · <a href="${crawlHref(site)}">Crawl status</a></p>`;
  const body = html`<h1 class="title">Thresher</h1>${searchForm(site, EMPTY_QUERY, { focus: true })}${about}`;
  return layout(site, { title: 'Thresher', body, kind: 'home' });
}

export function resultsPage(site: SiteContext, query: SearchQuery, answer: SearchAnswer): Html {
  const title = query.q === '' ? 'Newest pages' : query.q;
  const body = html`<h1 class="unseen">${query.q === '' ? 'Newest pages' : html`Results for ${query.q}`}</h1>
${searchForm(site, query)}
${filterChips(site, query)}
${answer.understood === undefined ? '' : html`<p class="understood">Understood as <strong>${answer.understood}</strong></p>`}
${answer.didYouMean ? correction(site, query, answer.didYouMean) : ''}
${answer.notice ? noticeBox(answer.notice) : ''}
${answer.hits.length > 0 ? results(site, query, answer) : noResults(site, query, answer)}`;
  const feed = searchHref(site.crawl, { ...query, from: 0, size: LIMITS.defaultSize }, { path: '/feed' });
  const head = html`<link rel="alternate" type="application/atom+xml" href="${feed}" title="New pages for ${title}">`;
  return layout(site, { title: `${title} – Thresher`, head, body, kind: 'results' });
}

/** Offers another query, and says what it replaces. */
function correction(site: SiteContext, query: SearchQuery, { query: q, replaced }: DidYouMean): Html {
  const words = replaced.map(({ word }) => `“${word}”`).join(', ');
  const verb = replaced.length === 1 ? 'is' : 'are';
  return html`<p class="meant">Did you mean <a href="${searchHref(namedCrawl(site), { ...query, q, from: 0 })}">${q}</a>? ${words} ${verb} on hardly any page.</p>`;
}

/** Names the operators of the query that were not applied, and what was searched for instead. */
function noticeBox({ ignored, searched }: SearchNotice): Html {
  const rows = ignored.map(({ operator, detail }) => html`<li><code>${operator}</code>: ${detail}</li>`);
  return html`<section class="notice" role="note"><p>Parts of the query were not applied. ${searched === '' ? 'No words were searched for.' : html`Searched for the words <strong>${searched}</strong>.`}</p><ul>${rows}</ul></section>`;
}

function results(site: SiteContext, query: SearchQuery, answer: SearchAnswer): Html {
  const { from, hits, total } = answer;
  const isCollapsed = query.collapse !== undefined;
  const range = total > hits.length ? html`${count(from + 1)}–${count(from + hits.length)} of ` : '';
  const isNewest = query.q === '' && query.sort === undefined;
  return html`<div class="found"><div>
<p class="count" role="status">${range}${plural(total, 'result')}${isCollapsed ? ', one per site' : ''}${isNewest ? ', newest first' : ''}</p>
<p class="torefine"><a href="#${REFINE_ID}">Sort and refine</a></p>
<ol class="hits" start="${from + 1}">${hits.map((hit) => hitItem(site, query, hit))}</ol>
${pager(namedCrawl(site), query, answer)}
</div>${refineDrawer(site, query, answer)}</div>`;
}

/** A page without hits, with links and advice that may lead to some. */
function noResults(site: SiteContext, query: SearchQuery, { total }: SearchAnswer): Html {
  const crawl = namedCrawl(site);
  if (total > 0) {
    return html`<section class="empty"><h2>There are no more results</h2>
<p>This query has ${plural(total, 'result')}. <a href="${searchHref(crawl, query, { from: 0 })}">Go to the first page</a></p></section>`;
  }
  const unfiltered: SearchQuery = { q: query.q, from: 0, size: query.size };
  return html`<section class="empty"><h2>Nothing found${query.q === '' ? '' : html` for “${query.q}”`}</h2>
<ul>
${activeFilters(query).length > 0 ? html`<li><a href="${searchHref(crawl, unfiltered)}">Search without filters</a></li>` : ''}
${query.q === '' ? '' : html`<li>Check the spelling, or try other words.</li><li>Search in the language that the pages are written in.</li>`}
<li>The crawl may not have reached such pages yet: <a href="${crawlHref(site)}">see its status</a>.</li>
</ul></section>`;
}
