import { html } from 'hono/html';
import { EMPTY_QUERY, searchHref } from '../api/search-query.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { searchForm } from './search-form.ts';

/** Queries that can be tried, and what each finds. */
const EXAMPLES: readonly [query: string, finds: string][] = [
  ['pitcher plants', 'Pages with one of the words. Those with both come first.'],
  ['"pitcher plants"', 'The words one after the other.'],
  ['"pitcher plants"~5', 'The words in any order, with at most five other words between them.'],
  ['pitcher -baseball', 'The first word and not the second. NOT means the same as the minus.'],
  ['+pitcher plants', 'Pages with the first word. Those with the second come first.'],
  ['moss AND fen', 'Both words. AND, OR and NOT are written in capitals.'],
  ['(moss OR fen) AND bog', 'Brackets group a part of the query.'],
  ['title:sundew', 'The word in the title. headings: and text: search the headings and the text.'],
  ['plant*', 'Words that begin with these letters. A question mark stands for one letter: colo?r.'],
  ['sundw~', 'Words that differ in one letter, or in two if they are long.'],
  ['site:example.org', 'Pages of this host and of hosts below it.'],
  ['lang:en', 'Pages in this language.'],
  ['type:pdf', 'Documents of this type.'],
  ['after:2020', 'Pages dated from this year, month or day on. before: excludes later pages.'],
  ['date:2020..2021', 'Pages dated within these years.'],
];

/** The page that explains queries, with links that try each example. */
export function helpPage(site: SiteContext): Html {
  const rows = EXAMPLES.map(([query, finds]) => {
    const href = searchHref(namedCrawl(site), { ...EMPTY_QUERY, q: query });
    const example = html`<code>${query}</code>`;
    return html`<tr><td>${site.crawl === undefined ? example : html`<a href="${href}">${example}</a>`}</td><td>${finds}</td></tr>`;
  });
  const body = html`<article class="help"><h1>How to search</h1>
${site.crawl === undefined ? '' : searchForm(site, EMPTY_QUERY)}
<p>Type words. A page needs only one of them, and pages with more of them come first. Different forms of a word count as the same: <i>plant</i> also finds <i>plants</i>.</p>
<table><caption>Operators</caption><thead><tr><th scope="col">Query</th><th scope="col">Finds</th></tr></thead><tbody>${rows}</tbody></table>
<p>A page of results says how a query with operators was understood, and names the parts that were not applied. Filters below the search box narrow the results without operators.</p>
<p>Every search has a feed, in which new pages appear: add <code>/feed?q=</code> and the words to the address of this site. Programs find a description of all requests in <a href="/openapi.json">openapi.json</a>.</p></article>`;
  return layout(site, { title: 'How to search – Thresher', body, kind: 'results' });
}
