/** Words within pictures that are drawn by commands (TikZ): the texts of their nodes. */

const NODE = /\bnode\b(?:\s|\[[^[\]]{0,300}\]|\([^()]{0,60}\)|at\b){0,12}\{/g;
const [MAX_NODES, MAX_TEXT] = [300, 500];

/** @returns TeX, a group each. */
export function textsOfNodes(picture: string): string {
  const texts: string[] = [];
  for (const { index, 0: node } of picture.matchAll(NODE)) {
    const from = index + node.length;
    const to = behindBraces(picture, from);
    if (to !== undefined) texts.push(`{${picture.slice(from, to)}}`);
    if (texts.length >= MAX_NODES) break;
  }
  return texts.join(' ');
}

function behindBraces(tex: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < tex.length && at - from < MAX_TEXT; at++) {
    if (tex[at] === '\\') at++;
    else if (tex[at] === '{') depth++;
    else if (tex[at] === '}' && depth-- === 0) return at;
  }
  return undefined;
}
