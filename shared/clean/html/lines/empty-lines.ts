/**
 * Finds lines that are `div` elements. Editors in browsers write each line as one, and an empty line as `<div><br></div>`; some sites write poems so.
 * Where a page has such an empty line, the elements beside it are lines, and the paragraphs are what empty lines separate.
 */
import { elementId } from '../elements.ts';
import type { Block, ParsedPage } from '../parsed-page.ts';
import type { Walk } from '../walk.ts';

const DIV = elementId('div');
/** The end of an element that has a line break only, up to the end tag of the `div`. */
const EMPTY_LINE = /<br\s*\/?>\s*(?:<\/(?:span|font|b|i|strong|em)>\s*){0,3}<\/div\s*>$/i;
const MAX_LENGTH = 100;

/** Notes the innermost open element if it is a `div` with a line break only. Call it at its end tag. */
export function noteEmptyLine({ scan, page, openIds, firstBlocks, depth, lineBreaks, container }: Walk): void {
  if (lineBreaks === 0 || openIds[depth - 1] !== DIV || firstBlocks[depth - 1] !== page.blocks.length) return;
  if (!EMPTY_LINE.test(scan.html.slice(Math.max(0, scan.at - MAX_LENGTH), scan.at))) return;
  page.emptyLines.push({ container: page.containers.parents[container] as number, block: page.blocks.length });
}

/** Joins the lines of a paragraph: each is a block of its own in an element beside an empty line. */
export function joinLines(page: ParsedPage): void {
  const { emptyLines, blocks, containers } = page;
  if (emptyLines.length === 0) return;
  const around = new Set(emptyLines.map(({ container }) => container));
  const afterEmpty = new Set(emptyLines.map(({ block }) => block));
  for (let i = 1; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    const before = blocks[i - 1] as Block;
    if (!block.paragraph || afterEmpty.has(i) || block.element !== DIV || before.element !== DIV) continue;
    if (around.has(containers.parents[block.container] as number) && areSiblings(page, before, block))
      block.paragraph = false;
  }
}

/** Whether two blocks are in `div` elements beside each other that have no class or id: with one, they may have a margin. */
export function areSiblings(
  { containers: { parents, elements, names } }: ParsedPage,
  one: Block,
  other: Block,
): boolean {
  const [a, b] = [one.container, other.container];
  if (a === b || elements[a] !== DIV || elements[b] !== DIV) return false;
  return names[a] === 0 && names[b] === 0 && parents[a] === parents[b];
}
