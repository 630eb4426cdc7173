import { html } from 'hono/html';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import type { SimilarPage } from '../../shared/search/similar-pages.ts';
import type { PublicRecord } from '../api/public-record.ts';
import { EMPTY_QUERY, type SearchQuery, searchHref } from '../api/search-query.ts';
import {
  count,
  day,
  genreName,
  isLanguage,
  languageName,
  linkable,
  moment,
  readableUrl,
  typeName,
  visibleTitle,
} from './format.ts';
import { cachedHref, recordHref } from './hit.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';

/** Maximum numbers of URLs and headings, and length of the text in UTF-16 units: a page has at most 30 KB. */
const MAX_URLS = 50;
const MAX_HEADINGS = 20;
const MAX_TEXT = 1_500;

type Row = [label: string, value: Html | string];

/** All metadata of a record, its URLs, the beginning of its text, and similar pages. Its URL is permanent. */
export function recordPage(site: SiteContext, record: PublicRecord, similar: readonly SimilarPage[]): Html {
  const title = visibleTitle(record.title, record.url);
  const lang = isLanguage(record.language) ? html` lang="${record.language}"` : '';
  const body = html`<h1${lang} dir="auto">${title}</h1>
<p class="address">${urlLink(record.url)}</p>
${record.description === '' ? '' : html`<p class="summary"${lang} dir="auto">${record.description}</p>`}
<ul class="facts">${record.cached === null ? '' : html`<li><a href="${cachedHref(site, record.id)}">Cached copy</a></li>`}<li><a href="${recordHref(site, record.id, 'json')}">JSON</a></li><li><a href="${recordHref(site, record.id, 'ris')}">RIS</a></li></ul>
<h2>Metadata</h2>
<dl class="metadata">${rowsOf(site, record).map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>
${urlSection(record)}
${headingSection(record, lang)}
${textSection(record, lang)}
${similarSection(site, similar)}`;
  return layout(site, { title: `${title} – Thresher`, body, kind: 'record' });
}

function rowsOf(site: SiteContext, record: PublicRecord): Row[] {
  const only = (filter: Partial<SearchQuery>, label: string) =>
    html`<a href="${searchHref(namedCrawl(site), { ...EMPTY_QUERY, ...filter })}">${label}</a>`;
  const { language, genre, author, keywords, classes, about = {}, fields = {}, canonical, alternates = [] } = record;
  const published = day(record.date);
  const optional: (Row | false | undefined | '')[] = [
    ['Site', only({ site: record.host }, record.host)],
    author !== null && ['Author', author],
    published !== undefined && ['Date', html`<time datetime="${record.date}">${published}</time>`],
    ['Language', only({ language }, languageName(language) ?? 'Unknown')],
    ['Type', only({ type: record.type }, typeName(record.type))],
    genre !== undefined && ['Genre', only({ genre }, genreName(genre))],
    classes.length > 0 && [
      'Classes',
      html`${classes.map(({ class: name, score }) => html`<span>${only({ class: name }, name)} <small>score ${score}</small></span> `)}`,
    ],
    keywords.length > 0 && ['Keywords', keywords.join(', ')],
    ...Object.entries(about).map(([name, value]): Row => [capitalised(name), value]),
    ...Object.entries(fields).map(([name, values]): Row => [name, values.map(textOf).join('; ')]),
    canonical !== undefined && ['Canonical URL', urlLink(canonical)],
    alternates.length > 0 && [
      'Other languages',
      html`${alternates.map((one) => html`<span>${languageName(one.language) ?? one.language}: ${urlLink(one.url)}</span> `)}`,
    ],
    ['Fetched', html`<time datetime="${record.fetchedAt}">${moment(Date.parse(record.fetchedAt))}</time>`],
    ['Score of the topic', `${record.score}`],
    ['Id', html`<code>${record.id}</code>`],
  ];
  return optional.filter((row) => row !== false && row !== undefined && row !== '');
}

const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const textOf = (value: NonNullable<SearchRecord['fields']>[string][number]): string =>
  typeof value === 'object' ? value.text : `${value}`;

function urlLink(url: string): Html {
  const href = linkable(url);
  const shown = readableUrl(url);
  return html`<bdi dir="ltr">${href ? html`<a href="${href}" rel="noreferrer">${shown}</a>` : shown}</bdi>`;
}

function urlSection({ urls }: PublicRecord): Html | '' {
  if (urls.length < 2) return '';
  const items = urls
    .slice(0, MAX_URLS)
    .map(
      ({ url, seenAt }) =>
        html`<li>${urlLink(url)} <small>seen <time datetime="${seenAt}">${day(seenAt)}</time></small></li>`,
    );
  const more =
    urls.length > MAX_URLS
      ? html`<p class="small">The first ${MAX_URLS} of ${count(urls.length)}. JSON has all.</p>`
      : '';
  return html`<h2>URLs with this text</h2><ul class="urls">${items}</ul>${more}`;
}

function headingSection({ headings }: PublicRecord, lang: Html | ''): Html | '' {
  if (headings.length === 0) return '';
  return html`<h2>Headings</h2><ul class="headings"${lang} dir="auto">${headings.slice(0, MAX_HEADINGS).map((one) => html`<li>${one}</li>`)}</ul>`;
}

function textSection({ text }: PublicRecord, lang: Html | ''): Html | '' {
  if (text === null || text.trim() === '') return '';
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()} …` : text;
  return html`<h2>Text</h2><p class="text"${lang} dir="auto">${shown}</p>`;
}

function similarSection(site: SiteContext, similar: readonly SimilarPage[]): Html | '' {
  if (similar.length === 0) return '';
  const items = similar.map(({ id, url, title, host, language }) => {
    const lang = isLanguage(language) ? html` lang="${language}"` : '';
    return html`<li><a href="${recordHref(site, id)}"${lang} dir="auto">${visibleTitle(title, url)}</a> <small>${host}</small></li>`;
  });
  return html`<h2>Similar pages</h2><ul class="pages">${items}</ul>`;
}
