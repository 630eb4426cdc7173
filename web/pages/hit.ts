import { html } from 'hono/html';
import { isLicenceAddress } from '../../shared/index/licence-names.ts';
import { SEARCH_FIELDS, type SearchField } from '../../shared/index/search-fields.ts';
import { shownAuthors } from '../../shared/index/shown-authors.ts';
import type { SearchHit } from '../../shared/search/answer.ts';
import type { SearchQuery } from '../api/search-query.ts';
import { isLanguage } from '../language/formats.ts';
import { abridged, genreName, licenceLabel, linkable, readableUrl, typeName, visibleTitle } from './format.ts';
import { type Html, namedCrawl, type SiteContext } from './layout.ts';
import { marked } from './marked.ts';
import { queryLink } from './query-link.ts';

/** Maximum number of duplicate or similar URLs that a hit lists. */
const MAX_LISTED_URLS = 20;

/** Maximum length of the title of a hit, in UTF-16 units: three lines of a narrow page and more. */
const MAX_SHOWN_TITLE = 200;

/** Maximum length of a URL above a hit, in UTF-16 units. A line has fewer. */
const MAX_SHOWN_URL = 200;

/**
 * One hit of the results page.
 *
 * @param isOneHost whether all hits are of one host, so that its name, which the address has too, tells nothing
 */
export function hitItem(site: SiteContext, query: SearchQuery, hit: SearchHit, isOneHost: boolean): Html {
  const { t, plural } = site.locale;
  const own = hit.crawl === undefined ? site : { ...site, crawl: hit.crawl };
  const href = linkable(hit.url);
  const title = abridged(visibleTitle(hit.title, hit.url), MAX_SHOWN_TITLE);
  const lang = isLanguage(hit.language) ? html` lang="${hit.language}"` : '';
  const duplicates = hit.urls.filter((url) => url !== hit.url);
  const similar = hit.similar?.map(({ url }) => url) ?? [];
  return html`<li class="hit">
<div class="address"${hit.url.length > MAX_SHOWN_URL ? '' : html` title="${hit.url}"`}><bdi dir="ltr">${abridged(readableUrl(hit.url), MAX_SHOWN_URL)}</bdi></div>
<h2${lang} dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${title}</a>` : title}</h2>
<p class="snippet"${lang} dir="auto">${marked(hit.snippet, hit.marks)}</p>
<ul class="facts">${factsOf(site, query, hit, isOneHost).map((fact) => html`<li>${fact}</li>`)}<li><a href="${recordHref(own, hit.id)}">${t('hit.details')}</a></li>${hit.annotations === undefined ? '' : html`<li><a href="${recordHref(own, hit.id)}#annotations">${plural('hit.annotations', hit.annotations)}</a></li>`}${hit.noarchive ? '' : html`<li><a href="${cachedHref(own, hit.id)}">${t('hit.cached')}</a></li>`}</ul>
${hit.others ? othersLink(site, query, hit, hit.others) : ''}
${duplicates.length === 0 ? '' : urlList(duplicates, plural('hit.sameText', hit.numRefBy - 1))}
${hit.explanation ? explanationList(site, hit.explanation) : ''}
${similar.length === 0 ? '' : urlList(similar, plural('hit.similar', similar.length))}
</li>`;
}

/** Returns the URL of the cached copy of a record. */
export const cachedHref = (site: SiteContext, id: string): string =>
  `/cached/${encodeURIComponent(id)}${crawlOf(site)}`;

/** Returns the URL of the document as the server sent it. */
export const fileHref = (site: SiteContext, id: string): string =>
  `/cached/${encodeURIComponent(id)}/file${crawlOf(site)}`;

function crawlOf(site: SiteContext): string {
  const crawl = namedCrawl(site);
  return crawl === undefined ? '' : `?${new URLSearchParams({ crawl })}`;
}

/** Types whose files a browser may run or show as a page. They are only shown as sanitised copies. */
const SHOWN_ONLY: ReadonlySet<string> = new Set(['html', 'xml']);

/** Whether the document of a record can be downloaded as the server sent it. */
export const hasOriginalFile = ({ type }: { type: string }): boolean => !SHOWN_ONLY.has(type);

/** Returns the permanent URL of a record: it names the crawl, because the default one changes. @param format absent: its page */
export function recordHref({ crawl }: SiteContext, id: string, format?: string): string {
  const parameters = { ...(crawl !== undefined && { crawl }), ...(format !== undefined && { format }) };
  return `/record/${encodeURIComponent(id)}?${new URLSearchParams(parameters)}`;
}

/** The link to the other hits of a host. */
function othersLink(site: SiteContext, current: SearchQuery, { host }: SearchHit, others: number): Html {
  const { collapse: _, ...query } = current;
  const label = site.locale.plural('hit.others', others, { host });
  return html`<p class="others">${queryLink(site, current, { ...query, site: host, from: 0 }, label)}</p>`;
}

type Fact = Html | string | undefined;

/** Returns the search fields of a hit, in the order of the table, and its score. Without words nothing is scored. @param isOneHost see `hitItem` */
function factsOf(site: SiteContext, query: SearchQuery, hit: SearchHit, isOneHost: boolean): Fact[] {
  const { t } = site.locale;
  const text = t('hit.score', { score: site.locale.score(hit.score) });
  const score = hit.score > 0 ? html`<span title="${t('hit.scoreMeaning')}">${text}</span>` : undefined;
  const crawl = hit.crawl === undefined ? undefined : t('text.pair', { name: t('form.crawl'), value: hit.crawl });
  const fields = SEARCH_FIELDS.filter(({ shownAs }) => shownAs !== 'host' || !isOneHost);
  return [crawl, ...fields.map((field) => FACTS[field.shownAs](site, query, hit, field)), score].filter(
    (fact) => fact !== undefined && fact !== '',
  );
}

const FACTS: Record<
  SearchField['shownAs'],
  (site: SiteContext, query: SearchQuery, hit: SearchHit, field: (typeof SEARCH_FIELDS)[number]) => Fact
> = {
  host: (site, query, hit) => {
    if (query.site !== undefined) return hit.host;
    const onlyFrom = { ...query, site: hit.host, from: 0 };
    return queryLink(site, query, onlyFrom, hit.host, { title: site.locale.t('hit.onlySite') });
  },
  date: ({ locale }, _query, { date }) => {
    const shown = locale.day(date);
    return shown === undefined ? undefined : html`<time datetime="${date}">${shown}</time>`;
  },
  language: ({ locale }, _query, { language }) => locale.languageName(language),
  // Most hits are web pages, so only other types are worth a word.
  type: ({ locale }, _query, { type }) => (type === 'html' ? undefined : typeName(locale, type)),
  // A document is what no other genre matches.
  genre: ({ locale }, _query, { genre }) =>
    genre === undefined || genre === 'document' ? undefined : genreName(locale, genre),
  authors: (_site, _query, hit, field) => {
    const names = shownAuthors(field.valuesOf(hit));
    return names === '' ? undefined : html`<bdi>${names}</bdi>`;
  },
  // The page of the record has the address of a licence without a name.
  licence: (_site, _query, { licence }) =>
    licence === undefined || isLicenceAddress(licence) ? undefined : licenceLabel(licence),
  not: () => undefined,
  text: (_site, _query, hit, field) => field.valuesOf(hit)[0],
};

/** Lists the parts of a score. */
function explanationList(
  { locale: { t, score: number } }: SiteContext,
  parts: NonNullable<SearchHit['explanation']>,
): Html {
  const items = parts.map(
    ({ part, words, score }) =>
      html`<li>${number(score)} ${t(`score.${part}`)}${words === undefined ? '' : html` <bdi>${words}</bdi>`}</li>`,
  );
  return html`<details class="same"><summary>${t('hit.why')}</summary><ul>${items}</ul></details>`;
}

function urlList(urls: readonly string[], summary: string): Html {
  const items = urls.slice(0, MAX_LISTED_URLS).map((url) => {
    const href = linkable(url);
    return html`<li><bdi dir="ltr">${href ? html`<a href="${href}" rel="noreferrer">${readableUrl(url)}</a>` : readableUrl(url)}</bdi></li>`;
  });
  return html`<details class="same"><summary>${summary}</summary><ul>${items}</ul></details>`;
}
