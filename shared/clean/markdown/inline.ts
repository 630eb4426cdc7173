/**
 * A line of Markdown of the runs of a string. Marks are only written where both their ends are sure to be read as marks:
 * a letter too close to a bracket, or two marked words without a space between, stay plain rather than show asterisks.
 */

import { CODE, DELETED, EMPHASIS, type Inline, STRONG } from '../html/inline-runs.ts';
import { codeSpan, escapeText, linkDestination } from './escape.ts';

export type InlineContext = {
  /** @returns the whole address; null: it leads to no page, and is not written. */
  resolve(href: string): string | null;
  inCell: boolean;
};

const SPACE = /^[\s\u200b]?$/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

/** @returns '' where nothing is to be seen. White space at the ends is gone. */
export function inlineMarkdown(inlines: readonly Inline[], place: InlineContext): string {
  // To look at the end of a string that grows costs all of it: only its last piece is looked at.
  const pieces: string[] = [];
  for (let i = 0; i < inlines.length; ) {
    const { href } = inlines[i] as Inline;
    let end = i + 1;
    while (end < inlines.length && (inlines[end] as Inline).href === href) end++;
    const group = inlines.slice(i, end);
    const target = href === null ? null : place.resolve(href);
    if (target === null) addTexts(pieces, group, inlines[end], place);
    else addLink(pieces, group, target, place);
    i = end;
  }
  return pieces.join('').trim();
}

function addLink(pieces: string[], group: readonly Inline[], target: string, place: InlineContext): void {
  const inside: string[] = [];
  addTexts(inside, group, LINK_END, place, true);
  const inner = inside.join('');
  const words = inner.trim();
  if (words === '') return;
  const last = pieces.at(-1) ?? '';
  if (inner.startsWith(' ')) pieces.push(' ');
  // An exclamation mark before a link would make an image of it.
  else if (last.endsWith('!')) pieces[pieces.length - 1] = `${last.slice(0, -1)}\\!`;
  pieces.push(`[${words}](${linkDestination(target)})`);
}

const LINK_END: Inline = { text: ']', marks: 0, href: null, image: null, ownLine: false };

/** @param after what follows them; undefined: the end. */
function addTexts(
  pieces: string[],
  inlines: readonly Inline[],
  after: Inline | undefined,
  place: InlineContext,
  isLinked = false,
): void {
  const add = (piece: string) => {
    if (piece !== '') pieces.push(piece);
  };
  for (let i = 0; i < inlines.length; ) {
    const { marks, image } = inlines[i] as Inline;
    if (image !== null) {
      add(imageMarkdown(inlines[i] as Inline, pieces.at(-1) ?? '', place));
      i++;
      continue;
    }
    let whole = '';
    for (; i < inlines.length && sameMarks(inlines[i] as Inline, marks); i++) whole += (inlines[i] as Inline).text;
    const bare = whole.trim();
    if (whole.startsWith(' ')) add(' ');
    if (bare === '') continue;
    const next = inlines[i] ?? after;
    add(applyMarks(bare, marks, pieces.at(-1) ?? '', firstChar(next, isLinked), place, isLinked));
  }
}

const sameMarks = (one: Inline, marks: number) => one.image === null && one.marks === marks;

/** An image is told by its alternative text; one without any says nothing. */
function imageMarkdown({ text, image }: Inline, before: string, { resolve }: InlineContext): string {
  const source = text.trim() === '' || image === null ? null : resolve(image);
  if (source === null) return '';
  const space = before === '' || /\s$/.test(before) ? '' : ' ';
  return `${space}![${escapeText(text.trim(), true)}](${linkDestination(source)})`;
}

function firstChar(next: Inline | undefined, isLinked: boolean): string {
  if (next === undefined) return '';
  if (next.image !== null) return ' ';
  if (!isLinked && next.href !== null && !next.text.startsWith(' ')) return '[';
  return next.marks & CODE && !next.text.startsWith(' ') ? '`' : String.fromCodePoint(next.text.codePointAt(0) ?? 0x20);
}

/** @param before the end of the line so far. @param after the sign behind it; '': none. */
function applyMarks(
  bare: string,
  marks: number,
  before: string,
  after: string,
  place: InlineContext,
  isLinked: boolean,
): string {
  // In code in a cell nothing tells a backslash from one that guards a bar.
  const isCode = (marks & CODE) !== 0 && !before.endsWith('`') && !(place.inCell && bare.includes('\\'));
  if (isCode) return codeSpan(bare, place.inCell);
  const text = escapeText(bare, isLinked);
  const sign = marks & DELETED ? '~~' : '*'.repeat((marks & EMPHASIS ? 1 : 0) + (marks & STRONG ? 2 : 0));
  return sign !== '' && canDelimit(text, lastChar(before), after) ? sign + text + sign : text;
}

/** Whether marks around the text open and close (CommonMark, "left-flanking" and "right-flanking"). */
function canDelimit(text: string, before: string, after: string): boolean {
  if (/[*~_`\\]$/.test(before)) return false;
  const opens = !PUNCTUATION.test(String.fromCodePoint(text.codePointAt(0) as number)) || isSpaceOrPunctuation(before);
  return opens && (!PUNCTUATION.test(lastChar(text)) || isSpaceOrPunctuation(after));
}

const isSpaceOrPunctuation = (sign: string) => SPACE.test(sign) || PUNCTUATION.test(sign);

/** With both halves of a sign that has two. */
function lastChar(text: string): string {
  const last = text.codePointAt(text.length - 2);
  return last !== undefined && last > 0xffff ? String.fromCodePoint(last) : text.slice(-1);
}
