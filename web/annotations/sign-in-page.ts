import { html } from 'hono/html';
import { type Html, layout, type SiteContext } from '../pages/layout.ts';

/**
 * The page where people sign in, to annotate pages.
 *
 * @param record id of the record whose page it leads back to
 * @param to `documents`: it leads to the page for documents
 */
export function signInPage(site: SiteContext, record: string | undefined, to: string | undefined): Html {
  const { t } = site.locale;
  const action = `/sign-in?${new URLSearchParams({ crawl: site.crawl ?? '' })}`;
  const body = html`<h1>${t('annotations.signIn')}</h1>
<p>${t('annotations.signInAbout')}</p>
<form method="post" action="${action}" class="sign-in">
<label>${t('annotations.name')}<input name="name" required maxlength="64" autocomplete="username" autocapitalize="none" dir="auto"></label>
<label>${t('annotations.token')}<input name="token" type="password" required maxlength="256" autocomplete="current-password"></label>
${record === undefined ? '' : html`<input type="hidden" name="record" value="${record}">`}
${to === 'documents' ? html`<input type="hidden" name="to" value="documents">` : ''}
<button>${t('annotations.signIn')}</button>
</form>`;
  return layout(site, { title: t('annotations.signIn'), body, kind: 'record' });
}
