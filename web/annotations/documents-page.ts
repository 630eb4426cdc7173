import { html } from 'hono/html';
import { type Html, layout, type SiteContext } from '../pages/layout.ts';
import { MAX_DOCUMENT_URL } from './annotation-parameters.ts';

const EXAMPLE = 'https://papers.example/paper.pdf';

/** The page where contributors hand in documents. It leads others to the sign-in page. */
export function documentsPage(site: SiteContext, isContributor: boolean): Html {
  const { t } = site.locale;
  const crawl = new URLSearchParams({ crawl: site.crawl ?? '' });
  const form = html`<form method="post" action="/documents?${crawl}" enctype="multipart/form-data" class="sign-in">
<label>${t('documents.file')}<input type="file" name="file" required></label>
<label>${t('documents.url')}<input type="url" name="url" required maxlength="${MAX_DOCUMENT_URL}" placeholder="${EXAMPLE}"></label>
<button>${t('documents.send')}</button>
</form>`;
  const body = html`<h1>${t('documents.title')}</h1>
<p>${t('documents.about')}</p>
${isContributor ? form : html`<p><a href="/sign-in?${crawl}&amp;to=documents" rel="nofollow">${t('documents.signIn')}</a></p>`}`;
  return layout(site, { title: t('documents.title'), body, kind: 'record' });
}
