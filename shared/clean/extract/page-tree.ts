/**
 * The tree of a page as a browser has it, for selectors: the one place where a page is a tree. It costs many times what the
 * pass over the page does, so only pages that rules know are read so, and there are limits of length, nodes and depth: with
 * them it is linear.
 */
import { compile } from 'css-select';
import { parse, serializeOuter } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';

export type TreeDocument = Htmlparser2TreeAdapterMap['document'];
export type TreeElement = Htmlparser2TreeAdapterMap['element'];
type AnyNode = Htmlparser2TreeAdapterMap['node'];

const MAX_NODES = 300_000;
const MAX_DEPTH = 512;

class TreeLimitError extends Error {
  override readonly name = 'TooMuch';
}

/** @returns undefined: more nodes or deeper than is looked into. */
export function parseTree(html: string): TreeDocument | undefined {
  let nodes = 0;
  let depth = 0;
  const treeAdapter: typeof adapter = {
    ...adapter,
    createElement(name, namespace, attributes) {
      if (++nodes > MAX_NODES) throw new TreeLimitError();
      return adapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      if (++depth > MAX_DEPTH) throw new TreeLimitError();
    },
    onItemPop() {
      depth--;
    },
  };
  try {
    return parse<Htmlparser2TreeAdapterMap>(html, { treeAdapter, scriptingEnabled: false });
  } catch (error) {
    if (error instanceof TreeLimitError) return undefined;
    throw error;
  }
}

/** All elements below one that a selector means, in the order of the page. */
export type ElementSelector = (root: TreeDocument | TreeElement) => TreeElement[];

const MAX_SELECTED = 2_000;

/** @throws with what is wrong with the selector. */
export function compileSelector(selector: string): ElementSelector {
  const matches = compile<AnyNode, TreeElement>(selector);
  return (root) => {
    const found: TreeElement[] = [];
    // An own walk: the depth of a page is no depth of calls.
    const stack: AnyNode[] = [...root.children].reverse();
    for (let node = stack.pop(); node !== undefined && found.length < MAX_SELECTED; node = stack.pop()) {
      if (!('children' in node)) continue;
      if ('attribs' in node && matches(node)) found.push(node);
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as AnyNode);
    }
    return found;
  };
}

export function serializeElement(element: TreeElement): string {
  return serializeOuter<Htmlparser2TreeAdapterMap>(element, { treeAdapter: adapter, scriptingEnabled: false });
}

/** What is in it as it stands, for scripts. */
export function rawTextOf(element: TreeElement): string {
  return element.children.map((child) => ('data' in child ? child.data : '')).join('');
}
