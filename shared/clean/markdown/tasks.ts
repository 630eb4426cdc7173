/** Finds the check boxes of task lists: the first thing in an item, `<li><input type="checkbox" checked disabled> text`. */
import { isImageBefore, startOfRun } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { escapeLineStart } from './escape.ts';

/** Maximum number of characters between the start of an item and its text that are searched for a check box. */
const MAX_DISTANCE = 600;
/** An item, up to its text. Programs write the box and the text into a paragraph, a label or spans. */
const BOX_OF_ITEM =
  /<li\b[^<>]*>(?:\s*<(?:p|label|span|div)\b[^<>]*>){0,4}\s*<input\b([^<>]*)>(?:\s*<\/?(?:p|label|span|div)\b[^<>]*>){0,8}\s*$/i;
const IS_CHECK_BOX = /\stype\s*=\s*["']?checkbox\b/i;
/** A quoted value, which may have the name of another attribute in it: `aria-label="Not checked"`. */
const QUOTED = /=\s*(?:"[^"]*"|'[^']*')/g;
const IS_CHECKED = /\schecked(?=[\s=/]|$)/i;
/** A box that a form sends, such as a filter of a shop, is no task. */
const IS_SENT = /\s(?:name|value)\s*=/i;
const IS_DISABLED = /\sdisabled(?=[\s=/]|$)/i;

/**
 * Returns a function that returns the box before the text of a block: `[x] `, `[ ] `, or '' if there is none. Call it for the blocks in the order
 * of the page.
 */
export function newBoxLookup(page: ParsedPage): (block: Block) => string {
  let lastItem = 0;
  return ({ item, firstRun, lastRun }) => {
    if (item <= lastItem) return '';
    lastItem = item;
    let run = firstRun;
    while (run < lastRun - 1 && isImageBefore(page, run)) run++;
    const start = startOfRun(page, run);
    const before = page.html.slice(Math.max(0, start - MAX_DISTANCE), start);
    const input = before.includes('<input') ? BOX_OF_ITEM.exec(before)?.[1] : undefined;
    if (input === undefined || !IS_CHECK_BOX.test(input)) return '';
    const names = input.replace(QUOTED, '=');
    if (IS_SENT.test(names) && !IS_DISABLED.test(names)) return '';
    return IS_CHECKED.test(names) ? '[x] ' : '[ ] ';
  };
}

/** Box that a program writes into the label of a check box (WP Recipe Maker). */
const DRAWN_BOX = /^[▢☐□] /;

/** Returns the line with its box before it. @param box the box, or '' if there is none */
export const withBox = (box: string, line: string): string =>
  box + escapeLineStart(box === '' ? line : line.replace(DRAWN_BOX, ''));
