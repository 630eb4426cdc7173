import { html } from 'hono/html';
import { EMPTY_QUERY, searchHref } from '../api/search-query.ts';
import { browseHref } from './browse-href.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';

/** A class with the number of pages that it and the classes below it have. */
export type CountedClass = { class: string; records: number };

export type BrowsedClasses = {
  /** The class whose branches are shown. Absent: the whole tree. */
  selected?: string | undefined;
  /** All classes of the crawl that are below `selected`. */
  classes: readonly CountedClass[];
  /** Number of pages in all of them. */
  records: number;
  /** The first names of all classes that pages of `selected` have. */
  vocabularies: readonly string[];
  /** A class of another vocabulary, and those below it, counted among the pages of `selected`. Absent: none is shown beside. */
  beside?: { class: string; classes: readonly CountedClass[] };
};

/** Maximum number of branches of a tree, and of classes in one: a page has at most 30 KB, also with two trees. */
const MAX_BRANCHES = 24;
const MAX_BRANCHES_BESIDE = 12;
const MAX_IN_BRANCH = 6;
/** Maximum number of classes in the only branch of a tree. */
const MAX_IN_ONLY_BRANCH = 24;

/** A tree of two levels, and where its classes lead. */
type Tree = {
  root: string | undefined;
  classes: readonly CountedClass[];
  maxBranches: number;
  /** Returns the URL that shows a class of this tree. Undefined: the whole tree. */
  browse: (name: string | undefined) => string;
  /** Returns the URL of the pages of a class. */
  pages: (name: string) => string;
};

/** The classes below one as a tree of two levels, and a tree of another vocabulary beside it. */
export function browsePage(site: SiteContext, browsed: BrowsedClasses): Html {
  const { selected, classes, records, beside } = browsed;
  const { t, plural } = site.locale;
  const all = plural('browse.pages', records);
  const tree: Tree = {
    root: selected,
    classes,
    maxBranches: beside ? MAX_BRANCHES_BESIDE : MAX_BRANCHES,
    browse: (name) => browseHref(site, name, beside?.class),
    pages: (name) => pagesHref(site, name),
  };
  const heading = html`${selected === undefined ? '' : path(site, tree, selected)}
<h1>${selected ?? t('home.browse')}</h1>
<p class="small">${selected === undefined ? all : html`<a href="${pagesHref(site, selected)}">${all}</a>`}</p>`;
  const body = beside
    ? html`<div class="beside"><div>${heading}${branchesOf(site, tree)}</div>${besideTree(site, selected, beside)}</div>`
    : html`${heading}${otherVocabularies(site, browsed)}${branchesOf(site, tree)}`;
  return layout(site, { title: selected ?? t('browse.short'), body, kind: 'browse' });
}

/** The tree of another vocabulary. Its numbers count the pages that are in the selected class, too. */
function besideTree(
  site: SiteContext,
  selected: string | undefined,
  beside: NonNullable<BrowsedClasses['beside']>,
): Html {
  const both = (name: string) =>
    selected === undefined ? pagesHref(site, name) : commonPagesHref(site, selected, name);
  const tree: Tree = {
    root: beside.class,
    classes: beside.classes,
    maxBranches: MAX_BRANCHES_BESIDE,
    browse: (name) => browseHref(site, selected, name),
    pages: both,
  };
  const alone = site.locale.t('browse.alone', { class: selected ?? site.locale.t('browse.all') });
  return html`<div>${path(site, tree, beside.class)}
<h2 class="other">${beside.class}</h2>
<p class="small"><a href="${browseHref(site, selected)}">${alone}</a></p>
${branchesOf(site, tree)}</div>`;
}

/** Links to the other vocabularies that pages of the selected class have. */
function otherVocabularies(site: SiteContext, { selected, vocabularies }: BrowsedClasses): Html | '' {
  const [first, ...rest] = vocabularies;
  const others = selected === undefined ? rest : vocabularies.filter((name) => name !== selected.split('.')[0]);
  // Of the whole tree, a vocabulary is shown beside the first one.
  const left = selected ?? first;
  if (others.length === 0) return '';
  const links = others.map((name) => html`<li><a href="${browseHref(site, left, name)}">${name}</a></li>`);
  const label = site.locale.t('browse.beside');
  return html`<nav class="vocabularies" aria-label="${label}"><span>${label}</span><ul>${links.slice(0, MAX_BRANCHES)}</ul></nav>`;
}

function branchesOf(site: SiteContext, tree: Tree): Html {
  const { root, classes, maxBranches } = tree;
  const { t, count } = site.locale;
  const branches = childrenOf(root, classes);
  if (branches.length === 0) return html`<p>${t(root === undefined ? 'browse.noClasses' : 'browse.noneBelow')}</p>`;
  const shown = branches.slice(0, maxBranches).map((branch) => branchSection(site, branch, tree));
  const largest = { shown: maxBranches, count: count(branches.length) };
  return html`<div class="branches">${shown}</div>
${branches.length > maxBranches ? html`<p class="small">${t('browse.largest', largest)}</p>` : ''}`;
}

/** The classes above one, as links. */
function path({ locale: { t } }: SiteContext, { browse }: Tree, selected: string): Html {
  const parts = selected.split('.').slice(0, -1);
  const items = parts.map((name, i) => html`<li><a href="${browse(parts.slice(0, i + 1).join('.'))}">${name}</a></li>`);
  return html`<nav aria-label="${t('browse.aboveClass', { class: selected })}"><ol class="path"><li><a href="${browse(undefined)}">${t('browse.all')}</a></li>${items}</ol></nav>`;
}

function branchSection(site: SiteContext, branch: CountedClass, { root, classes, browse, pages }: Tree): Html {
  const { t, count } = site.locale;
  const children = childrenOf(branch.class, classes);
  const maxChildren = childrenOf(root, classes).length === 1 ? MAX_IN_ONLY_BRANCH : MAX_IN_BRANCH;
  const items = children.slice(0, maxChildren).map((child) => {
    const isLeaf = childrenOf(child.class, classes).length === 0;
    const href = isLeaf ? pages(child.class) : browse(child.class);
    return html`<li><a href="${href}">${lastPart(child.class)}</a> <span>${count(child.records)}</span></li>`;
  });
  const more = children.length - maxChildren;
  const rest =
    more > 0 ? html`<li><a href="${browse(branch.class)}">${t('browse.more', { n: count(more) })}</a></li>` : '';
  return html`<section><h2><a href="${pages(branch.class)}">${lastPart(branch.class)}</a> <span>${count(branch.records)}</span></h2>${items.length === 0 ? '' : html`<ul>${items}${rest}</ul>`}</section>`;
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

/** Returns the URL of the pages that are in both classes: the filter takes one, the query has the other. */
const commonPagesHref = (site: SiteContext, one: string, other: string): string =>
  searchHref(namedCrawl(site), { ...EMPTY_QUERY, q: `${inClass(one)} AND ${inClass(other)}` });

const inClass = (name: string): string => `class:${/[^\w.-]/.test(name) ? `"${name.replaceAll('"', ' ')}"` : name}`;
