/**
 * The density method as first described, from HTML to text. Structural tags split a page into strings. The longest string is
 * content, and so are long strings near it (`densestRegion`). The text is everything from the first such string to the last. The
 * method reads no attributes, so it costs little more than finding the tags.
 *
 * As written, every structural tag starts a new string, so nested tags without text move content apart. The variant `best` only
 * counts strings with text.
 */

import { BREAK, ELEMENT_ROLES, elementId, elementName, HIDDEN, RAW } from '../html/elements.ts';
import { newAttributes } from '../html/tokenizer/attributes.ts';
import { decodeRange } from '../html/tokenizer/decode-range.ts';
import { scanPlaintext, scanRawText } from '../html/tokenizer/raw-text.ts';
import type { Scan } from '../html/tokenizer/scan.ts';
import { NO_TOKEN, newScan, nextToken, START_TAG, TEXT } from '../html/tokenizer/tokenizer.ts';
import { denserOfTwoRegions, densestRegion } from './density-text.ts';

/**
 * Variant of the method. `best`: only structural tags with text start a string. `as-written`: every one does. `two-peaks`: the same, and of
 * the regions around the two longest strings the one with more text counts, as in the Java program of the source (4.1.2).
 */
export type DensityVariant = 'as-written' | 'two-peaks' | 'best';

/** Pieces of text in the order of the page: their ranges, flags and the index of their string. `gap`: white space follows the last. */
type Pieces = { froms: number[]; tos: number[]; flags: number[]; strings: number[]; gap: boolean };

const SCRIPT = elementId('script');
const PLAINTEXT = elementId('plaintext');

/** Returns the main text with one line per string; '' if the page has no text. */
export function extractByDensity(html: string, variant: DensityVariant): string {
  const lengths: number[] = [0];
  const pieces: Pieces = { froms: [], tos: [], flags: [], strings: [], gap: false };
  const scan = newScan(html, newAttributes());
  scan.skipsAttributes = true;
  for (let token = nextToken(scan); token !== NO_TOKEN; token = nextToken(scan)) {
    if (token === TEXT) addText(scan, lengths, pieces);
    else if (scan.element !== 0) {
      const own = ELEMENT_ROLES[scan.element] as number;
      if (own & BREAK && (variant !== 'best' || lengths[lengths.length - 1] !== 0)) lengths.push(0);
      if (token === START_TAG && own & RAW) skipRawText(scan, own, lengths, pieces);
    }
  }
  const region = variant === 'two-peaks' ? denserOfTwoRegions(lengths) : densestRegion(lengths);
  return region ? regionText(html, pieces, region.from, region.to) : '';
}

/** White space precedes the piece. A bit beyond the flags of `tokenizer/text.ts`. */
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

/** Skips raw text. Only visible raw text, such as `<xmp>`, is added. */
function skipRawText(scan: Scan, own: number, lengths: number[], pieces: Pieces): void {
  if (scan.element === PLAINTEXT) scanPlaintext(scan);
  else scanRawText(scan, elementName(scan.element), scan.element === SCRIPT, false);
  if ((own & HIDDEN) === 0) addText(scan, lengths, pieces);
}

function regionText(html: string, { froms, tos, flags, strings }: Pieces, from: number, to: number): string {
  let text = '';
  let last = -1;
  for (let i = 0; i < strings.length; i++) {
    const string = strings[i] as number;
    if (string < from || string > to) continue;
    const flag = flags[i] as number;
    const piece = decodeRange(html, froms[i] as number, tos[i] as number, flag & ~SPACE_BEFORE, false).trim();
    const between = text === '' || piece === '' ? '' : string !== last ? '\n' : flag & SPACE_BEFORE ? ' ' : '';
    text += between + piece;
    last = string;
  }
  return text;
}
