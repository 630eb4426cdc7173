/**
 * Finds words that only tags separate, such as a label and its value: `<span>Duration</span><span>3 days</span>`. Style sheets put a gap
 * between them. Parts of one word look the same (`<span>M</span><span>oss</span>`, `<b>3</b><sup>rd</sup>`), so the lengths of the words and
 * the kinds of their letters decide. The children of a flexible box or a grid, which a class marks, are always separate. The limits were chosen on development pages.
 */
import { classOf } from './hints/class-of.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

// Kinds of characters.
const OTHER = 0;
const DIGIT = 1;
const CAPITAL = 2;
const LETTER = 3;
/** Minimum length of both words if the characters beside the tags are of one kind, by kind. Two digits may be the cents of a price. */
const MIN_LENGTHS = [0, 3, 3, 4];
/** Minimum length of a word before a number. */
const MIN_BEFORE_DIGIT = 2;
const MAX_LENGTH = 4;
/** Maximum number of tags and comments between two words. */
const MAX_TAGS = 12;
/** Scripts from here on are left alone: Thai, Chinese and others write no spaces. */
const FIRST_UNSPACED = 0x0e00;

/** Whether a gap precedes the text that was scanned last, although there is no white space: it begins a word after the end of an element and the start of another. */
export function followsGap(walk: Walk): boolean {
  const { scan } = walk;
  const { units, from } = scan;
  if (units[from - 1] !== GREATER) return false;
  const next = kindOf(units[from] as number);
  if (next === OTHER) return false;
  const end = endOfElement(scan);
  const last = end <= 0 ? OTHER : kindOf(units[end - 1] as number);
  if (last === OTHER) return end > 0 && next !== DIGIT && isClosing(units[end - 1] as number) && isInBoxes(walk);
  if (next === CAPITAL && last !== CAPITAL) return true;
  const before = wordLength(units, end - 1, -1);
  if (next === DIGIT && last !== DIGIT) return before >= MIN_BEFORE_DIGIT;
  const min = MIN_LENGTHS[next] as number;
  const after = wordLength(units, from, 1);
  if (before >= min && after >= min) return true;
  if (TIME_TAG.test(scan.html.slice(end, from))) return true;
  return !(next === DIGIT && after === CENTS_LENGTH) && isInBoxes(walk);
}

/** A date is no part of a word: `<time>2 May 2024</time><span>6 min read</span>`. */
const TIME_TAG = /<\/?time[\s>]/i;

/** Whether a character ends a phrase: full stop, closing parenthesis, exclamation or question mark. */
const isClosing = (unit: number): boolean => unit === 0x2e || unit === 0x29 || unit === 0x21 || unit === 0x3f;

/** Number of digits after a number that may be the cents of a price. */
const CENTS_LENGTH = 2;
/** Class of an element whose children are boxes beside each other: `flex`, `md:flex`, `d-inline-flex`, `grid`, but not `flex-1`. */
const BOXES = /(?:^|[\s:-])(?:(?:inline-)?flex|grid|hstack)(?=\s|$)|MuiStack-root/;

/** Returns whether the element of the block is a flexible box or a grid by its class. */
const isInBoxes = ({ blockNames, page }: Walk): boolean => blockNames !== 0 && BOXES.test(classOf(page, blockNames));

const GREATER = 0x3e;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;

/** Returns the end of the text before the tags that precede the text, if an element ends and another one starts there; otherwise -1. */
function endOfElement({ html, units, from }: Scan): number {
  let end = from;
  let isOpened = false;
  let isClosed = false;
  for (let left = MAX_TAGS; units[end - 1] === GREATER; left--) {
    const tag = html.lastIndexOf('<', end - 1);
    if (left === 0 || tag === -1) return -1;
    const isEnd = units[tag + 1] === SLASH;
    if ((isEnd && !isOpened) || html.startsWith('wbr', tag + (isEnd ? 2 : 1))) return -1;
    if (isEnd) isClosed = true;
    else if (units[tag + 1] !== EXCLAMATION) isOpened = true;
    end = tag;
  }
  return isClosed ? end : -1;
}

/** Returns the number of letters and digits from a position, in UTF-16 units, up to `MAX_LENGTH`. */
function wordLength(units: Uint16Array, from: number, step: number): number {
  let length = 0;
  while (length < MAX_LENGTH && kindOf(units[from + length * step] ?? 0) !== OTHER) length++;
  return length;
}

function kindOf(unit: number): number {
  if (unit < 0x80) return ASCII_KINDS[unit] as number;
  if (unit >= FIRST_UNSPACED) return OTHER;
  const sign = String.fromCharCode(unit);
  if (/\p{N}/u.test(sign)) return DIGIT;
  return /\p{Lu}/u.test(sign) ? CAPITAL : /\p{L}/u.test(sign) ? LETTER : OTHER;
}

const ASCII_KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const sign = String.fromCharCode(unit);
  if (/\d/.test(sign)) return DIGIT;
  return /[A-Z]/.test(sign) ? CAPITAL : /[a-z]/.test(sign) ? LETTER : OTHER;
});
