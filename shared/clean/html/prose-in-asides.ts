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

/**
 * Classes of notes in documentation, also behind the name of a program: `note`, `starlight-aside--tip`. Docutils writes footnotes, references and
 * boxes in `aside`, also in each other.
 */
const NOTE =
  /(?:^|\s)(?:[\w-]+--)?(?:note|notice|tip|hint|info|important|success|caution|warning|danger|admonition|callout|footnote|footnote-list|citation|citation-list|topic)(?:\s|$)/i;
/** Maximum share of link text of a note. */
const MAX_LINKED_IN_NOTE = 0.5;
/** Maximum length of the class names that are looked at, in UTF-16 units. */
const MAX_NAME_LENGTH = 200;

const ASIDE_ELEMENT = elementId('aside');
const DIV = elementId('div');
const NAV = elementId('nav');

/**
 * Lets the blocks of a `nav` or `aside` be text if they are running text. Such a `nav` becomes a `div`. Cheap: reads the blocks of
 * outermost elements once.
 *
 * @param container index of the element in the containers of the page
 * @param first index of its first block
 */
export function releaseProse(page: ParsedPage, container: number, first: number): void {
  const { blocks, containers } = page;
  const isText = isNote(page, container) ? isUnlinked(blocks, first, MAX_LINKED_IN_NOTE) : isProse(blocks, first);
  if (!isText || hasNavigation(page, container)) return;
  if (containers.elements[container] === NAV) containers.elements[container] = DIV;
  for (let i = first; i < blocks.length; i++) (blocks[i] as Block).roles &= ~ASIDE;
}

/** Whether an element is an `aside` with the class of a note. */
export function isNote({ html, containers, classNames }: ParsedPage, container: number): boolean {
  if (containers.elements[container] !== ASIDE_ELEMENT) return false;
  const name = containers.names[container] as number;
  const from = classNames.froms[name] as number;
  return NOTE.test(html.slice(from, Math.min(classNames.tos[name] as number, from + MAX_NAME_LENGTH)));
}

/** Whether the blocks from an index on have at most a share of link text. */
function isUnlinked(blocks: readonly Block[], first: number, maxShare: number): boolean {
  let all = 0;
  let linked = 0;
  for (let i = first; i < blocks.length; i++) {
    all += (blocks[i] as Block).text.length;
    linked += (blocks[i] as Block).linked;
  }
  return linked <= all * maxShare;
}

/** Whether there is navigation in an element that has just ended: all containers after it are in it. Notes are none. */
function hasNavigation(page: ParsedPage, container: number): boolean {
  const { elements } = page.containers;
  for (let c = container + 1; c < elements.length; c++)
    if (((ELEMENT_ROLES[elements[c] as number] as number) & ASIDE) !== 0 && !isNote(page, c)) return true;
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
