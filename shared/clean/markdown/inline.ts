/**
 * A line of Markdown of the runs of a string. Marks are only written where both their ends are sure to be read as marks:
 * a letter too close to a bracket, or two marked words without a space between, stay plain rather than show asterisks.
 */

import { CODE, DELETED, EMPHASIS, type Inline, STRONG } from '../html/page-runs.ts';
import { codeSpan, destination, escapeText } from './escape.ts';

export type InlinePlace = {
  /** @returns the whole address; null: it leads to no page, and is not written. */
  resolve(href: string): string | null;
  inCell: boolean;
};

const SPACE = /^[\s\u200b]?$/u;
const SIGN = /^[\p{P}\p{S}]$/u;

/** @returns '' where nothing is to be seen. White space at the ends is gone. */
export function inlineMarkdown(inlines: readonly Inline[], place: InlinePlace): string {
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

function addLink(pieces: string[], group: readonly Inline[], target: string, place: InlinePlace): void {
  const inside: string[] = [];
  addTexts(inside, group, LINK_END, place, true);
  const inner = inside.join('');
  const words = inner.trim();
  if (words === '') return;
  const last = pieces.at(-1) ?? '';
  if (inner.startsWith(' ')) pieces.push(' ');
  // An exclamation mark before a link would make an image of it.
  else if (last.endsWith('!')) pieces[pieces.length - 1] = `${last.slice(0, -1)}\\!`;
  pieces.push(`[${words}](${destination(target)})`);
}

const LINK_END: Inline = { text: ']', marks: 0, href: null, image: null, apart: false };

/** @param after what follows them; undefined: the end. */
function addTexts(
  pieces: string[],
  inlines: readonly Inline[],
  after: Inline | undefined,
  place: InlinePlace,
  isLinked = false,
): void {
  const add = (piece: string) => {
    if (piece !== '') pieces.push(piece);
  };
  for (let i = 0; i < inlines.length; ) {
    const { marks, image } = inlines[i] as Inline;
    if (image !== null) {
      add(imageOf(inlines[i] as Inline, pieces.at(-1) ?? '', place));
      i++;
      continue;
    }
    let whole = '';
    for (; i < inlines.length && sameMarks(inlines[i] as Inline, marks); i++) whole += (inlines[i] as Inline).text;
    const bare = whole.trim();
    if (whole.startsWith(' ')) add(' ');
    if (bare === '') continue;
    const next = inlines[i] ?? after;
    add(marked(bare, marks, pieces.at(-1) ?? '', firstSign(next, isLinked), place, isLinked));
  }
}

const sameMarks = (one: Inline, marks: number) => one.image === null && one.marks === marks;

/** An image is told by its alternative text; one without any says nothing. */
function imageOf({ text, image }: Inline, before: string, { resolve }: InlinePlace): string {
  const source = text.trim() === '' || image === null ? null : resolve(image);
  if (source === null) return '';
  const space = before === '' || /\s$/.test(before) ? '' : ' ';
  return `${space}![${escapeText(text.trim(), true)}](${destination(source)})`;
}

function firstSign(next: Inline | undefined, isLinked: boolean): string {
  if (next === undefined) return '';
  if (next.image !== null) return ' ';
  if (!isLinked && next.href !== null && !next.text.startsWith(' ')) return '[';
  return next.marks & CODE && !next.text.startsWith(' ') ? '`' : String.fromCodePoint(next.text.codePointAt(0) ?? 0x20);
}

/** @param before the end of the line so far. @param after the sign behind it; '': none. */
function marked(
  bare: string,
  marks: number,
  before: string,
  after: string,
  place: InlinePlace,
  isLinked: boolean,
): string {
  // In code in a cell nothing tells a backslash from one that guards a bar.
  const isCode = (marks & CODE) !== 0 && !before.endsWith('`') && !(place.inCell && bare.includes('\\'));
  if (isCode) return codeSpan(bare, place.inCell);
  const text = escapeText(bare, isLinked);
  const sign = marks & DELETED ? '~~' : '*'.repeat((marks & EMPHASIS ? 1 : 0) + (marks & STRONG ? 2 : 0));
  return sign !== '' && isSure(text, lastSign(before), after) ? sign + text + sign : text;
}

/** Whether marks around the text open and close (CommonMark, "left-flanking" and "right-flanking"). */
function isSure(text: string, before: string, after: string): boolean {
  if (/[*~_`\\]$/.test(before)) return false;
  const opens = !SIGN.test(String.fromCodePoint(text.codePointAt(0) as number)) || isLoose(before);
  return opens && (!SIGN.test(lastSign(text)) || isLoose(after));
}

const isLoose = (sign: string) => SPACE.test(sign) || SIGN.test(sign);

/** With both halves of a sign that has two. */
function lastSign(text: string): string {
  const last = text.codePointAt(text.length - 2);
  return last !== undefined && last > 0xffff ? String.fromCodePoint(last) : text.slice(-1);
}
