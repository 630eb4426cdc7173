/**
 * Writes the runs of a block as one line of Markdown. Emphasis is only written if CommonMark is sure to read both delimiters
 * as such. Otherwise (`a**(b)**c`, two emphasised words without a space) the text stays plain and shows no asterisks.
 */

import { CODE, DELETED, EMPHASIS, type Inline, LOWERED, RAISED, STRONG, TEX } from '../html/inline-runs.ts';
import { codeSpan, escapeText, linkDestination } from './escape.ts';
import { formulaMarkdown, isFormulaText, withFormulas } from './formula.ts';

/** How links resolve, and whether the line is in a table cell. */
export type InlineContext = {
  /** Returns the absolute URL, or null if the link leads to no page and is not written. */
  resolve(href: string): string | null;
  inCell: boolean;
  /** Returns the mark of a footnote if the link is one. */
  markOf?(href: string, words: string): string | undefined;
};

const SPACE = /^[\s\u200b]?$/u;
const WORD_START = /^[\p{L}\p{N}]/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

/** Returns the line, trimmed; '' if it shows nothing. */
export function inlineMarkdown(inlines: readonly Inline[], context: InlineContext): string {
  // Reading the end of a growing string flattens it, which makes the loop quadratic: read the last piece instead.
  const pieces: string[] = [];
  const [only] = inlines;
  if (only && inlines.length === 1 && only.marks & TEX)
    return formulaMarkdown(only.text, !context.inCell, context.inCell);
  for (let i = 0; i < inlines.length; ) {
    const { href } = inlines[i] as Inline;
    let end = i + 1;
    while (end < inlines.length && (inlines[end] as Inline).href === href) end++;
    const group = inlines.slice(i, end);
    const target = href === null ? null : context.resolve(href);
    if (target === null) addTexts(pieces, group, inlines[end], context);
    else addLink(pieces, group, href as string, target, context);
    i = end;
  }
  return pieces.join('').trim();
}

/** @param href the link as written @param target the same as an absolute URL */
function addLink(
  pieces: string[],
  group: readonly Inline[],
  href: string,
  target: string,
  context: InlineContext,
): void {
  const inside: string[] = [];
  addTexts(inside, group, LINK_END, context, true);
  const inner = inside.join('');
  const words = inner.trim();
  if (words === '') return;
  const mark = context.markOf?.(
    href,
    group
      .map(({ text }) => text)
      .join('')
      .trim(),
  );
  const last = pieces.at(-1) ?? '';
  // A space before an image is not in the text of the image.
  const isApart = inner.startsWith(' ') || (group[0]?.image !== null && !SPACE.test(lastChar(last)));
  if (isApart) pieces.push(' ');
  // An exclamation mark before a link would make it an image.
  else if (last.endsWith('!')) pieces[pieces.length - 1] = `${last.slice(0, -1)}\\!`;
  // `[^1](…)` would be a mark beside text if a note has that label.
  const start = context.markOf && words.startsWith('^') ? '\\' : '';
  pieces.push(mark ?? `[${start}${words}](${linkDestination(target)})`);
}

const LINK_END: Inline = { text: ']', marks: 0, href: null, image: null, ownLine: false };

/** @param after the run after these; undefined at the end of the line */
function addTexts(
  pieces: string[],
  inlines: readonly Inline[],
  after: Inline | undefined,
  context: InlineContext,
  isLinked = false,
): void {
  const add = (piece: string) => {
    if (piece !== '') pieces.push(piece);
  };
  let isAfterImage = false;
  for (let i = 0; i < inlines.length; ) {
    const marks = shownMarks(inlines[i] as Inline);
    if ((inlines[i] as Inline).image !== null) {
      const written = imageMarkdown(inlines[i] as Inline, pieces.at(-1) ?? '', context);
      add(written);
      isAfterImage ||= written !== '';
      i++;
      continue;
    }
    let whole = '';
    // Formulas beside each other stay apart: `\alpha` and `b` are not `\alphab`.
    const isFormula = (marks & TEX) !== 0;
    const followsFormula = isFormula && i > 0 && ((inlines[i - 1] as Inline).marks & TEX) !== 0;
    const last = isFormula ? i + 1 : inlines.length;
    for (let from = i; i < last && sameMarks(inlines[i] as Inline, marks); i++) {
      const { isNewCode, text } = inlines[i] as Inline;
      if (i > from && isNewCode && text.startsWith(' ')) break;
      whole += text;
    }
    const trimmed = whole.trim();
    if (whole.startsWith(' ') || followsFormula) add(' ');
    if (trimmed === '') continue;
    // A space after an image is not in the text of a block that begins with it.
    if (isAfterImage && WORD_START.test(trimmed) && !whole.startsWith(' ')) add(' ');
    isAfterImage = false;
    const next = inlines[i] ?? after;
    const beside = { before: pieces.at(-1) ?? '', after: firstChar(next, isLinked) };
    add(applyMarks(trimmed, marks, beside, context, isLinked));
  }
}

const sameMarks = (one: Inline, marks: number) => one.image === null && shownMarks(one) === marks;

const HEIGHTS = RAISED | LOWERED;

/** Returns the formatting of a run without what a code span cannot show, and without a height that has no meaning. */
const shownMarks = ({ text, marks }: Inline): number =>
  marks & CODE && !(marks & TEX) ? CODE : marks & HEIGHTS && !hasMeaningInPlace(text.trim()) ? marks & ~HEIGHTS : marks;

/** Returns the image, or '' if it has no alternative text or no URL. */
function imageMarkdown({ text, image }: Inline, before: string, { resolve, inCell }: InlineContext): string {
  const source = text.trim() === '' || image === null ? null : resolve(image);
  if (source === null) return '';
  const alt = text.trim();
  const space = before === '' || /\s$/.test(before) ? '' : ' ';
  if (isFormulaText(alt)) return space + formulaMarkdown(alt, false, inCell);
  return `${space}![${escapeText(alt, { isLinked: true, inCell })}](${linkDestination(source)})`;
}

function firstChar(next: Inline | undefined, isLinked: boolean): string {
  if (next === undefined) return '';
  if (next.image !== null) return ' ';
  if (!isLinked && next.href !== null && !next.text.startsWith(' ')) return '[';
  return next.marks & CODE && !next.text.startsWith(' ') ? '`' : String.fromCodePoint(next.text.codePointAt(0) ?? 0x20);
}

/**
 * Returns the text with its code span, emphasis or strikethrough.
 *
 * @param beside end of the line so far, and the character after the text ('' at the end of the line)
 */
function applyMarks(
  trimmed: string,
  marks: number,
  { before, after }: { before: string; after: string },
  context: InlineContext,
  isLinked: boolean,
): string {
  // In a table cell, a backslash before the backslash that escapes a bar would escape that.
  const isCode = (marks & CODE) !== 0 && !before.endsWith('`') && !(context.inCell && trimmed.includes('\\|'));
  if (marks & TEX) return formulaMarkdown(trimmed, false, context.inCell);
  if (isCode) return codeSpan(trimmed, context.inCell);
  const endsBeforeSpace = marks === 0 && SPACE.test(after);
  const text = withFormulas(trimmed, context.inCell, (part, isLast) =>
    escapeText(part, { isLinked, inCell: context.inCell, isBeforeSpace: isLast && endsBeforeSpace }),
  );
  if (marks & HEIGHTS) {
    const name = marks & RAISED ? 'sup' : 'sub';
    return `<${name}>${text}</${name}>`;
  }
  const delimiter = marks & DELETED ? '~~' : '*'.repeat((marks & EMPHASIS ? 1 : 0) + (marks & STRONG ? 2 : 0));
  return delimiter !== '' && canDelimit(text, lastChar(before), after) ? delimiter + text + delimiter : text;
}

/** Endings of ordinal numbers and signs of trademarks. */
const DECORATION = /^(?:st|nd|rd|th|er|re|ère|nde?|e|o|a|º|ª|tm|sm|[®™©℠.])$/i;
/** Maximum length of a text whose height has a meaning, in UTF-16 units. Whole sentences are raised for their look. */
const MAX_RAISED_LENGTH = 24;

/** Whether a raised or lowered text needs its tags: 10<sup>6</sup> is not 106, but 5th is the same as 5<sup>th</sup>. */
const hasMeaningInPlace = (text: string): boolean =>
  text.length <= MAX_RAISED_LENGTH && !DECORATION.test(text) && !/[[\]]/.test(text);

/** Whether delimiters around the text open and close emphasis (CommonMark: left-flanking and right-flanking). */
function canDelimit(text: string, before: string, after: string): boolean {
  if (/[*~_`\\]$/.test(before)) return false;
  const opens = !PUNCTUATION.test(String.fromCodePoint(text.codePointAt(0) as number)) || isSpaceOrPunctuation(before);
  return opens && (!PUNCTUATION.test(lastChar(text)) || isSpaceOrPunctuation(after));
}

const isSpaceOrPunctuation = (character: string) => SPACE.test(character) || PUNCTUATION.test(character);

/** Returns the last character, including both halves of a surrogate pair. */
function lastChar(text: string): string {
  const last = text.codePointAt(text.length - 2);
  return last !== undefined && last > 0xffff ? String.fromCodePoint(last) : text.slice(-1);
}
