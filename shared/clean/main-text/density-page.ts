/**
 * The density method by itself, from HTML to text, as it was first described: structural tags split a page into strings, the
 * longest of them is content, and so is what is long and near (`densestRegion`). Everything from the first such string to the
 * last is the text. No attribute is read and nothing is cut but the text itself, so it costs little more than finding the tags.
 *
 * As written, a structural tag makes a new string whether there is text or not, so nested tags drive content apart.
 * In its best reading only strings with text have a place.
 */

import { BREAK, ELEMENT_ROLES, elementId, elementName, HIDDEN, RAW } from '../html/elements.ts';
import { newAttributes } from '../html/tokenizer/attributes.ts';
import { decodeText } from '../html/tokenizer/decode-text.ts';
import { scanPlaintext, scanRawText } from '../html/tokenizer/raw-text.ts';
import type { Scan } from '../html/tokenizer/scan.ts';
import { NO_TOKEN, newScan, nextToken, START_TAG, TEXT } from '../html/tokenizer/tokenizer.ts';
import { densestRegion } from './density-text.ts';

export type DensityVariant = 'as-written' | 'best';

/** Text in the order of the page: where each piece begins and ends, what it needs, and which string it is of. */
type Pieces = { froms: number[]; tos: number[]; flags: number[]; strings: number[]; gap: boolean };

const SCRIPT = elementId('script');
const PLAINTEXT = elementId('plaintext');

/** @returns the main text, a line for each string; '': there is none. */
export function extractByDensity(html: string, reading: DensityVariant): string {
  const lengths: number[] = [0];
  const pieces: Pieces = { froms: [], tos: [], flags: [], strings: [], gap: false };
  const scan = newScan(html, newAttributes());
  scan.skipsAttributes = true;
  for (let token = nextToken(scan); token !== NO_TOKEN; token = nextToken(scan)) {
    if (token === TEXT) addText(scan, lengths, pieces);
    else if (scan.element !== 0) {
      const own = ELEMENT_ROLES[scan.element] as number;
      if (own & BREAK && (reading === 'as-written' || lengths[lengths.length - 1] !== 0)) lengths.push(0);
      if (token === START_TAG && own & RAW) skipRawText(scan, own, lengths, pieces);
    }
  }
  const region = densestRegion(lengths);
  return region ? regionText(html, pieces, region.from, region.to) : '';
}

/** White space stands before it. Beyond the flags of `text.ts`. */
const SPACE_BEFORE = 16;

function addText(scan: Scan, lengths: number[], pieces: Pieces): void {
  const { froms, tos, flags, strings } = pieces;
  const length = scan.trimTo - scan.trimFrom;
  if (scan.trimFrom > scan.from) pieces.gap = true;
  if (length === 0) return;
  const string = lengths.length - 1;
  lengths[string] = (lengths[string] as number) + length;
  froms.push(scan.trimFrom);
  tos.push(scan.trimTo);
  flags.push(scan.flags | (pieces.gap ? SPACE_BEFORE : 0));
  strings.push(string);
  pieces.gap = scan.trimTo < scan.to;
}

/** Scripts, styles and the like are no text. */
function skipRawText(scan: Scan, own: number, lengths: number[], pieces: Pieces): void {
  if (scan.element === PLAINTEXT) scanPlaintext(scan);
  else scanRawText(scan, elementName(scan.element), scan.element === SCRIPT);
  if ((own & HIDDEN) === 0) addText(scan, lengths, pieces);
}

function regionText(html: string, { froms, tos, flags, strings }: Pieces, from: number, to: number): string {
  let text = '';
  let last = -1;
  for (let i = 0; i < strings.length; i++) {
    const string = strings[i] as number;
    if (string < from || string > to) continue;
    const flag = flags[i] as number;
    const piece = decodeText(html, froms[i] as number, tos[i] as number, flag & ~SPACE_BEFORE, false).trim();
    const between = text === '' || piece === '' ? '' : string !== last ? '\n' : flag & SPACE_BEFORE ? ' ' : '';
    text += between + piece;
    last = string;
  }
  return text;
}
