import { html } from 'hono/html';
import { EMPTY_QUERY, LIMITS } from '../api/search-query.ts';
import type { Key } from '../language/table.ts';
import { type Html, layout, type SiteContext } from '../pages/layout.ts';
import { crawlField, filterFields } from '../pages/search-form.ts';
import { ROW_FIELDS, ROW_MATCHES, ROW_OPERATORS, ROWS, type RowField } from './advanced-query.ts';

const FIELD_KEYS = {
  any: 'advanced.fullText',
  title: 'advanced.titles',
  author: 'record.author',
  abstract: 'advanced.abstract',
  keywords: 'record.keywords',
  headings: 'record.headings',
  text: 'record.text',
  anchor: 'record.anchors',
  url: 'advanced.url',
  annotation: 'annotations.title',
} as const satisfies Record<RowField, Key>;

/** The form that builds a query of several fields. Works without scripts. @param hasAnnotations whether the server has annotations */
export function advancedPage(site: SiteContext, hasAnnotations: boolean): Html {
  const { t } = site.locale;
  const fields = ROW_FIELDS.filter((field) => hasAnnotations || field !== 'annotation');
  const body = html`<h1>${t('advanced.title')}</h1>
<form action="/advanced" class="advanced" autocapitalize="none">
${Array.from({ length: ROWS }, (_, i) => row(site, i + 1, fields))}
<div class="fields">${crawlField(site)}${filterFields(site, EMPTY_QUERY)}</div>
<button type="submit">${t('form.search')}</button>
</form>`;
  return layout(site, { title: t('advanced.title'), body, kind: 'record' });
}

function row({ locale: { t } }: SiteContext, n: number, fields: readonly RowField[]): Html {
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    html`<label>${label}<select name="${name}${n}">${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`;
  return html`<fieldset><legend class="unseen">${t('advanced.row', { n })}</legend>
${
  n === 1
    ? ''
    : select(
        'operator',
        t('advanced.operator'),
        ROW_OPERATORS.map((one) => [one, t(`advanced.${one}`)] as const),
      )
}
${select(
  'field',
  t('advanced.field'),
  fields.map((one) => [one, t(FIELD_KEYS[one])] as const),
)}
${select(
  'match',
  t('advanced.match'),
  ROW_MATCHES.map((one) => [one, t(`advanced.match.${one}`)] as const),
)}
<label>${t('advanced.words')}<input type="search" name="words${n}" maxlength="${LIMITS.queryLength}" dir="auto" autocomplete="off"></label></fieldset>`;
}
