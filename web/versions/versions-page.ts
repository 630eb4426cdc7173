import { html } from 'hono/html';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import type { PageVersion, PageVersions, VersionsPlace } from '../../shared/search/page-versions.ts';
import { isLanguage } from '../language/formats.ts';
import { readableUrl, visibleTitle } from '../pages/format.ts';
import { recordHref } from '../pages/hit.ts';
import { type Html, layout, type SiteContext } from '../pages/layout.ts';
import { versionsHref } from '../pages/versions-href.ts';
import type { ComparedVersions, DiffPart } from './diff-texts.ts';

/** Number of captures from which on the button also stands before them. */
const LONG_LIST = 8;

/** `place`: where the captures begin. `compared`: the difference to show, if there is one. */
export type ShownVersions = {
  found: PageVersions;
  place: Partial<VersionsPlace>;
  compared: ComparedVersions | undefined;
};

/** The captures of a record as a form that compares two of them, and the difference. */
export function versionsPage(site: SiteContext, record: SearchRecord, { found, place, compared }: ShownVersions): Html {
  const { searched, next } = found;
  const versions = place.before === undefined ? found.versions : withCurrent(found.versions, record);
  const { t, plural } = site.locale;
  const title = visibleTitle(record.title, record.url);
  const lang = isLanguage(record.language) ? html` lang="${record.language}"` : '';
  const more =
    next === null ? '' : html` <a href="${versionsHref(site, record.id, next)}">${t('versions.earlier')}</a>`;
  const body = html`<h1>${t('versions.title')}</h1>
<p><a href="${recordHref(site, record.id)}"${lang} dir="auto">${title}</a></p>
${compared ? difference(site, compared) : ''}
<h2>${t('versions.captures')}</h2>
${versions.length === 0 ? html`<p>${t('versions.none')}</p>` : list(site, record, versions, { place, compared })}
<p class="small">${plural('versions.searched', searched)}${more}</p>`;
  return layout(site, { title: t('versions.of', { page: title }), body, kind: 'record' });
}

function list(
  site: SiteContext,
  record: SearchRecord,
  versions: readonly PageVersion[],
  { place, compared }: Pick<ShownVersions, 'place' | 'compared'>,
): Html {
  const { t, moment, count } = site.locale;
  const [newest] = versions;
  // The latest capture with another text, or else the one before.
  const before = versions.find(({ digest }) => digest !== newest!.digest) ?? versions[1] ?? newest;
  const [a, b] = compared ? [compared.earlier, compared.later] : [before!.fetchedAt, newest!.fetchedAt];
  const choice = (name: 'a' | 'b', at: number, when: string) => {
    const label = t(name === 'a' ? 'versions.chooseEarlier' : 'versions.chooseLater', { date: when });
    const isChosen = at === (name === 'a' ? a : b);
    return html`<input type="radio" name="${name}" value="${new Date(at).toISOString()}" aria-label="${label}"${isChosen ? html` checked` : ''}>`;
  };
  const hasUrls = versions.some(({ url }) => url !== newest!.url);
  const rows = versions.map(({ url, fetchedAt, digest, length }, i) => {
    const when = moment(fetchedAt);
    const isSame = versions[i + 1]?.digest === digest;
    const text = isSame ? t('versions.same') : t('versions.length', { n: count(length) });
    const choices = versions.length < 2 ? '' : html`${choice('a', fetchedAt, when)} ${choice('b', fetchedAt, when)} `;
    return html`<li>${choices}<span><time datetime="${new Date(fetchedAt).toISOString()}">${when}</time>${digest === record.id ? html` <strong>${t('versions.current')}</strong>` : ''} <small>${text}</small>${hasUrls ? html` <small><bdi dir="ltr">${readableUrl(url)}</bdi></small>` : ''}</span></li>`;
  });
  const compare = versions.length < 2 ? '' : html`<button type="submit">${t('versions.compare')}</button>`;
  const choose = versions.length < 2 ? '' : html`<p class="small">${t('versions.choose')}</p>`;
  const first = versions.length > LONG_LIST ? compare : '';
  return html`<form class="versions" action="${versionsHref(site, record.id).split('?')[0]}"><input type="hidden" name="crawl" value="${site.crawl}">${placeInputs(place)}${choose}${first}<ol>${rows}</ol>${compare}</form>`;
}

/** Adds the capture of the record itself to earlier ones, so that they can be compared with it. */
function withCurrent(versions: readonly PageVersion[], record: SearchRecord): PageVersion[] {
  const { url, fetchedAt, title, id: digest, text } = record;
  if (versions.some((one) => one.fetchedAt === fetchedAt)) return [...versions];
  return [{ url, fetchedAt, title, digest, length: text.length }, ...versions];
}

/** A comparison shows the same captures again. */
function placeInputs({ before, skip }: Partial<VersionsPlace>): Html {
  return html`${before === undefined ? '' : html`<input type="hidden" name="before" value="${new Date(before).toISOString()}">`}${skip ? html`<input type="hidden" name="skip" value="${skip}">` : ''}`;
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
