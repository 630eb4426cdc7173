/**
 * Finds text that sites write in `nav` although it is no navigation, such as the answers in accordions of Webflow, and asides of the page's
 * own text: notes of documentation, quotations in posts, captions. The trees decide whether these are text.
 */
import { ASIDE, ELEMENT_ROLES, elementId } from './elements.ts';
import type { Block, ParsedPage } from './parsed-page.ts';

/** Minimum length of running text, in UTF-16 units. */
const MIN_RUNNING_TEXT = 80;
/** Maximum share of link text. */
const MAX_LINKED = 0.1;
/** Minimum share of running text. Menus may have a description beside each entry. */
const MIN_RUNNING = 0.6;

const DIV = elementId('div');
const NAV = elementId('nav');

/**
 * Lets the blocks of a `nav` or `aside` be text if they are running text. Such a `nav` becomes a `div`. Cheap: reads the blocks of
 * outermost elements once.
 *
 * @param container index of the element in the containers of the page
 * @param first index of its first block
 */
export function releaseProse({ blocks, containers }: ParsedPage, container: number, first: number): void {
  if (!isProse(blocks, first) || hasNavigation(containers, container)) return;
  if (containers.elements[container] === NAV) containers.elements[container] = DIV;
  for (let i = first; i < blocks.length; i++) (blocks[i] as Block).roles &= ~ASIDE;
}

/** Whether there is navigation in an element that has just ended: all containers after it are in it. */
function hasNavigation({ elements }: ParsedPage['containers'], container: number): boolean {
  for (let c = container + 1; c < elements.length; c++)
    if (((ELEMENT_ROLES[elements[c] as number] as number) & ASIDE) !== 0) return true;
  return false;
}

function isProse(blocks: readonly Block[], first: number): boolean {
  let all = 0;
  let linked = 0;
  let running = 0;
  for (let i = first; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    all += block.text.length;
    linked += block.linked;
    if (block.text.length - block.linked >= MIN_RUNNING_TEXT) running += block.text.length;
  }
  return running > 0 && running >= all * MIN_RUNNING && linked <= all * MAX_LINKED;
}
