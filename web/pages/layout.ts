import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { asset } from './assets.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What every page knows: the public crawls and the one that is shown. */
export type SiteContext = {
  crawls: readonly string[];
  /** Absent if there is no crawl. */
  crawl?: string;
};

/** Returns the crawl if a URL has to name it, or undefined for the first one, which is the default. */
export function namedCrawl({ crawls, crawl }: SiteContext): string | undefined {
  return crawl === crawls[0] ? undefined : crawl;
}

export const crawlHref = (site: SiteContext): string => siteHref('/crawl', site);

/** Returns the URL of a page of the shown crawl. */
export function siteHref(path: string, site: SiteContext): string {
  const crawl = namedCrawl(site);
  return crawl === undefined ? path : `${path}?${new URLSearchParams({ crawl })}`;
}

/** The layout of every page. `head` adds elements to the head, `top` adds content beside the name. */
export function layout(
  site: SiteContext,
  { title, body, head, top, kind }: { title: string; body: Html; head?: Html; top?: Html; kind: string },
): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${asset('/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset('/style.css')}">
${site.crawl === undefined ? '' : html`<link rel="search" type="application/opensearchdescription+xml" href="${siteHref('/opensearch.xml', site)}" title="Thresher: ${site.crawl}">`}
<script src="${asset('/keys.js')}" defer></script>
<script src="${asset('/suggest.js')}" defer></script>
${head}
</head>
<body class="${kind}">
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="name" href="/" aria-label="Thresher, search">${emblem}<span>Thresher</span></a>
${top}
<nav aria-label="Site">${site.crawl === undefined ? '' : html`<a href="${crawlHref(site)}">Crawl</a> `}<a href="${siteHref('/help', site)}">Help</a></nav>
</header>
<main id="main">${body}</main>
</body>
</html>`;
}

/** The logo: an ear of grain. */
const emblem = html`<svg class="emblem" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 22V9"/><path d="M12 9c-2-2-2-5 0-7 2 2 2 5 0 7z"/><path d="M12 14c-3 0-5-2-5-5 3 0 5 2 5 5z"/><path d="M12 14c3 0 5-2 5-5-3 0-5 2-5 5z"/><path d="M12 19c-3 0-5-2-5-5 3 0 5 2 5 5z"/><path d="M12 19c3 0 5-2 5-5-3 0-5 2-5 5z"/></svg>`;
