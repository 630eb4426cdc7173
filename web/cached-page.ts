import { html } from 'hono/html';
import type { Capture } from '../shared/fetch/warc/capture.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import type { ArchivedCopy } from './archived.ts';
import { linkable, moment, readable, typeName } from './format.ts';
import { type Html, layout, namedCrawl, type Place } from './layout.ts';

/** The frame round an archived page: what it is, of when, and where the page itself lives. */
export function cachedPage(place: Place, record: SearchRecord, capture: Capture, copy: ArchivedCopy): Html {
  const href = linkable(capture.url);
  const title = record.title.trim() || readable(capture.url);
  const body = html`<h1 class="unseen">Cached copy of ${title}</h1>
<div class="banner"><p>A copy of <bdi>${href ? html`<a href="${href}" rel="noreferrer">${readable(capture.url)}</a>` : readable(capture.url)}</bdi>
as it was on <time datetime="${new Date(capture.fetchedAt).toISOString()}">${moment(capture.fetchedAt)}</time>. The page may have changed since.</p>
<p class="small">${explained(copy, capture, record)}</p></div>
<iframe class="archived" src="${frameHref(place, record.id)}" sandbox="" referrerpolicy="no-referrer" title="Archived copy of ${title}"></iframe>`;
  return layout(place, { title: `${title} – cached copy – Thresher`, body, kind: 'cached' });
}

function explained(copy: ArchivedCopy, capture: Capture, record: SearchRecord): string {
  const cut = capture.truncated ? ' The answer of its server was cut off.' : '';
  if (copy.shown === 'extract') return `Shown is the text that was read out of it (${typeName(record.type)}).${cut}`;
  if (copy.shown === 'text') return `Shown as plain text.${cut}`;
  return `Scripts, forms and what lies elsewhere (pictures, style sheets) are left out, and links lead nowhere.${cut}`;
}

function frameHref(place: Place, id: string): string {
  const crawl = namedCrawl(place);
  const query = crawl === undefined ? '' : `?${new URLSearchParams({ crawl })}`;
  return `/cached/${encodeURIComponent(id)}/page${query}`;
}
