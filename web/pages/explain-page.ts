import { html } from 'hono/html';
import type { ExplainedUrl } from '../../shared/classify/review/topic-explanation.ts';
import { readableUrl } from './format.ts';
import { type Html, layout, namedCrawl, type SiteContext, siteHref } from './layout.ts';

type Explained = Pick<ExplainedUrl, 'url' | 'state' | 'steps'>;

/** A form for a URL, and what happened to the URL. Steps are in English, as `thresher explain` prints them. */
export function explainPage(site: SiteContext, given: string, explained?: Explained): Html {
  const { t } = site.locale;
  const body = html`<h1>${t('explain.title')}</h1>
<p class="small">${t('explain.about', { crawl: site.crawl ?? '' })}</p>
${explainForm(site, given)}
${explained ? story(site, explained) : ''}`;
  return layout(site, { title: t('explain.title'), body, kind: 'record' });
}

/** The form that asks for a URL. Works without scripts. */
export function explainForm(site: SiteContext, url = ''): Html {
  const { t } = site.locale;
  const crawl = namedCrawl(site);
  return html`<form class="ask" action="/explain"><div class="box"><input type="text" inputmode="url" name="url" dir="ltr" value="${url}" aria-label="${t('explain.url')}" autocomplete="off" autocapitalize="none" spellcheck="false" required>
${crawl === undefined ? '' : html`<input type="hidden" name="crawl" value="${crawl}">`}<button type="submit">${t('explain.show')}</button></div></form>`;
}

/** Returns the URL of the explanation of a URL. */
export function explainHref(site: SiteContext, url: string): string {
  const href = siteHref('/explain', site);
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ url })}`;
}

function story({ locale }: SiteContext, { url, state, steps }: Explained): Html {
  const { t, rich } = locale;
  return html`<h2><bdi dir="ltr">${readableUrl(url)}</bdi></h2>
<p>${rich('text.pair', { name: t('explain.state'), value: html`<code>${state}</code>` })}</p>
<dl class="metadata" lang="en">${steps.map(({ at, step, decision, reason, detail }) => {
    const time = at === null ? '' : html`<span><time datetime="${at}">${locale.second(Date.parse(at))}</time></span>`;
    return html`<div><dt>${step}</dt><dd dir="auto"><strong>${decision}${reason === null ? '' : ` (${reason})`}</strong> ${detail}${time}</dd></div>`;
  })}</dl>`;
}
