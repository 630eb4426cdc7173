/**
 * The density method by itself, from HTML to text, as it was first described: structural tags split a page into strings, the
 * longest of them is content, and so is what is long and near (`densestRegion`). Everything from the first such string to the
 * last is the text. No attribute is read and nothing is cut but the text itself, so it costs little more than finding the tags.
 *
 * As written, a structural tag makes a new string whether there is text or not, so nested tags drive content apart.
 * In its best reading only strings with text have a place.
 */

import { BREAK, HIDDEN, kind, nameOf, RAW, ROLES } from '../html/elements.ts';
import type { Scan } from '../html/scan.ts';
import { noAttributes } from '../html/scan-attributes.ts';
import { beginScan, NO_TOKEN, nextToken, START_TAG, TEXT } from '../html/scan-html.ts';
import { scanRaw, scanRest } from '../html/scan-raw.ts';
import { pieceOf } from '../html/text-pieces.ts';
import { densestRegion } from './density-text.ts';

export type DensityReading = 'as-written' | 'best';

/** Text in the order of the page: where each piece begins and ends, what it needs, and which string it is of. */
type Pieces = { froms: number[]; tos: number[]; flags: number[]; strings: number[]; gap: boolean };

const SCRIPT = kind('script');
const PLAINTEXT = kind('plaintext');

/** @returns the main text, a line for each string; '': there is none. */
export function densityOfPage(html: string, reading: DensityReading): string {
  const lengths: number[] = [0];
  const pieces: Pieces = { froms: [], tos: [], flags: [], strings: [], gap: false };
  const scan = beginScan(html, noAttributes());
  scan.skims = true;
  for (let token = nextToken(scan); token !== NO_TOKEN; token = nextToken(scan)) {
    if (token === TEXT) addPiece(scan, lengths, pieces);
    else if (scan.element !== 0) {
      const own = ROLES[scan.element] as number;
      if (own & BREAK && (reading === 'as-written' || lengths[lengths.length - 1] !== 0)) lengths.push(0);
      if (token === START_TAG && own & RAW) passRaw(scan, own, lengths, pieces);
    }
  }
  const region = densestRegion(lengths);
  return region ? textOf(html, pieces, region.from, region.to) : '';
}

/** White space stands before it. Beyond the flags of `scan-text.ts`. */
const SPACED = 16;

function addPiece(scan: Scan, lengths: number[], pieces: Pieces): void {
  const { froms, tos, flags, strings } = pieces;
  const length = scan.last - scan.first;
  if (scan.first > scan.from) pieces.gap = true;
  if (length === 0) return;
  const string = lengths.length - 1;
  lengths[string] = (lengths[string] as number) + length;
  froms.push(scan.first);
  tos.push(scan.last);
  flags.push(scan.flags | (pieces.gap ? SPACED : 0));
  strings.push(string);
  pieces.gap = scan.last < scan.to;
}

/** Scripts, styles and the like are no text. */
function passRaw(scan: Scan, own: number, lengths: number[], pieces: Pieces): void {
  if (scan.element === PLAINTEXT) scanRest(scan);
  else scanRaw(scan, nameOf(scan.element), scan.element === SCRIPT);
  if ((own & HIDDEN) === 0) addPiece(scan, lengths, pieces);
}

function textOf(html: string, { froms, tos, flags, strings }: Pieces, from: number, to: number): string {
  let text = '';
  let last = -1;
  for (let i = 0; i < strings.length; i++) {
    const string = strings[i] as number;
    if (string < from || string > to) continue;
    const flag = flags[i] as number;
    const piece = pieceOf(html, froms[i] as number, tos[i] as number, flag & ~SPACED, false).trim();
    const between = text === '' || piece === '' ? '' : string !== last ? '\n' : flag & SPACED ? ' ' : '';
    text += between + piece;
    last = string;
  }
  return text;
}
