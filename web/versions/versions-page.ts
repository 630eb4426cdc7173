import { html } from 'hono/html';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import type { PageVersion, PageVersions } from '../../shared/search/page-versions.ts';
import { readableUrl, visibleTitle } from '../pages/format.ts';
import { recordHref } from '../pages/hit.ts';
import { type Html, layout, type SiteContext } from '../pages/layout.ts';
import { versionsHref } from '../pages/versions-href.ts';
import type { ComparedVersions, DiffPart } from './diff-texts.ts';

/** Maximum number of captures on the page: a page has at most 30 KB. */
const MAX_VERSIONS = 50;

/** The captures of a record as a form that compares two of them, and the difference. */
export function versionsPage(
  site: SiteContext,
  record: SearchRecord,
  { versions, searched, before }: PageVersions,
  compared?: ComparedVersions,
): Html {
  const { t, plural } = site.locale;
  const title = visibleTitle(record.title, record.url);
  const more =
    before === null ? '' : html` <a href="${versionsHref(site, record.id, before)}">${t('versions.earlier')}</a>`;
  const body = html`<h1>${t('versions.title')}</h1>
<p><a href="${recordHref(site, record.id)}" dir="auto">${title}</a></p>
${compared ? difference(site, compared) : ''}
<h2>${t('versions.captures')}</h2>
${versions.length === 0 ? html`<p>${t('versions.none')}</p>` : list(site, record, versions.slice(0, MAX_VERSIONS), compared)}
<p class="small">${plural('versions.searched', searched)}${more}</p>`;
  return layout(site, { title: `${t('versions.of', { page: title })} – Thresher`, body, kind: 'record' });
}

function list(
  site: SiteContext,
  record: SearchRecord,
  versions: readonly PageVersion[],
  compared: ComparedVersions | undefined,
): Html {
  const { t, moment, count } = site.locale;
  const [a = versions[Math.min(1, versions.length - 1)]!.fetchedAt, b = versions[0]!.fetchedAt] = compared
    ? [compared.earlier, compared.later]
    : [];
  const choice = (name: 'a' | 'b', at: number, when: string) => {
    const label = t(name === 'a' ? 'versions.chooseEarlier' : 'versions.chooseLater', { date: when });
    const isChosen = at === (name === 'a' ? a : b);
    return html`<input type="radio" name="${name}" value="${new Date(at).toISOString()}" aria-label="${label}"${isChosen ? html` checked` : ''}>`;
  };
  const rows = versions.map(({ url, fetchedAt, digest, length }, i) => {
    const when = moment(fetchedAt);
    const isSame = versions[i + 1]?.digest === digest;
    const text = isSame ? t('versions.same') : t('versions.length', { n: count(length) });
    return html`<li>${choice('a', fetchedAt, when)} ${choice('b', fetchedAt, when)} <span><time datetime="${new Date(fetchedAt).toISOString()}">${when}</time>${digest === record.id ? html` <strong>${t('versions.current')}</strong>` : ''} <small>${text}</small> <small><bdi dir="ltr">${readableUrl(url)}</bdi></small></span></li>`;
  });
  const compare = versions.length < 2 ? '' : html`<button type="submit">${t('versions.compare')}</button>`;
  return html`<form class="versions" action="${versionsHref(site, record.id).split('?')[0]}"><input type="hidden" name="crawl" value="${site.crawl}"><ol>${rows}</ol>${compare}</form>`;
}

function difference({ locale: { t, rich, moment } }: SiteContext, { earlier, later, diff }: ComparedVersions): Html {
  const at = (time: number) => html`<time datetime="${new Date(time).toISOString()}">${moment(time)}</time>`;
  const between = rich('versions.between', { earlier: at(earlier), later: at(later) });
  return html`<section class="difference"><h2>${t('versions.difference')}</h2><p class="small">${between}</p>${content(t, diff)}</section>`;
}

function content(t: SiteContext['locale']['t'], diff: ComparedVersions['diff']): Html {
  if (diff === null) return html`<p>${t('versions.tooDifferent')}</p>`;
  if (diff.parts.every(({ kind }) => kind === 'same') && !diff.cut) return html`<p>${t('versions.equal')}</p>`;
  const cut = diff.cut ? html`<p class="small">${t('versions.cut')}</p>` : '';
  return html`<p class="text" dir="auto">${diff.parts.map(partOf)}</p>${cut}`;
}

function partOf({ kind, text }: DiffPart): Html | string {
  if (kind === 'same') return text;
  return kind === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`;
}
