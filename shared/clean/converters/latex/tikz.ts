/** Text of TikZ pictures. */

const NODE = /\bnode\b(?:\s|\[[^[\]]{0,300}\]|\([^()]{0,60}\)|at\b){0,12}\{/g;
/** Maximum number of nodes per picture. */
const MAX_NODES = 300;
/** Maximum length of a node's text, in UTF-16 units. */
const MAX_NODE_LENGTH = 500;

/** Returns the texts of the nodes as TeX, one group each. */
export function tikzNodeTexts(picture: string): string {
  const texts: string[] = [];
  for (const { index, 0: node } of picture.matchAll(NODE)) {
    const from = index + node.length;
    const to = indexOfClosingBrace(picture, from);
    if (to !== undefined) texts.push(`{${picture.slice(from, to)}}`);
    if (texts.length >= MAX_NODES) break;
  }
  return texts.join(' ');
}

/** Returns the position of the brace that closes the group, or undefined if the group is longer than `MAX_NODE_LENGTH`. */
function indexOfClosingBrace(tex: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < tex.length && at - from < MAX_NODE_LENGTH; at++) {
    if (tex[at] === '\\') at++;
    else if (tex[at] === '{') depth++;
    else if (tex[at] === '}' && depth-- === 0) return at;
  }
  return undefined;
}
