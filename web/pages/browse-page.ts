import { html } from 'hono/html';
import { EMPTY_QUERY, searchHref } from '../api/search-query.ts';
import { browseHref } from './browse-href.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';

/** A class with the number of pages that it and the classes below it have. */
export type CountedClass = { class: string; records: number };

/** Maximum number of branches on a page, and of classes in one: a page has at most 30 KB. */
const MAX_BRANCHES = 24;
const MAX_IN_BRANCH = 6;

/**
 * The classes below one as a tree of two levels, side by side.
 *
 * @param selected the class whose branches are shown; undefined: the whole tree
 * @param classes all classes of the crawl that are below `selected`
 * @param records number of pages in all of them
 */
export function browsePage(
  site: SiteContext,
  selected: string | undefined,
  classes: readonly CountedClass[],
  records: number,
): Html {
  const branches = childrenOf(selected, classes);
  const { t, count, plural } = site.locale;
  const all = plural('browse.pages', records);
  const body = html`${selected === undefined ? '' : path(site, selected)}
<h1>${selected ?? t('home.browse')}</h1>
<p class="small">${selected === undefined ? all : html`<a href="${pagesHref(site, selected)}">${all}</a>`}</p>
${branches.length === 0 ? emptyNote(site, selected) : html`<div class="branches">${branches.slice(0, MAX_BRANCHES).map((branch) => branchSection(site, branch, classes))}</div>`}
${branches.length > MAX_BRANCHES ? html`<p class="small">${t('browse.largest', { shown: MAX_BRANCHES, count: count(branches.length) })}</p>` : ''}`;
  return layout(site, { title: `${selected ?? t('browse.short')} – Thresher`, body, kind: 'browse' });
}

const emptyNote = ({ locale: { t } }: SiteContext, selected: string | undefined): Html =>
  selected === undefined ? html`<p>${t('browse.noClasses')}</p>` : html`<p>${t('browse.noneBelow')}</p>`;

/** The classes above one, as links. */
function path(site: SiteContext, selected: string): Html {
  const parts = selected.split('.').slice(0, -1);
  const items = parts.map(
    (name, i) => html`<li><a href="${browseHref(site, parts.slice(0, i + 1).join('.'))}">${name}</a></li>`,
  );
  return html`<nav aria-label="${site.locale.t('browse.above')}"><ol class="path"><li><a href="${browseHref(site)}">${site.locale.t('browse.all')}</a></li>${items}</ol></nav>`;
}

function branchSection(site: SiteContext, branch: CountedClass, classes: readonly CountedClass[]): Html {
  const { t, count } = site.locale;
  const children = childrenOf(branch.class, classes);
  const items = children.slice(0, MAX_IN_BRANCH).map((child) => {
    const isLeaf = childrenOf(child.class, classes).length === 0;
    const href = isLeaf ? pagesHref(site, child.class) : browseHref(site, child.class);
    return html`<li><a href="${href}">${lastPart(child.class)}</a> <span>${count(child.records)}</span></li>`;
  });
  const more = children.length - MAX_IN_BRANCH;
  const rest =
    more > 0
      ? html`<li><a href="${browseHref(site, branch.class)}">${t('browse.more', { n: count(more) })}</a></li>`
      : '';
  return html`<section><h2><a href="${pagesHref(site, branch.class)}">${lastPart(branch.class)}</a> <span>${count(branch.records)}</span></h2>${items.length === 0 ? '' : html`<ul>${items}${rest}</ul>`}</section>`;
}

/** Returns the classes one level below a class, those of the most pages first. */
function childrenOf(parent: string | undefined, classes: readonly CountedClass[]): CountedClass[] {
  const prefix = parent === undefined ? '' : `${parent}.`;
  const depth = parent === undefined ? 1 : parent.split('.').length + 1;
  return classes.filter((one) => one.class.startsWith(prefix) && one.class.split('.').length === depth);
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const pagesHref = (site: SiteContext, name: string): string =>
  searchHref(namedCrawl(site), { ...EMPTY_QUERY, class: name });
