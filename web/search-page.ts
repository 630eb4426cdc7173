import { html } from 'hono/html';
import type { SearchAnswer, SearchHit } from '../shared/search/answer.ts';
import { count, day, isLanguage, languageName, linkable, plural, readable, typeName } from './format.ts';
import { crawlHref, type Html, layout, namedCrawl, type Place } from './layout.ts';
import { marked } from './marked.ts';
import { pager } from './pager.ts';
import { FILTERS, LIMITS, type Question, searchHref } from './search-request.ts';

/** The search box with its filters: one form, so that a new question keeps them. */
export function searchForm(place: Place, question: Question, { focus = false } = {}): Html {
  const chosen = FILTERS.filter(({ key }) => question[key] !== undefined).length;
  return html`<form class="ask" action="/search" role="search">
<div class="box">
<input type="search" name="q" value="${question.q}" maxlength="${LIMITS.question}" aria-label="Search" placeholder="Search the collection" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search" aria-keyshortcuts="/"${focus ? html` autofocus` : ''}>
<button type="submit">Search</button>
</div>
<details class="filters">
<summary>Filters${chosen > 0 ? html` <span class="badge">${chosen}</span>` : ''}</summary>
<div class="fields">
${crawlField(place)}
${FILTERS.map(
  ({ parameter, key, label, input, placeholder }) =>
    html`<label>${label}<input type="${inputType(input, question[key])}" name="${parameter}" value="${question[key] ?? ''}" placeholder="${placeholder}" autocapitalize="none"></label>`,
)}
</div>
</details>
${question.size === LIMITS.defaultSize ? '' : html`<input type="hidden" name="size" value="${question.size}">`}
</form>`;
}

/** A year or a month alone is a filter too, but a date field would lose it. */
function inputType(input: 'text' | 'date', value: string | undefined): string {
  return value !== undefined && !/^\d{4}-\d\d-\d\d$/.test(value) ? 'text' : input;
}

function crawlField({ crawls, crawl }: Place): Html | '' {
  if (crawls.length < 2) return '';
  const options = crawls.map(
    (name) => html`<option value="${name}"${name === crawl ? html` selected` : ''}>${name}</option>`,
  );
  return html`<label>Crawl<select name="crawl">${options}</select></label>`;
}

/** The way in: a box and what can be found. @param records how many pages can be; absent: nothing was ever crawled. */
export function homePage(place: Place, records?: number): Html {
  const about =
    records === undefined
      ? html`<p class="about">Nothing has been crawled yet. As soon as a crawl has been started, what it finds can be searched here.</p>`
      : html`<p class="about">${plural(records, 'page')} can be searched · <a href="${searchHref(namedCrawl(place), NOTHING)}">Newest first</a> · <a href="${crawlHref(place)}">How the crawl stands</a></p>`;
  const body = html`<h1 class="title">Thresher</h1>${searchForm(place, NOTHING, { focus: true })}${about}`;
  return layout(place, { title: 'Thresher', body, kind: 'home' });
}

const NOTHING: Question = { q: '', from: 0, size: LIMITS.defaultSize };

export function resultsPage(place: Place, question: Question, answer: SearchAnswer): Html {
  const title = question.q === '' ? 'Newest pages' : question.q;
  const body = html`<h1 class="unseen">${question.q === '' ? 'Newest pages' : html`Results for ${question.q}`}</h1>
${searchForm(place, question)}
${chosenFilters(place, question)}
${answer.hits.length > 0 ? results(place, question, answer) : nothingFound(place, question, answer)}`;
  return layout(place, { title: `${title} – Thresher`, body, kind: 'results' });
}

function results(place: Place, question: Question, answer: SearchAnswer): Html {
  const { from, hits, total } = answer;
  const range = total > hits.length ? html`${count(from + 1)}–${count(from + hits.length)} of ` : '';
  return html`<p class="count" role="status">${range}${plural(total, 'result')}${question.q === '' ? ', newest first' : ''}</p>
<ol class="hits" start="${from + 1}">${hits.map((hit) => hitItem(place, question, hit))}</ol>
${pager(namedCrawl(place), question, answer)}`;
}

function hitItem(place: Place, question: Question, hit: SearchHit): Html {
  const href = linkable(hit.url);
  const title = hit.title.trim() || readable(hit.url);
  const lang = isLanguage(hit.language) ? html` lang="${hit.language}"` : '';
  const others = hit.urls.filter((url) => url !== hit.url);
  const similar = hit.similar?.map(({ url }) => url) ?? [];
  return html`<li class="hit">
<div class="address" title="${hit.url}"><bdi>${readable(hit.url)}</bdi></div>
<h2${lang} dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${title}</a>` : title}</h2>
<p class="snippet"${lang} dir="auto">${marked(hit.snippet, hit.marks)}</p>
<ul class="facts">${facts(place, question, hit).map((fact) => html`<li>${fact}</li>`)}<li><a href="${cachedHref(place, hit.id)}">Cached copy</a></li></ul>
${others.length === 0 ? '' : addresses(others, others.length === 1 ? 'The same at another address' : `The same at ${count(others.length)} other addresses`)}
${similar.length === 0 ? '' : addresses(similar, plural(similar.length, 'similar page'))}
</li>`;
}

function facts(place: Place, question: Question, hit: SearchHit): (Html | string)[] {
  const date = day(hit.date);
  const language = languageName(hit.language);
  const best = hit.classes[0]?.class;
  const onlyFrom = searchHref(namedCrawl(place), { ...question, site: hit.host, from: 0 });
  return [
    question.site === undefined ? html`<a href="${onlyFrom}" title="Only from this site">${hit.host}</a>` : hit.host,
    date === undefined ? undefined : html`<time datetime="${hit.date}">${date}</time>`,
    language,
    hit.type === 'text/html' ? undefined : typeName(hit.type),
    best,
    html`<span title="How well the page answers the question; higher is better">Score ${hit.score.toFixed(2)}</span>`,
  ].filter((fact) => fact !== undefined);
}

function addresses(urls: readonly string[], summary: string): Html {
  const items = urls.slice(0, 20).map((url) => {
    const href = linkable(url);
    return html`<li><bdi>${href ? html`<a href="${href}" rel="noreferrer">${readable(url)}</a>` : readable(url)}</bdi></li>`;
  });
  return html`<details class="same"><summary>${summary}</summary><ul>${items}</ul></details>`;
}

export function cachedHref(place: Place, id: string): string {
  const crawl = namedCrawl(place);
  return `/cached/${encodeURIComponent(id)}${crawl === undefined ? '' : `?${new URLSearchParams({ crawl })}`}`;
}

/** Each filter that is set, with the way to the same question without it. */
function chosenFilters(place: Place, question: Question): Html | '' {
  const set = FILTERS.filter(({ key }) => question[key] !== undefined);
  if (set.length === 0) return '';
  const chips = set.map(({ key, label }) => {
    const { [key]: _, ...rest } = question;
    const href = searchHref(namedCrawl(place), { ...rest, from: 0 });
    return html`<li><a href="${href}" aria-label="Remove the filter ${label} ${question[key]}">${label}: ${question[key]} <span aria-hidden="true">×</span></a></li>`;
  });
  return html`<ul class="chips" aria-label="Filters that are set">${chips}</ul>`;
}

/** Says what can be done about it. */
function nothingFound(place: Place, question: Question, { total }: SearchAnswer): Html {
  const crawl = namedCrawl(place);
  if (total > 0) {
    return html`<section class="empty"><h2>There are no more results</h2>
<p>The question has ${plural(total, 'result')}. <a href="${searchHref(crawl, question, { from: 0 })}">Go to the first</a></p></section>`;
  }
  const filtered = FILTERS.some(({ key }) => question[key] !== undefined);
  const bare: Question = { q: question.q, from: 0, size: question.size };
  return html`<section class="empty"><h2>Nothing found${question.q === '' ? '' : html` for “${question.q}”`}</h2>
<ul>
${filtered ? html`<li><a href="${searchHref(crawl, bare)}">Search without filters</a></li>` : ''}
${question.q === '' ? '' : html`<li>Are all words spelled right? Other words for the same may find more.</li><li>Pages are found by their own words: ask in the language they are written in.</li>`}
<li>The crawl may not have come to such pages yet: <a href="${crawlHref(place)}">see how far it is</a>.</li>
</ul></section>`;
}
