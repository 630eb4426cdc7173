/** A prefix of literals. `longestEnd`: the longest proper suffix that is a literal, if there is one. */
type Node = { next?: Map<number, Node>; fail: Node | undefined; literal: number; longestEnd: Node | undefined };

const createNode = (): Node => ({ fail: undefined, literal: -1, longestEnd: undefined });

/**
 * Finds all literals in one pass (Aho and Corasick 1975), also those that overlap.
 *
 * @param literals distinct texts, none of them empty
 * @returns a function that calls `onFind` for each occurrence, ordered by its end: index of the literal, and start in UTF-16 units
 */
export function createLiteralSearch(
  literals: readonly string[],
): (text: string, onFind: (literal: number, start: number) => void) => void {
  const root = buildTrie(literals);
  linkSuffixes(root);
  return (text, onFind) => {
    let node = root;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let next = node.next?.get(unit);
      while (next === undefined && node !== root) {
        node = node.fail!;
        next = node.next?.get(unit);
      }
      if (next === undefined) continue;
      node = next;
      let end: Node | undefined = node.literal >= 0 ? node : node.longestEnd;
      for (; end !== undefined; end = end.longestEnd) onFind(end.literal, at + 1 - literals[end.literal]!.length);
    }
  };
}

function buildTrie(literals: readonly string[]): Node {
  const root = createNode();
  literals.forEach((literal, n) => {
    let node = root;
    for (let at = 0; at < literal.length; at++) {
      const unit = literal.charCodeAt(at);
      node.next ??= new Map();
      const next = node.next.get(unit) ?? createNode();
      node.next.set(unit, next);
      node = next;
    }
    node.literal = n;
  });
  return root;
}

/** Links each node to the longest proper suffix that is a node, by breadth-first search. */
function linkSuffixes(root: Node): void {
  const queue = [root];
  for (const node of queue) {
    for (const [unit, next] of node.next ?? []) {
      let fail = node.fail;
      while (fail !== undefined && !fail.next?.has(unit)) fail = fail.fail;
      next.fail = fail?.next?.get(unit) ?? root;
      next.longestEnd = next.fail.literal >= 0 ? next.fail : next.fail.longestEnd;
      queue.push(next);
    }
  }
}
