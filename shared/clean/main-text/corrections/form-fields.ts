/** Finds what a page says beside the fields of its forms: the labels of check boxes, and the text around a field for a mail address. */
import { elementId } from '../../html/elements.ts';
import { endOfText, startOfRun } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { isWithin } from './small-element.ts';

/** Maximum number of fields that are read. */
const MAX_FIELDS = 500;
/** Maximum length of a start tag, of the tags between a check box and its label, and of those between a text and a field for mail addresses. UTF-16 units. */
const MAX_TAG = 1000;
const MAX_GAP = 400;
const MAX_DISTANCE = 2000;
/** Maximum length of the label of a check box, in UTF-16 units. */
const MAX_LABEL = 60;
/** Maximum number of words and of blocks of the text around a field. */
const MAX_WORDS = 60;
const MAX_BLOCKS = 6;
/** Maximum number of elements outside of the innermost one with text and field that are searched for more text. */
const MAX_OUTER = 2;

/** `options`: 1 for each block that is the label of a check box; `notices`: 1 for each that is around a field for a mail address. */
export type FieldTexts = { options: Uint8Array; notices: Uint8Array };

/**
 * Finds the texts beside fields.
 *
 * @param words number of words of each block
 */
export function findFieldTexts(page: ParsedPage, words: Float32Array): FieldTexts {
  const { html, blocks } = page;
  const found: FieldTexts = { options: new Uint8Array(blocks.length), notices: new Uint8Array(blocks.length) };
  /** Index of the first block after a field. */
  let next = 0;
  let from = html.indexOf('<input');
  for (let left = MAX_FIELDS; from >= 0 && left > 0; left--) {
    const end = html.indexOf('>', from);
    if (end < 0) break;
    const tag = html.slice(from, Math.min(end, from + MAX_TAG));
    while (next < blocks.length && startOfRun(page, (blocks[next] as Block).firstRun) < end) next++;
    if (CHECK_BOX.test(tag)) {
      if (isLabel(page, end + 1, blocks[next])) found.options[next] = 1;
    } else if (MAIL.test(tag) && next > 0) markNotice(page, words, next - 1, from, found.notices);
    from = html.indexOf('<input', end);
  }
  return found;
}

const CHECK_BOX = /\stype\s*=\s*["']?(?:checkbox|radio)\b/i;
const MAIL = /\stype\s*=\s*["']?email\b|\s(?:name|id|placeholder)\s*=\s*["']?[^"'>]{0,30}e-?mail/i;
const TAGS = /^\s*(?:<[^<>]*>\s*)*$/;

/** Returns whether a block without a link stands directly behind a field. */
function isLabel(page: ParsedPage, from: number, block: Block | undefined): boolean {
  if (block === undefined || block.linked > 0 || block.text.length > MAX_LABEL) return false;
  const start = startOfRun(page, block.firstRun);
  return start >= from && start - from <= MAX_GAP && TAGS.test(page.html.slice(from, start));
}

const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi;

/** Marks the blocks of the smallest element around a block and a field after it, and of those around that, if they are only a few words. */
function markNotice(page: ParsedPage, words: Float32Array, last: number, field: number, notices: Uint8Array): void {
  const { blocks, html, containers } = page;
  const { parents, elements } = containers;
  const block = blocks[last] as Block;
  const from = endOfText(page, block);
  if (field < from || field - from > MAX_DISTANCE) return;
  let { container } = block;
  /** Names of the elements that are open between the block and the field. */
  const open: string[] = [];
  for (const [, slash, name = ''] of html.slice(from, field).matchAll(TAG)) {
    const lower = name.toLowerCase();
    if (slash === '') open.push(lower);
    else if (open.includes(lower)) open.length = open.lastIndexOf(lower);
    else if (elementId(lower) === elements[container]) container = parents[container] as number;
  }
  for (let left = MAX_OUTER; left >= 0 && container !== 0; left--, container = parents[container] as number) {
    const range = smallRange(page, words, last, container, left === MAX_OUTER);
    if (!range) return;
    notices.fill(1, ...range);
  }
}

/** Returns the range of the blocks of an element around a block, the end exclusive; undefined if they are many, or links outside of the form. */
function smallRange(
  page: ParsedPage,
  words: Float32Array,
  within: number,
  container: number,
  isForm: boolean,
): [number, number] | undefined {
  let [from, end, count] = [within, within + 1, words[within] as number];
  const takes = (i: number): boolean => {
    if (!isWithin(page, i, container)) return false;
    count += words[i] as number;
    return true;
  };
  while (end - from <= MAX_BLOCKS && takes(from - 1)) from--;
  while (end - from <= MAX_BLOCKS && takes(end)) end++;
  if (end - from > MAX_BLOCKS || count > MAX_WORDS) return undefined;
  const linked = page.blocks.slice(from, end).some((block) => block.linked * 2 > block.text.length);
  return linked && !isForm ? undefined : [from, end];
}
