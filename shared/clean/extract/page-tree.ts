/**
 * The tree of a page as a browser has it, for selectors: the one place where a page is a tree. It costs many times what the
 * pass over the page does, so only pages that rules know are read so, and there are limits of length, nodes and depth: with
 * them it is linear.
 */
import { compile } from 'css-select';
import { parse, serializeOuter } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';

export type Document = Htmlparser2TreeAdapterMap['document'];
export type Element = Htmlparser2TreeAdapterMap['element'];
type AnyNode = Htmlparser2TreeAdapterMap['node'];

const MAX_NODES = 300_000;
const MAX_DEPTH = 512;

class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** @returns undefined: more nodes or deeper than is looked into. */
export function treeOf(html: string): Document | undefined {
  let nodes = 0;
  let depth = 0;
  const treeAdapter: typeof adapter = {
    ...adapter,
    createElement(name, namespace, attributes) {
      if (++nodes > MAX_NODES) throw new TooMuch();
      return adapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      if (++depth > MAX_DEPTH) throw new TooMuch();
    },
    onItemPop() {
      depth--;
    },
  };
  try {
    return parse<Htmlparser2TreeAdapterMap>(html, { treeAdapter, scriptingEnabled: false });
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}

/** All elements below one that a selector means, in the order of the page. */
export type Selection = (root: Document | Element) => Element[];

const MOST_ELEMENTS = 2_000;

/** @throws with what is wrong with the selector. */
export function compileSelector(selector: string): Selection {
  const matches = compile<AnyNode, Element>(selector);
  return (root) => {
    const found: Element[] = [];
    // An own walk: the depth of a page is no depth of calls.
    const stack: AnyNode[] = [...root.children].reverse();
    for (let node = stack.pop(); node !== undefined && found.length < MOST_ELEMENTS; node = stack.pop()) {
      if (!('children' in node)) continue;
      if ('attribs' in node && matches(node)) found.push(node);
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as AnyNode);
    }
    return found;
  };
}

export function htmlOf(element: Element): string {
  return serializeOuter<Htmlparser2TreeAdapterMap>(element, { treeAdapter: adapter, scriptingEnabled: false });
}

/** What is in it as it stands, for scripts. */
export function rawTextOf(element: Element): string {
  return element.children.map((child) => ('data' in child ? child.data : '')).join('');
}
