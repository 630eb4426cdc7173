/** Facts of a page, once from the single pass and once from the tree of parse5, for comparison. */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { ELEMENT_ROLES, elementId, HIDDEN } from '../../../shared/clean/html/elements.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';

export type Facts = {
  /** Distinct URLs in page order. */
  links: string[];
  title: string | null;
  base: string | null;
  metas: [name: string, content: string][];
  /** The visible text without white space: the tree has no line ends. */
  text: string;
};

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();
const bare = (text: string): string => text.replace(/\s+/g, '');

export function factsOf(html: string): Facts {
  const page = parseHtml(html, { xhtml: false, maxLinks: 10_000 });
  return {
    links: [...new Set(page.links.map(({ href }) => href))],
    title: page.title,
    base: page.base,
    metas: page.metas.map(({ name, content }) => [name, content]),
    text: bare(page.blocks.map(({ text }) => text).join('')),
  };
}

export function factsOfTree(html: string): Facts {
  const facts: Facts = { links: [], title: null, base: null, metas: [], text: '' };
  visit(parse(html, { scriptingEnabled: false }), facts, true);
  facts.links = [...new Set(facts.links)];
  facts.text = bare(facts.text);
  return facts;
}

const SVG = 'http://www.w3.org/2000/svg';
const FOLLOWED = /(?:^|\s)(?:canonical|alternate|next|prev)(?:\s|$)/i;

function visit(node: Tree.Node, facts: Facts, shown: boolean): void {
  if (node.nodeName === '#text') {
    if (shown) facts.text += (node as Tree.TextNode).value;
    return;
  }
  if ('tagName' in node) note(node, facts);
  const hides = 'tagName' in node && (node.namespaceURI === SVG || isHidden(node));
  if ('childNodes' in node) for (const child of node.childNodes) visit(child, facts, shown && !hides);
}

/** Returns whether an element and its descendants are hidden. */
function isHidden({ tagName, attrs }: Tree.Element): boolean {
  const has = (attribute: string): boolean => attrs.some(({ name }) => name === attribute);
  if (tagName === 'dialog' && !has('open')) return true;
  return ((ELEMENT_ROLES[elementId(tagName)] as number) & HIDDEN) !== 0 || has('hidden');
}

function note(element: Tree.Element, facts: Facts): void {
  const { tagName, namespaceURI } = element;
  const value = (name: string) => element.attrs.find((one) => one.name === name)?.value;
  if (tagName === 'a') add(facts.links, value('href'));
  if (namespaceURI === SVG) return;
  if (tagName === 'area') add(facts.links, value('href'));
  else if (tagName === 'iframe' || tagName === 'frame') add(facts.links, value('src'));
  else if (tagName === 'link' && FOLLOWED.test(value('rel') ?? '')) add(facts.links, value('href'));
  else if (tagName === 'base') facts.base ??= value('href') ?? null;
  else if (tagName === 'title') facts.title ??= fold(textIn(element)) || null;
  else if (tagName === 'meta') {
    const name = ['name', 'property', 'itemprop'].map((key) => value(key)?.trim().toLowerCase()).find((key) => key);
    const content = value('content');
    if (name && content !== undefined) facts.metas.push([name, fold(content)]);
  }
}

function add(links: string[], href: string | undefined): void {
  if (href !== undefined) links.push(href);
}

function textIn(element: Tree.Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}
