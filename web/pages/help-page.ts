import { html } from 'hono/html';
import { EMPTY_QUERY, searchHref } from '../api/search-query.ts';
import type { Key } from '../language/table.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { searchForm } from './search-form.ts';

type HelpKey = Exclude<Extract<Key, `help.${string}`>, 'help.intro' | 'help.feeds' | 'help.ownForm'>;

/** Queries that can be tried, and what each finds. */
const EXAMPLES: readonly (readonly [query: string, finds: HelpKey])[] = [
  ['pitcher plants', 'help.words'],
  ['"pitcher plants"', 'help.phrase'],
  ['"pitcher plants"~5', 'help.near'],
  ['pitcher -baseball', 'help.not'],
  ['+pitcher plants', 'help.plus'],
  ['moss AND fen', 'help.and'],
  ['(moss OR fen) AND bog', 'help.brackets'],
  ['title:sundew', 'help.field'],
  ['plant*', 'help.star'],
  ['sundw~', 'help.fuzzy'],
  ['site:example.org', 'help.site'],
  ['url:moss', 'help.url'],
  ['lang:en', 'help.lang'],
  ['type:pdf', 'help.type'],
  ['licence:cc-by', 'help.licence'],
  ['after:2020', 'help.after'],
  ['date:2020..2021', 'help.date'],
  ['changed:2026-05-31', 'help.changed'],
];

const OF_ANNOTATIONS: (typeof EXAMPLES)[number] = ['annotation:map', 'help.annotation'];

/**
 * The page that explains queries, with links that try each example, and the form for other websites.
 *
 * @param origin scheme and host of the server
 * @param hasAnnotations whether the server has annotations
 */
export function helpPage(site: SiteContext, origin: string, hasAnnotations: boolean): Html {
  const { t, rich } = site.locale;
  const rows = [...EXAMPLES, ...(hasAnnotations ? [OF_ANNOTATIONS] : [])].map(([query, finds]) => {
    const href = searchHref(namedCrawl(site), { ...EMPTY_QUERY, q: query });
    const example = html`<code lang="en">${query}</code>`;
    return html`<tr><td>${site.crawl === undefined ? example : html`<a href="${href}">${example}</a>`}</td><td>${t(finds)}</td></tr>`;
  });
  const [word, form] = ['plant', 'plants'].map((one) => html`<i lang="en">${one}</i>`) as [Html, Html];
  const feed = { path: html`<code>/feed?q=</code>`, link: html`<a href="/openapi.json">openapi.json</a>` };
  const body = html`<article class="help"><h1>${t('help.title')}</h1>
${site.crawl === undefined ? '' : searchForm(site, EMPTY_QUERY)}
<p>${rich('help.intro', { word, form })}</p>
<table><caption>${t('help.operators')}</caption><thead><tr><th scope="col">${t('help.query')}</th><th scope="col">${t('help.finds')}</th></tr></thead><tbody>${rows}</tbody></table>
<p>${t('help.understood')}</p>
<p>${rich('help.feeds', feed)}</p>
${site.crawl === undefined ? '' : ownForm(site, origin)}</article>`;
  return layout(site, { title: t('help.title'), body, kind: 'results' });
}

/** The form as HTML that people copy into a page of their own website. */
function ownForm(site: SiteContext, origin: string): Html {
  const { t } = site.locale;
  // The default crawl of the server may be another one when the form is used.
  const named = site.crawls.length < 2 ? '' : html`\n  <input type="hidden" name="crawl" value="${site.crawl}">`;
  const form = html`<form action="${origin}/search">${named}
  <input type="search" name="q" aria-label="${t('form.search')}">
  <button>${t('form.search')}</button>
</form>`;
  return html`<h2>${t('help.ownSite')}</h2><p>${t('help.ownForm')}</p><pre><code>${String(form)}</code></pre>`;
}
