import { html } from 'hono/html';
import { type FieldFilter, SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import type { MenuFilter } from '../../shared/search/menus.ts';
import { MAX_CRAWLS } from '../../shared/search/search-crawls.ts';
import { LIMITS, type SearchQuery } from '../api/search-query.ts';
import { type Html, type SiteContext, siteHref } from './layout.ts';
import { queryLink, SEARCH_FORM_ID } from './query-link.ts';
import { valueLabel } from './value-label.ts';

/** The search box with its filters. They are one form, so a new query keeps the filters. */
export function searchForm(site: SiteContext, query: SearchQuery, { focus = false } = {}): Html {
  const active = activeFilters(query).length;
  const { t } = site.locale;
  return html`<form class="ask" id="${SEARCH_FORM_ID}" action="/search" role="search" autocapitalize="none">
<div class="box">
<input type="search" name="q" dir="auto" value="${query.q}" maxlength="${LIMITS.queryLength}" aria-label="${t('form.search')}" placeholder="${t('form.placeholder')}" autocomplete="off" spellcheck="false" enterkeyhint="search" aria-keyshortcuts="/"${focus ? html` autofocus` : ''}>
<button type="submit">${t('form.search')}</button>
</div>
<details class="filters">
<summary>${t('form.filters')}${active > 0 ? html` <span class="badge">${active}</span>` : ''}</summary>
<div class="fields">
${crawlField(site)}
${filterFields(site, query)}
</div>
<p><a href="${siteHref('/advanced', site)}">${t('advanced.title')}</a></p>
</details>
${query.collapse === undefined ? '' : html`<input type="hidden" name="collapse" value="${query.collapse}">`}
${query.sort === undefined ? '' : html`<input type="hidden" name="sort" value="${query.sort}">`}
${query.explain ? html`<input type="hidden" name="explain" value="true">` : ''}
${query.size === LIMITS.defaultSize ? '' : html`<input type="hidden" name="size" value="${query.size}">`}
</form>`;
}

/** The inputs of all filters. */
export const filterFields = (site: SiteContext, query: SearchQuery): Html[] =>
  SEARCH_FILTERS.map(
    (filter) =>
      html`<label>${site.locale.t(`filter.${filter.name}`)}${filterInput(site, filter, query[filter.name])}</label>`,
  );

function filterInput(site: SiteContext, filter: FieldFilter, value: string | undefined): Html {
  const { parameter, form } = filter;
  const { locale } = site;
  const choices = choicesOf(site, filter, value);
  if (choices) {
    const options = choices.map((choice) => entry(choice.value, choice.label, choice.value === value));
    return html`<select name="${parameter}">${option('', locale.t('form.any'), value === undefined)}${options}</select>`;
  }
  const placeholder = form.placeholder === '' ? '' : html` placeholder="${form.placeholder}"`;
  return html`<input type="${inputType(form.input, value)}" name="${parameter}" value="${value ?? ''}"${placeholder}>`;
}

/** Returns the values of a menu with their names, or undefined if the filter is an input. */
function choicesOf({ locale, menus = {} }: SiteContext, { name, form }: FieldFilter, value: string | undefined) {
  const labelOf = (choice: string) => valueLabel(locale, name, choice);
  if (form.choices) return form.choices.map((choice) => ({ value: choice, label: labelOf(choice) }));
  const entries = menus[name as MenuFilter];
  if (!entries) return undefined;
  const choices = entries.map((entry) => ({ value: entry.value, label: entry.name ?? labelOf(entry.value) }));
  // A link may name a value that the menu does not have.
  const isListed = value === undefined || choices.some((choice) => choice.value === value);
  return isListed ? choices : [...choices, { value, label: labelOf(value) }];
}

const option = (value: string, label: string, isSelected: boolean): Html =>
  html`<option value="${value}"${isSelected ? html` selected` : ''}>${label}</option>`;

/** An entry of a menu. Without a value, the label is the value. */
const entry = (value: string, label: string, isSelected: boolean): Html =>
  value === label && !isSelected ? html`<option>${label}</option>` : option(value, label, isSelected);

/** A date field would lose a value that is only a year or a month, so such a value gets a text field. */
function inputType(input: 'text' | 'date', value: string | undefined): string {
  return value !== undefined && !/^\d{4}-\d\d-\d\d$/.test(value) ? 'text' : input;
}

/** The choice of the crawl, if there are several. */
export function crawlField({ crawls, crawl, locale }: SiteContext): Html | '' {
  if (crawls.length < 2) return '';
  const all = crawls.join(',');
  // Some of the crawls, as a link may name them.
  const some = crawl === undefined || crawls.includes(crawl) || crawl === all ? [] : [crawl];
  const options = [...crawls, ...some].map((name) => option(name, name.replaceAll(',', ', '), name === crawl));
  if (crawls.length <= MAX_CRAWLS) options.push(option(all, locale.t('form.allCrawls'), crawl === all));
  return html`<label>${locale.t('form.crawl')}<select name="crawl">${options}</select></label>`;
}

export const activeFilters = (query: SearchQuery): FieldFilter[] =>
  SEARCH_FILTERS.filter(({ name }) => query[name] !== undefined);

/** The active filters, each leads to the same query without it. */
export function filterChips(site: SiteContext, query: SearchQuery): Html | '' {
  const active = activeFilters(query);
  if (active.length === 0) return '';
  const { t } = site.locale;
  const chips = active.map(({ name }) => {
    const label = t(`filter.${name}`);
    const { [name]: value = '', ...rest } = query;
    const shown = valueLabel(site.locale, name, value);
    const chip = html`${t('text.pair', { name: label, value: shown })} <span aria-hidden="true">×</span>`;
    const remove = { name: t('form.remove', { filter: label, value: shown }) };
    return html`<li>${queryLink(site, query, { ...rest, from: 0 }, chip, remove)}</li>`;
  });
  return html`<ul class="chips" aria-label="${t('form.active')}">${chips}</ul>`;
}
