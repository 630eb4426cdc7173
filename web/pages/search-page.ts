import { html } from 'hono/html';
import type { SearchAnswer, SearchNotice } from '../../shared/search/answer.ts';
import type { DidYouMean } from '../../shared/search/did-you-mean.ts';
import type { NamedPage } from '../../shared/search/named-page.ts';
import { isUnknownClass } from '../../shared/search/notices/unknown-classes.ts';
import { EMPTY_QUERY, LIMITS, type SearchQuery, searchHref } from '../api/search-query.ts';
import { browseHref } from './browse-href.ts';
import { isOneHost, REFINE_ID, refineDrawer } from './facets.ts';
import { abridged, linkable, visibleTitle } from './format.ts';
import { hitItem, recordHref } from './hit.ts';
import { crawlHref, type Html, layout, namedCrawl, type SiteContext, siteHref } from './layout.ts';
import { otherCrawls } from './other-crawls.ts';
import { pager } from './pager.ts';
import { queryLink, SEARCH_FORM_ID } from './query-link.ts';
import { resultFiles } from './result-files.ts';
import { activeFilters, filterChips, searchForm } from './search-form.ts';

/** Maximum length of the query in headings, in UTF-16 units. The search box has all of it. */
const MAX_TITLE = 100;

/** Maximum length of a part of the query in explanations, in UTF-16 units. JSON has all of it. */
const MAX_ECHO = 300;

/** Maximum length of the URL of a feed that the page names, in UTF-16 units: 1,000 letters of ASCII and some filters. */
const MAX_FEED_URL = 1_500;

/** Maximum number of operators that the notice lists. */
const MAX_IGNORED = 10;

/**
 * The start page: a search box, and how much can be searched.
 *
 * @param records number of searchable records, or undefined if there is no crawl
 */
export function homePage(site: SiteContext, records?: number): Html {
  const { t, plural } = site.locale;
  const about =
    records === undefined
      ? html`<p class="about">${t('home.empty')}</p>`
      : html`<p class="about">${plural('home.pages', records)}</p>
${otherCrawls(site, '/')}
<ul class="ways"><li><a href="${searchHref(namedCrawl(site), EMPTY_QUERY)}">${t('results.newest')}</a></li><li><a href="${browseHref(site)}">${t('home.browse')}</a></li><li><a href="${siteHref('/collection', site)}">${t('collection.title')}</a></li><li><a href="${crawlHref(site)}">${t('home.status')}</a></li></ul>`;
  const body = html`<h1 class="title">${site.brand.name}</h1>${searchForm(site, EMPTY_QUERY, { focus: true })}${about}`;
  return layout(site, { body, kind: 'home' });
}

/** Returns the page with the results of a query. */
export function resultsPage(site: SiteContext, query: SearchQuery, answer: SearchAnswer): Html {
  const { t, rich } = site.locale;
  const q = abridged(query.q, MAX_TITLE);
  const title = q === '' ? t('results.newest') : q;
  const { understood } = answer;
  // A feed has an order and a size of its own.
  const { sort: _, collapse: __, explain: ___, ...selection } = query;
  const feed = searchHref(site.crawl, { ...selection, from: 0, size: LIMITS.defaultSize }, { path: '/feed' });
  const body = html`<h1 class="unseen">${query.q === '' ? title : t('results.for', { query: q })}</h1>
${searchForm(site, query)}
${filterChips(site, query)}
${understood === undefined ? '' : html`<p class="understood">${rich('results.understood', { query: html`<strong>${abridged(rankedBy(site, understood), MAX_ECHO)}</strong>` })}</p>`}
${answer.didYouMean ? correction(site, query, answer.didYouMean) : ''}
${answer.page ? pageLine(site, answer.page) : ''}
${(answer.promoted ?? []).map((page) => promotedLine(site, page))}
${answer.notice ? noticeBox(site, query.q, answer.notice) : ''}
${answer.hits.length > 0 ? results(site, query, answer, feed) : noResults(site, query, answer)}`;
  const feedTitle = t('results.feed', { query: title });
  const head =
    feed.length > MAX_FEED_URL
      ? html``
      : html`<link rel="alternate" type="application/atom+xml" href="${feed}" title="${feedTitle}">`;
  return layout(site, { title, head, body, kind: 'results', form: SEARCH_FORM_ID });
}

/** `describeQuery` writes operators, and at the end the words that only rank. */
function rankedBy({ locale: { t } }: SiteContext, understood: string): string {
  const [, query, words] = /^(.*), ranked by ([^()]*)$/s.exec(understood) ?? [];
  return query === undefined || words === undefined ? understood : t('results.ranked', { query, words });
}

/** Offers another query, and says what it replaces. */
function correction(site: SiteContext, query: SearchQuery, { query: q, replaced }: DidYouMean): Html {
  const { t, rich, plural } = site.locale;
  const link = queryLink(site, query, { ...query, q, from: 0 }, q);
  const words = replaced.map(({ word }) => t('results.quoted', { word })).join(', ');
  return html`<p class="meant">${rich('results.meant', { query: link })} ${plural('results.rare', replaced.length, { words })}</p>`;
}

/** Links to the page whose URL or DOI the query is. */
function pageLine(site: SiteContext, { id, url, title, crawl }: NamedPage): Html {
  const own = crawl === undefined ? site : { ...site, crawl };
  const link = html`<a href="${recordHref(own, id)}"><bdi>${abridged(visibleTitle(title, url), MAX_ECHO)}</bdi></a>`;
  return html`<p class="meant">${site.locale.rich('results.page', { page: link })}</p>`;
}

/** Links to a page that the settings promote for the query, at its own address. */
function promotedLine(site: SiteContext, { url, title }: NamedPage): Html {
  const name = html`<bdi>${abridged(visibleTitle(title, url), MAX_ECHO)}</bdi>`;
  const href = linkable(url);
  const link = href ? html`<a href="${href}" rel="noreferrer">${name}</a>` : name;
  return html`<p class="meant">${site.locale.rich('results.promoted', { page: link })}</p>`;
}

/** Names the operators of the query that were not applied and what was searched for instead, and classes that no page has. */
function noticeBox({ locale }: SiteContext, q: string, { ignored, searched }: SearchNotice): Html {
  const { t, rich, plural, message } = locale;
  const more = ignored.length - MAX_IGNORED;
  const rows = ignored
    .slice(0, MAX_IGNORED)
    .map(({ operator, detail }) => ({
      name: html`<code>${abridged(operator, MAX_ECHO)}</code>`,
      value: message(detail),
    }))
    .map((pair) => html`<li>${rich('text.pair', pair)}</li>`);
  const words =
    searched === ''
      ? q === ''
        ? ''
        : t('results.noWords')
      : rich('results.words', { words: html`<strong>${abridged(searched, MAX_ECHO)}</strong>` });
  const lead = ignored.every(isUnknownClass) ? '' : html`<p>${t('results.ignored')} ${words}</p>`;
  return html`<section class="notice" role="note">${lead}<ul>${rows}${more > 0 ? html`<li>${plural('results.moreIgnored', more)}</li>` : ''}</ul></section>`;
}

function results(site: SiteContext, query: SearchQuery, answer: SearchAnswer, feed: string): Html {
  const { t } = site.locale;
  const { from, hits } = answer;
  return html`<div class="found"><div>
<p class="count" role="status">${countLine(site, query, answer)}</p>
<p class="torefine"><a href="#${REFINE_ID}">${t('refine.title')}</a></p>
<ol class="hits" start="${from + 1}">${hits.map((hit) => hitItem(site, query, hit, isOneHost(answer)))}</ol>
${pager(site, query, answer)}
${resultFiles(site, query, answer, feed)}
</div>${refineDrawer(site, query, answer)}</div>`;
}

/** `11–20 of 132 results, one per site`. */
function countLine({ locale: { t, count, plural } }: SiteContext, query: SearchQuery, answer: SearchAnswer): string {
  const { from, hits, total } = answer;
  const all = plural('results.count', total);
  const range = { first: count(from + 1), last: count(from + hits.length), count: all };
  return [
    total > hits.length ? t('results.range', range) : all,
    ...(query.collapse === undefined ? [] : [t('results.collapsed')]),
    ...(query.q === '' && query.sort === undefined ? [t('results.newestFirst')] : []),
  ].join(', ');
}

/** A page without hits, with links and advice that may lead to some. */
function noResults(site: SiteContext, query: SearchQuery, { total }: SearchAnswer): Html {
  const { t, rich, plural } = site.locale;
  if (total > 0) {
    return html`<section class="empty"><h2>${t('results.end')}</h2>
<p>${plural('results.endCount', total)} ${queryLink(site, query, { ...query, from: 0 }, t('results.firstPage'))}</p></section>`;
  }
  const unfiltered: SearchQuery = { q: query.q, from: 0, size: query.size };
  const status = html`<a href="${crawlHref(site)}">${t('results.statusLink')}</a>`;
  return html`<section class="empty"><h2>${query.q === '' ? t('results.none') : t('results.noneFor', { query: abridged(query.q, MAX_TITLE) })}</h2>
<ul>
${activeFilters(query).length > 0 ? html`<li>${queryLink(site, query, unfiltered, t('results.unfiltered'))}</li>` : ''}
${query.q === '' ? '' : html`<li>${t('results.spelling')}</li><li>${t('results.language')}</li>`}
<li>${rich('results.status', { link: status })}</li>
</ul></section>`;
}
