/**
 * Tokenises a page as the HTML standard does (13.2.5), without allocations: a token is a few offsets in the scan, which the next
 * token overwrites. Callers slice strings when they need them.
 *
 * The page is copied once into an array of code units, which is twice as fast to read as a string. A zero after its end is a
 * sentinel, so loops need no bounds check. Every lookahead consumes what it reads, so the time is linear for any page.
 */
import { ATTRIBUTES, CUSTOM_ELEMENT, ELEMENT_ROLES, TAG_NAMES } from '../elements.ts';
import { scanAttributes, skipAttributes } from './attributes.ts';
import { findName } from './name-table.ts';
import type { Attributes, Scan } from './scan.ts';
import { IS_RAW, isLetter, scanText } from './text.ts';

// Types of tokens.
export const NO_TOKEN = 0;
export const TEXT = 1;
export const START_TAG = 2;
export const END_TAG = 3;

/** Maximum size of the array that is kept for the next page, in code units. */
const MAX_KEPT_LENGTH = 2_097_152;
const PADDING = 16;
let keptUnits = new Uint16Array(131_072);

/** Starts the scan of a page. It invalidates earlier scans, which share the array of code units. */
export function newScan(html: string, attributes: Attributes): Scan {
  const needed = html.length + PADDING;
  let units = keptUnits;
  if (needed > keptUnits.length) {
    units = new Uint16Array(needed * 2 <= MAX_KEPT_LENGTH ? needed * 2 : needed);
    if (units.length <= MAX_KEPT_LENGTH) keptUnits = units;
  }
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(html, 'utf16le');
  units.fill(0, html.length, needed);
  attributes.tags.fill(0);
  attributes.tag = 0;
  attributes.rareTag = 0;
  return {
    html,
    units,
    end: html.length,
    at: 0,
    cdata: false,
    skipsAttributes: false,
    from: 0,
    to: 0,
    trimFrom: 0,
    trimTo: 0,
    flags: 0,
    noscriptEnd: -1,
    element: 0,
    selfClosing: false,
    attributes,
    steps: 0,
  };
}

/** Reads the next text or tag. Skips comments, declarations and unterminated tags. @returns the token type; `NO_TOKEN` at the end */
export function nextToken(scan: Scan): number {
  const { units, end } = scan;
  while (scan.at < end) {
    const at = scan.at;
    if (units[at] !== LESS) return readText(scan);
    const next = units[at + 1] as number;
    if (isLetter(next)) return scanTag(scan, at + 1, START_TAG);
    if (next === SLASH) {
      const letter = units[at + 2] as number;
      if (isLetter(letter)) return scanTag(scan, at + 2, END_TAG);
      if (at + 2 >= end) return readText(scan);
    } else if (next === BANG) {
      if (scan.cdata && scan.html.startsWith('[CDATA[', at + 2)) return readCdata(scan, at + 9);
    } else if (next !== QUESTION) return readText(scan);
    skipMarkup(scan, at);
  }
  return NO_TOKEN;
}

function readText(scan: Scan): number {
  scanText(scan);
  return TEXT;
}

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const DASH = 0x2d;

/** Reads a tag. @returns `NO_TOKEN` if the page ends within it: browsers drop such a tag */
function scanTag(scan: Scan, from: number, kind: number): number {
  const { units } = scan;
  let i = from;
  while (ENDS_NAME[units[i] as number] === 0) i++;
  scan.from = from;
  scan.to = i;
  scan.element = findName(TAG_NAMES, units, from, i) || (hasHyphen(units, from, i) ? CUSTOM_ELEMENT : 0);
  scan.steps += i - from;
  if (units[i] === GREATER) {
    scan.at = i + 1;
    scan.selfClosing = false;
    scan.attributes.tag++;
    return kind;
  }
  const wanted =
    kind === START_TAG && !scan.skipsAttributes && ((ELEMENT_ROLES[scan.element] as number) & ATTRIBUTES) !== 0;
  return (wanted ? scanAttributes(scan, i) : skipAttributes(scan, i)) ? kind : NO_TOKEN;
}

/** Whether a name is that of a custom element. */
function hasHyphen(units: Uint16Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && units[i] !== DASH) i++;
  return i < to;
}

/** Code units that end a tag name. A zero ends it too: it is the sentinel, and no known name contains one. */
const ENDS_NAME = new Uint8Array(65_536);
for (const unit of [0, 0x09, 0x0a, 0x0c, 0x0d, 0x20, SLASH, GREATER]) ENDS_NAME[unit] = 1;

function readCdata(scan: Scan, from: number): number {
  const found = scan.html.indexOf(']]>', from);
  const to = found === -1 ? scan.end : found;
  scan.from = from;
  scan.to = to;
  scan.trimFrom = from;
  scan.trimTo = to;
  scan.flags = IS_RAW;
  scan.at = found === -1 ? scan.end : found + 3;
  scan.steps += to - from;
  return TEXT;
}

/** Skips a comment, a doctype or what browsers treat as a comment (`<!x>`, `<?x>`, `</ x>`). */
function skipMarkup(scan: Scan, at: number): void {
  const { units, end, html } = scan;
  if (units[at + 1] === BANG && units[at + 2] === DASH && units[at + 3] === DASH) {
    scan.at = endOfComment(scan, at + 4);
  } else {
    // `</>` is ignored.
    const found = html.indexOf('>', at + 2);
    scan.at = found === -1 ? end : found + 1;
  }
  scan.steps += scan.at - at;
}

/** Returns the end of a comment: `-->` or `--!>`; `<!-->` and `<!--->` are complete comments. @param from index after the `<!--` */
function endOfComment({ units, end }: Scan, from: number): number {
  for (let i = from; i < end; i++) {
    if (units[i] !== GREATER) continue;
    if (i === from || (i === from + 1 && units[from] === DASH)) return i + 1;
    if (i < from + 2) continue;
    if (units[i - 1] === DASH && units[i - 2] === DASH) return i + 1;
    if (i >= from + 3 && units[i - 1] === BANG && units[i - 2] === DASH && units[i - 3] === DASH) return i + 1;
  }
  return end;
}
