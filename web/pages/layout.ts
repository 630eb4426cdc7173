import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Menus } from '../../shared/search/menus.ts';
import { CHANGE_PARAMETER } from '../api/changed-query.ts';
import type { Brand } from '../brand.ts';
import { LANGUAGE_PARAMETER } from '../language/choose-language.ts';
import type { Locale } from '../language/locale.ts';
import { LANGUAGES } from '../language/table.ts';
import { asset } from './assets.ts';

/** Escaped HTML. Async components give a promise. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What every page knows: the public crawls, the one that is shown, and the language. */
export type SiteContext = {
  crawls: readonly string[];
  /** Absent if there is no crawl. */
  crawl?: string;
  locale: Locale;
  brand: Brand;
  /** Menus of the search form. Absent: its filters are inputs for text. */
  menus?: Menus;
  /** Path and parameters of the page. */
  here: string;
};

/** Returns the crawl if a URL has to name it, or undefined for the first one, which is the default. */
export function namedCrawl({ crawls, crawl }: SiteContext): string | undefined {
  return crawl === crawls[0] ? undefined : crawl;
}

/** Returns the context of pages that show one crawl: the first of several that are searched together. */
export function oneCrawl({ crawl, ...site }: SiteContext): SiteContext {
  return crawl === undefined ? site : { ...site, crawl: crawl.split(',')[0]! };
}

export const crawlHref = (site: SiteContext): string => siteHref('/crawl', site);

/** Returns the URL of a page of the shown crawl. */
export function siteHref(path: string, site: SiteContext): string {
  const crawl = namedCrawl(oneCrawl(site));
  return crawl === undefined ? path : `${path}?${new URLSearchParams({ crawl })}`;
}

type Page = {
  /** Title of the page, without the name of the site. Absent: the start page, which has that name only. */
  title?: string;
  body: Html;
  /** Further elements of the head. */
  head?: Html;
  /** Content beside the name. */
  top?: Html;
  /** Class of the body. */
  kind: string;
  /** Id of a form of `/search` whose fields are the parameters of the page. Absent: there is none. */
  form?: string;
};

/** The layout of every page. */
export function layout(site: SiteContext, { title, body, head, top, kind, form }: Page): Html {
  const { t, language } = site.locale;
  const { name } = site.brand;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === undefined ? name : `${title} – ${name}`}</title>
<link rel="icon" href="${asset('/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset('/style.css')}">
${site.crawl === undefined ? '' : html`<link rel="search" type="application/opensearchdescription+xml" href="${siteHref('/opensearch.xml', site)}" title="${t('site.openSearch', { name, crawl: site.crawl })}">`}
<script src="${asset('/keys.js')}" defer></script>
<script src="${asset('/suggest.js')}" defer></script>
${head}
</head>
<body class="${kind}">
<a class="skip" href="#main">${t('site.skip')}</a>
<header class="top">
<a class="name" href="/" aria-label="${t('site.search', { name })}">${emblem}<span>${name}</span></a>
${top}
<nav aria-label="${t('site.nav')}">${site.crawl === undefined ? '' : html`<a href="${siteHref('/collection', site)}">${t('site.collection')}</a> <a href="${crawlHref(site)}">${t('site.crawl')}</a> `}<a href="${siteHref('/help', site)}">${t('site.help')}</a></nav>
</header>
<main id="main">${body}</main>
${languageLinks(site, form)}
</body>
</html>`;
}

/** Names of the languages of the pages, each in its own language. */
const LANGUAGE_NAMES = { en: 'English', sv: 'Svenska', de: 'Deutsch', fr: 'Français' } as const;

/** Maximum length of an address that is repeated for each language, in UTF-16 units. */
const MAX_REPEATED = 500;

/**
 * The same page in the other languages: as links, or for a long address as buttons of the form that has its parameters. Below them are the
 * links of the server.
 */
function languageLinks({ here, brand, locale: { t, language } }: SiteContext, form: string | undefined): Html {
  const links = LANGUAGES.map((code) => {
    if (code === language)
      return html`<li><span aria-current="true" lang="${code}">${LANGUAGE_NAMES[code]}</span></li>`;
    const url = new URL(`http://localhost${here}`);
    if (here.length > MAX_REPEATED) {
      if (form !== undefined) return languageButton(form, code, url);
      url.pathname = '/';
      url.search = '';
    }
    url.searchParams.set(LANGUAGE_PARAMETER, code);
    // A path that starts with two slashes would name another host.
    const href = `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
    return html`<li><a href="${href}" hreflang="${code}" lang="${code}" rel="nofollow">${LANGUAGE_NAMES[code]}</a></li>`;
  });
  return html`<footer class="languages"><nav aria-label="${t('site.languages')}"><ul>${links}</ul></nav>${brandLinks(brand)}</footer>`;
}

const brandLinks = ({ links }: Brand): Html | '' =>
  links.length === 0
    ? ''
    : html`<ul>${links.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}</ul>`;

function languageButton(form: string, code: keyof typeof LANGUAGE_NAMES, { searchParams }: URL): Html {
  const from = searchParams.get('from');
  const change = new URLSearchParams({ ...(from !== null && { from }), [LANGUAGE_PARAMETER]: code });
  return html`<li><button form="${form}" name="${CHANGE_PARAMETER}" value="${change}" lang="${code}">${LANGUAGE_NAMES[code]}</button></li>`;
}

/** The logo: an ear of grain. */
const emblem = html`<svg class="emblem" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 22V9"/><path d="M12 9c-2-2-2-5 0-7 2 2 2 5 0 7z"/><path d="M12 14c-3 0-5-2-5-5 3 0 5 2 5 5z"/><path d="M12 14c3 0 5-2 5-5-3 0-5 2-5 5z"/><path d="M12 19c-3 0-5-2-5-5 3 0 5 2 5 5z"/><path d="M12 19c3 0 5-2 5-5-3 0-5 2-5 5z"/></svg>`;
