import { html } from 'hono/html';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { linkable, moment, readableUrl, typeName, visibleTitle } from '../pages/format.ts';
import { type Html, layout, namedCrawl, type SiteContext } from '../pages/layout.ts';
import type { ArchivedCopy } from './archived-copy.ts';

/** The page around an archived page: its URL, when it was fetched, and how it is shown. */
export function cachedPage(site: SiteContext, record: SearchRecord, capture: Capture, copy: ArchivedCopy): Html {
  const href = linkable(capture.url);
  const title = visibleTitle(record.title, capture.url);
  const body = html`<h1 class="unseen">Cached copy of ${title}</h1>
<div class="banner"><p>Cached copy of <bdi dir="ltr">${href ? html`<a href="${href}" rel="noreferrer">${readableUrl(capture.url)}</a>` : readableUrl(capture.url)}</bdi>
fetched on <time datetime="${new Date(capture.fetchedAt).toISOString()}">${moment(capture.fetchedAt)}</time>. The page may have changed since.</p>
<p class="small">${describeCopy(copy, capture, record)}</p></div>
<iframe class="archived" src="${frameHref(site, record.id)}" sandbox="" referrerpolicy="no-referrer" title="Archived copy of ${title}"></iframe>`;
  return layout(site, { title: `${title} – cached copy – Thresher`, body, kind: 'cached' });
}

function describeCopy(copy: ArchivedCopy, capture: Capture, record: SearchRecord): string {
  const cut = `${capture.truncated ? ' The response was truncated.' : ''}${copy.cut ? ' Only the beginning is shown.' : ''}`;
  if (copy.shown === 'extract') return `This is the text that was extracted from it (${typeName(record.type)}).${cut}`;
  if (copy.shown === 'text') return `Shown as plain text.${cut}`;
  return `Scripts, forms, external images and style sheets are removed, and links are disabled.${cut}`;
}

function frameHref(site: SiteContext, id: string): string {
  const crawl = namedCrawl(site);
  const query = crawl === undefined ? '' : `?${new URLSearchParams({ crawl })}`;
  return `/cached/${encodeURIComponent(id)}/page${query}`;
}
