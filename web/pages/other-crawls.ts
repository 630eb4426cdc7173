import { html } from 'hono/html';
import type { Html, SiteContext } from './layout.ts';

/** Links to the same page of each crawl. @param path path of the page */
export function otherCrawls({ crawls, crawl, locale: { t } }: SiteContext, path: string): Html | '' {
  if (crawls.length < 2) return '';
  const links = crawls.map((name) =>
    name === crawl
      ? html`<li><span aria-current="page">${name}</span></li>`
      : html`<li><a href="${path}?${new URLSearchParams({ crawl: name }).toString()}">${name}</a></li>`,
  );
  return html`<nav class="crawls" aria-label="${t('crawl.crawls')}"><ul>${links}</ul></nav>`;
}
