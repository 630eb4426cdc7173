import { html } from 'hono/html';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import type { SimilarPage } from '../../shared/search/similar-pages.ts';
import { annotationSection, type ShownAnnotations } from '../annotations/annotation-section.ts';
import type { PublicRecord } from '../api/public-record.ts';
import { EMPTY_QUERY, type SearchQuery, searchHref } from '../api/search-query.ts';
import { doiUrl } from '../formats/catalogue-record.ts';
import { authorsOf } from '../formats/entry.ts';
import { isLanguage } from '../language/formats.ts';
import { citationSection } from './citation-section.ts';
import { explainHref } from './explain-page.ts';
import { genreName, linkable, readableUrl, typeName, visibleTitle } from './format.ts';
import { cachedHref, fileHref, hasOriginalFile, recordHref } from './hit.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { versionsHref } from './versions-href.ts';

/** Maximum numbers of URLs and headings, and length of the text in UTF-16 units: a page has at most 30 KB. */
const MAX_URLS = 50;
const MAX_HEADINGS = 20;
const MAX_TEXT = 1_500;

type Row = [label: string, value: Html | string];

/** What a page about a record shows beside the record. */
type RecordSections = {
  similar: readonly SimilarPage[];
  /** Absent: pages have no annotations. */
  annotations?: ShownAnnotations | undefined;
  /** Whether the page links to the explanation of its URL. */
  canExplain: boolean;
};

/** All metadata of a record, its URLs, the beginning of its text, its annotations, and similar pages. Its URL is permanent. */
export function recordPage(
  site: SiteContext,
  record: PublicRecord,
  { similar, annotations, canExplain }: RecordSections,
): Html {
  const { t } = site.locale;
  const title = visibleTitle(record.title, record.url);
  const lang = isLanguage(record.language) ? html` lang="${record.language}"` : '';
  const body = html`<h1${lang} dir="auto">${title}</h1>
<p class="address">${urlLink(record.url)}</p>
${record.description === '' ? '' : html`<p class="summary"${lang} dir="auto">${record.description}</p>`}
<ul class="facts">${record.cached === null ? '' : html`<li><a href="${cachedHref(site, record.id)}">${t('hit.cached')}</a></li>`}${record.cached === null || !hasOriginalFile(record) ? '' : html`<li><a href="${fileHref(site, record.id)}">${t('hit.file')}</a></li>`}<li><a href="${versionsHref(site, record.id)}">${t('versions.title')}</a></li>${canExplain ? html`<li><a href="${explainHref(site, record.url)}">${t('explain.show')}</a></li>` : ''}<li><a href="${recordHref(site, record.id, 'json')}">JSON</a></li><li><a href="${recordHref(site, record.id, 'ris')}">RIS</a></li><li><a href="${recordHref(site, record.id, 'bibtex')}">BibTeX</a></li></ul>
<h2>${t('record.metadata')}</h2>
<dl class="metadata">${rowsOf(site, record).map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>
${citationSection(site, record)}
${urlSection(site, record)}
${headingSection(site, record, lang)}
${textSection(site, record, lang)}
${annotations ? annotationSection(site, record.id, annotations) : ''}
${similarSection(site, similar)}`;
  return layout(site, { title, body, kind: 'record' });
}

function rowsOf(site: SiteContext, record: PublicRecord): Row[] {
  const only = (filter: Partial<SearchQuery>, label: string) =>
    html`<a href="${searchHref(namedCrawl(site), { ...EMPTY_QUERY, ...filter })}">${label}</a>`;
  const { language, genre, author, keywords, classes, about = {}, fields = {}, canonical } = record;
  const { alternates = [], anchors = [] } = record;
  const { locale } = site;
  const { t, rich, languageName } = locale;
  const published = locale.day(record.date);
  const optional: (Row | false | undefined | '')[] = [
    [t('facet.host'), only({ site: record.host }, record.host)],
    author !== null && [t('record.author'), authorLinks(site, record)],
    published !== undefined && [t('record.date'), html`<time datetime="${record.date}">${published}</time>`],
    [t('facet.language'), only({ language }, languageName(language) ?? t('language.unknown'))],
    [t('facet.type'), only({ type: record.type }, typeName(locale, record.type))],
    genre !== undefined && [t('facet.genre'), only({ genre }, genreName(locale, genre))],
    classes.length > 0 && [
      t('record.classes'),
      html`${classes.map(({ class: name, score }) => html`<span>${only({ class: name }, name)} <small>${t('record.score', { score: locale.score(score) })}</small></span> `)}`,
    ],
    keywords.length > 0 && [t('record.keywords'), keywords.join(', ')],
    anchors.length > 0 && [t('record.anchors'), anchors.join('; ')],
    ...Object.entries(about).map(
      ([name, value]): Row => [locale.optional(`about.${name}`) ?? name, aboutValue(site, name, value)],
    ),
    ...Object.entries(fields).map(([name, values]): Row => [name, values.map(textOf).join('; ')]),
    canonical !== undefined && [t('record.canonical'), urlLink(canonical)],
    alternates.length > 0 && [
      t('record.alternates'),
      html`${alternates.map(({ language: code, url }) => html`<span>${rich('text.pair', { name: languageName(code) ?? code, value: urlLink(url) })}</span> `)}`,
    ],
    [
      t('record.fetched'),
      html`<time datetime="${record.fetchedAt}">${locale.moment(Date.parse(record.fetchedAt))}</time>`,
    ],
    [t('record.topicScore'), locale.score(record.score)],
    [t('record.id'), html`<code>${record.id}</code>`],
  ];
  return optional.filter((row) => row !== false && row !== undefined && row !== '');
}

/** Links each author to the other pages with this name. */
function authorLinks(site: SiteContext, record: PublicRecord): Html {
  const links = authorsOf(record).map((author, i) => {
    const href = searchHref(namedCrawl(site), { ...EMPTY_QUERY, author });
    return html`${i === 0 ? '' : '; '}<a href="${href}">${author}</a>`;
  });
  return html`${links}`;
}

/** A DOI leads to its page, and times are shown as other dates are. */
function aboutValue({ locale }: SiteContext, name: string, value: string): Html | string {
  if (name === 'doi') return html`<a href="${doiUrl(value)}" rel="noreferrer">${value}</a>`;
  const day = name === 'modified' ? locale.day(value) : undefined;
  return day === undefined ? value : html`<time datetime="${value}">${day}</time>`;
}

const textOf = (value: NonNullable<SearchRecord['fields']>[string][number]): string =>
  typeof value === 'object' ? value.text : `${value}`;

function urlLink(url: string): Html {
  const href = linkable(url);
  const shown = readableUrl(url);
  return html`<bdi dir="ltr">${href ? html`<a href="${href}" rel="noreferrer">${shown}</a>` : shown}</bdi>`;
}

function urlSection({ locale: { t, rich, day, count } }: SiteContext, { urls }: PublicRecord): Html | '' {
  if (urls.length < 2) return '';
  const items = urls
    .slice(0, MAX_URLS)
    .map(
      ({ url, seenAt }) =>
        html`<li>${urlLink(url)} <small>${rich('record.seen', { date: html`<time datetime="${seenAt}">${day(seenAt)}</time>` })}</small></li>`,
    );
  const more =
    urls.length > MAX_URLS
      ? html`<p class="small">${t('record.firstUrls', { shown: MAX_URLS, count: count(urls.length) })}</p>`
      : '';
  return html`<h2>${t('record.urls')}</h2><ul class="urls">${items}</ul>${more}`;
}

function headingSection({ locale: { t } }: SiteContext, { headings }: PublicRecord, lang: Html | ''): Html | '' {
  if (headings.length === 0) return '';
  return html`<h2>${t('record.headings')}</h2><ul class="headings"${lang} dir="auto">${headings.slice(0, MAX_HEADINGS).map((one) => html`<li>${one}</li>`)}</ul>`;
}

function textSection({ locale: { t } }: SiteContext, { text, truncated }: PublicRecord, lang: Html | ''): Html | '' {
  if (text === null || text.trim() === '') return '';
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()} …` : text;
  return html`<h2>${t('record.text')}</h2><p class="text"${lang} dir="auto">${shown}</p>${truncated === undefined ? '' : html`<p class="small">${t('record.truncated')}</p>`}`;
}

function similarSection(site: SiteContext, similar: readonly SimilarPage[]): Html | '' {
  if (similar.length === 0) return '';
  const items = similar.map(({ id, url, title, host, language }) => {
    const lang = isLanguage(language) ? html` lang="${language}"` : '';
    return html`<li><a href="${recordHref(site, id)}"${lang} dir="auto">${visibleTitle(title, url)}</a> <small>${host}</small></li>`;
  });
  return html`<h2>${site.locale.t('record.similar')}</h2><ul class="pages">${items}</ul>`;
}
