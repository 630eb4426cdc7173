/**
 * Custom elements: names with a hyphen. They are inline, as browsers show them without a style sheet, and containers of the blocks in
 * them, such as the comments of Reddit. One that holds blocks ends the text in it; two in a row are words of their own.
 */
import { readHints } from './attribute-hints.ts';
import * as E from './elements.ts';
import { BLOCK_HINTS } from './hints/class-id-hints.ts';
import { cacheSlot } from './hints/hint-cache.ts';
import { popElement, pushElement } from './open-elements.ts';
import { breakBlock } from './text-blocks.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { hasAttribute } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

/** Maximum number of open custom elements among which an end tag finds its own. It bounds the time. */
const MAX_LEFT_OPEN = 64;

/** Starts a custom element. Its name counts as its class if it has none. @param extra roles from its attributes */
export function openCustomElement(walk: Walk, extra: number): void {
  const { scan, depth, hints, blockNames } = walk;
  if (scan.from - 1 === walk.customEnd) walk.pendingSpace = true;
  walk.hints = readHints(walk) & BLOCK_HINTS;
  walk.blockNames = walk.names;
  if (!hasAttribute(scan, ATTR.class)) nameByTag(walk);
  pushElement(walk, E.CUSTOM_ELEMENT, extra);
  walk.hints = hints;
  walk.blockNames = blockNames;
  if (walk.depth > depth) walk.customNames[depth] = hashOfName(scan);
}

function nameByTag(walk: Walk): void {
  const { scan, hintCache, page } = walk;
  const slot = cacheSlot(scan, hintCache, page.classNames, scan.from, scan.to);
  walk.blockNames = hintCache.names[slot] as number;
}

/** Ends a custom element and those left open in it. The tag has no effect if another element is open in it, as in browsers. */
export function closeCustomElement(walk: Walk): void {
  const { scan, openIds, customNames, firstBlocks } = walk;
  walk.customEnd = scan.at;
  if (walk.skippedDepth > 0) {
    walk.skippedDepth--;
    return;
  }
  const name = hashOfName(scan);
  const lowest = Math.max(0, walk.depth - MAX_LEFT_OPEN);
  let at = walk.depth - 1;
  while (at >= lowest && openIds[at] === E.CUSTOM_ELEMENT && customNames[at] !== name) at--;
  scan.steps += walk.depth - at;
  if (at < lowest || openIds[at] !== E.CUSTOM_ELEMENT) return;
  if (walk.page.blocks.length > (firstBlocks[at] as number)) {
    breakBlock(walk, E.BREAK);
    walk.element = 0;
    walk.hints = 0;
    walk.blockNames = 0;
  }
  while (walk.depth > at) popElement(walk);
}

/** Hashes the name of the last tag, ignoring case. */
function hashOfName({ units, from, to }: Scan): number {
  let hash = 0;
  for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + ((units[i] as number) | 0x20)) | 0;
  return hash;
}
