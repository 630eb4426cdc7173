/** Finds the end of a text between tags, and how the text must be decoded. */
import { INVISIBLE_UNITS } from '../../../text/invisible.ts';
import { WHITE_UNITS } from '../../../text/whitespace.ts';
import type { Scan } from './scan.ts';

/** The text may contain entities. */
export const HAS_ENTITIES = 1;
/** The text contains white space other than single spaces. */
export const HAS_UNFOLDED_SPACE = 2;
/** The text contains NULs, which browsers drop. */
export const HAS_NULS = 4;
/** The text contains no entities, and its white space is unknown. */
export const IS_RAW = 8;
/** The text contains invisible characters, such as soft hyphens. */
const HAS_INVISIBLE = 16;

// Classes of code units.
const ORDINARY = 0;
/** The space, and all other white space. Only the classes of white space are odd numbers. */
const PLAIN = 1;
const WHITE = 3;
const LESS = 2;
const AMPERSAND = 4;
const NUL = 6;
const INVISIBLE = 8;
/** Class by code unit. White space is what `\s` matches, except for the byte order mark. */
const CHAR_CLASSES = new Uint8Array(65_536);
for (const unit of WHITE_UNITS) CHAR_CLASSES[unit] = WHITE;
CHAR_CLASSES[0x20] = PLAIN;
CHAR_CLASSES[0x3c] = LESS;
CHAR_CLASSES[0x26] = AMPERSAND;
CHAR_CLASSES[0] = NUL;
for (const unit of INVISIBLE_UNITS) CHAR_CLASSES[unit] = INVISIBLE;

/** Reads the text at `scan.at`. A `<` there is part of the text: the caller found that no tag starts with it. */
export function scanText(scan: Scan): void {
  const { units, end, at } = scan;
  let i = at;
  while (((CHAR_CLASSES[units[i] as number] as number) & 1) !== 0) i++;
  const first = i;
  let last = i;
  let flags = 0;
  for (;;) {
    let kind = CHAR_CLASSES[units[i] as number] as number;
    let before = ORDINARY;
    // Treat single spaces like letters: stopping at each word would double the cost.
    while (kind <= PLAIN && (kind & before) === 0) {
      before = kind;
      kind = CHAR_CLASSES[units[++i] as number] as number;
    }
    last = before === PLAIN ? i - 1 : i;
    if ((kind & 1) !== 0) {
      do i++;
      while (((CHAR_CLASSES[units[i] as number] as number) & 1) !== 0);
      if (endsText(scan, i, at)) break;
      flags |= HAS_UNFOLDED_SPACE;
    } else if (kind === LESS) {
      if (endsText(scan, i, at)) break;
      i++;
    } else if (kind === AMPERSAND) {
      flags |= HAS_ENTITIES;
      i++;
    } else if (kind === INVISIBLE) {
      flags |= HAS_INVISIBLE;
      i++;
    } else {
      if (i >= end) break;
      flags |= HAS_NULS;
      i++;
    }
  }
  scan.from = at;
  scan.to = i;
  scan.trimFrom = first;
  scan.trimTo = last;
  scan.flags = flags;
  scan.at = i;
  scan.steps += i - at;
}

/** Whether a code unit is an ASCII letter. */
export function isLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Whether the text ends at an index: at a tag, a comment or the end of the page. */
function endsText({ units, end }: Scan, i: number, from: number): boolean {
  if (i >= end) return true;
  // The caller has checked the first character of the text.
  if (units[i] !== 0x3c || i === from) return false;
  const next = units[i + 1] as number;
  if (next === 0x2f) return i + 2 < end;
  return next === 0x21 || next === 0x3f || isLetter(next);
}
