import { html } from 'hono/html';
import { isLanguage } from '../language/formats.ts';
import { linkable, readableUrl, typeName, visibleTitle } from '../pages/format.ts';
import { type Html, layout, namedCrawl, type SiteContext } from '../pages/layout.ts';
import type { CachedCopy } from './read-copy.ts';

/** The page around an archived page: its URL, when it was fetched, and how it is shown. */
export function cachedPage(site: SiteContext, cached: CachedCopy): Html {
  const { record, capture } = cached;
  const href = linkable(capture.url);
  const title = visibleTitle(record.title, capture.url);
  const { t, rich, moment } = site.locale;
  const url = readableUrl(capture.url);
  const page = html`<bdi dir="ltr">${href ? html`<a href="${href}" rel="noreferrer">${url}</a>` : url}</bdi>`;
  const date = html`<time datetime="${new Date(capture.fetchedAt).toISOString()}">${moment(capture.fetchedAt)}</time>`;
  const lang = isLanguage(record.language) ? html` lang="${record.language}"` : '';
  const body = html`<h1 class="unseen">${rich('cached.of', { page: html`<bdi${lang}>${title}</bdi>` })}</h1>
<div class="banner"><p>${rich('cached.banner', { page, date })}</p>
<p class="small">${describeCopy(site, cached)}</p></div>
<iframe class="archived" src="${frameHref(site, record.id)}" sandbox="" referrerpolicy="no-referrer" title="${t('cached.frame', { page: title })}"></iframe>`;
  return layout(site, { title: t('cached.title', { page: title }), body, kind: 'cached' });
}

function describeCopy({ locale }: SiteContext, { copy, capture, record }: CachedCopy): string {
  const { t } = locale;
  const shown =
    copy.shown === 'extract' ? t('cached.extract', { type: typeName(locale, record.type) }) : t(`cached.${copy.shown}`);
  return [shown, ...(capture.truncated ? [t('cached.truncated')] : []), ...(copy.cut ? [t('cached.cut')] : [])].join(
    ' ',
  );
}

function frameHref(site: SiteContext, id: string): string {
  const crawl = namedCrawl(site);
  const query = crawl === undefined ? '' : `?${new URLSearchParams({ crawl })}`;
  return `/cached/${encodeURIComponent(id)}/page${query}`;
}
