/**
 * Ruby annotations. A reading follows the whole base text and not the character that it belongs to, so that words stay whole:
 * `<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>` is 漢字かんじ. Adjacent ruby elements count as one. Parentheses (`rp`) are dropped.
 */
import { kindAt, LETTER } from '../../text/letters.ts';
import { elementId } from './elements.ts';
import type { Walk } from './walk.ts';

// States of `walk.ruby`.
/** Outside of ruby elements, and no reading waits. */
export const NO_RUBY = 0;
/** In a ruby element, in its base text. */
const BASE = 1;
/** In `rt` or `rtc`. */
const READING = 2;
/** In `rp`. */
const PARENTHESIS = 3;
/** After a ruby element whose readings are not yet in the text. */
const WAITING = 4;

const RUBY = elementId('ruby');
const STATES = new Map([
  [elementId('rb'), BASE],
  [elementId('rt'), READING],
  [elementId('rtc'), READING],
  [elementId('rp'), PARENTHESIS],
]);

/** Handles the start tag of `ruby`, `rb`, `rt`, `rtc` or `rp`. The latter have no effect outside of a ruby element. */
export function openRuby(walk: Walk, id: number): void {
  if (id === RUBY) walk.ruby = BASE;
  else if (isInRuby(walk)) walk.ruby = STATES.get(id) as number;
}

/** Handles the end tag of such an element. */
export function closeRuby(walk: Walk, id: number): void {
  if (isInRuby(walk)) walk.ruby = id !== RUBY ? BASE : walk.readings.length > 0 ? WAITING : NO_RUBY;
}

function isInRuby({ ruby }: Walk): boolean {
  return ruby !== NO_RUBY && ruby !== WAITING;
}

/** Whether the text that was scanned last is not appended now: a reading, a parenthesis, or white space between them. */
export function holdsBack(walk: Walk): boolean {
  const { ruby, scan, readings } = walk;
  const isBlank = scan.trimFrom === scan.trimTo;
  if (ruby === READING && !isBlank) readings.push(scan.trimFrom, scan.trimTo, scan.flags);
  return ruby === READING || ruby === PARENTHESIS || (ruby === BASE && isBlank);
}

/** Whether readings wait for the end of the base text, which a text or tag outside of ruby elements is. */
export function isBaseComplete({ ruby }: Walk): boolean {
  return ruby === WAITING;
}

/** Appends the readings that wait, and leaves the ruby element. @param append appends the text that was scanned last */
export function appendReadings(walk: Walk, append: (walk: Walk) => void): void {
  const { scan, readings } = walk;
  walk.ruby = NO_RUBY;
  if (readings.length === 0) return;
  walk.readings = [];
  const { from, to, trimFrom, trimTo, flags } = scan;
  for (let i = 0; i < readings.length; i += 3) {
    scan.from = scan.trimFrom = readings[i] as number;
    scan.to = scan.trimTo = readings[i + 1] as number;
    scan.flags = readings[i + 2] as number;
    // Without a space, letters would become part of the word that they explain.
    const { block } = walk;
    if (i === 0) walk.pendingSpace = isLetter(block, block.length - 1) && isLetter(scan.html, scan.from);
    append(walk);
  }
  Object.assign(scan, { from, to, trimFrom, trimTo, flags });
}

const isLetter = (text: string, at: number): boolean => at >= 0 && kindAt(text, at) === LETTER;
