/**
 * Parses a page into a tree for CSS selectors. This costs many times the single pass of `parse-html.ts`, so only pages with a
 * matching rule are parsed. Limits on length, nodes and depth keep the time linear.
 */
import { compile } from 'css-select';
import type { Htmlparser2TreeAdapterMap, adapter as TreeAdapter } from 'parse5-htmlparser2-tree-adapter';
import { treeAdapter } from '../../packages/tree-adapter.ts';
import { treeParser } from '../../packages/tree-parser.ts';

export type TreeDocument = Htmlparser2TreeAdapterMap['document'];
export type TreeElement = Htmlparser2TreeAdapterMap['element'];
type AnyNode = Htmlparser2TreeAdapterMap['node'];

/** Maximum number of elements. */
const MAX_NODES = 300_000;
/** Maximum depth of open elements. */
const MAX_DEPTH = 512;

class TreeLimitError extends Error {
  override readonly name = 'TreeLimitError';
}

/** Parses a page, or returns undefined if it exceeds the limits. */
export function parseTree(html: string): TreeDocument | undefined {
  let nodes = 0;
  let depth = 0;
  const adapter = treeAdapter();
  const limited: typeof TreeAdapter = {
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
    return treeParser().parse<Htmlparser2TreeAdapterMap>(html, { treeAdapter: limited, scriptingEnabled: false });
  } catch (error) {
    if (error instanceof TreeLimitError) return undefined;
    throw error;
  }
}

/** Returns the matching descendants of a node, in page order. */
export type ElementSelector = (root: TreeDocument | TreeElement) => TreeElement[];

/** Maximum number of elements that a selector returns. */
const MAX_SELECTED = 2_000;

function compileMatcher(selector: string) {
  try {
    return compile<AnyNode, TreeElement>(selector);
  } catch (error) {
    throw new Error(`${selector} is no CSS selector (${(error as Error).message.trim()})`, { cause: error });
  }
}

/** Compiles a CSS selector. @throws Error describing what is invalid */
export function compileSelector(selector: string): ElementSelector {
  const matches = compileMatcher(selector);
  return (root) => {
    const found: TreeElement[] = [];
    // Iterative: recursion would overflow the stack on deep pages.
    const stack: AnyNode[] = [...root.children].reverse();
    for (let node = stack.pop(); node !== undefined && found.length < MAX_SELECTED; node = stack.pop()) {
      if (!('children' in node)) continue;
      if ('attribs' in node && matches(node)) found.push(node);
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as AnyNode);
    }
    return found;
  };
}

/** Returns the outer HTML of an element. */
export function serializeElement(element: TreeElement): string {
  const options = { treeAdapter: treeAdapter(), scriptingEnabled: false };
  return treeParser().serializeOuter<Htmlparser2TreeAdapterMap>(element, options);
}

/** Returns the text of a script element as written. */
export function rawTextOf(element: TreeElement): string {
  return element.children.map((child) => ('data' in child ? child.data : '')).join('');
}
