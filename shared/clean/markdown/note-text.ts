/** Removes from a footnote what Markdown writes itself: its number, and the links back to the text. */
import { type Inline, RAISED } from '../html/inline-runs.ts';
import { isOnlyMark } from './note-extent.ts';

/** A link back: a sign, or the number of the note or of the link. */
const SIGN = /[\^↩↑⤴⏎↵]/;
const NUMBER = /^[\s[\](){}.:]*(?:\d{1,4}|[a-z]{1,2}|[ivx]{1,5}|[*†‡]{1,3})?[\s[\](){}.:]*$/i;
const COMMAS = /^[\s,;]+$/;
const BETWEEN = /^[\s,;.()[\]]*$/;

/** What remains of a number at the start whose link has been removed: `[]`, `^`. */
const EMPTY_NUMBER = /^\s*(?:\[\s*\]|\(\s*\)|[\^↑])?\s*[.:)]?\s*/;

/**
 * Returns the inline content of a block of a note without the links back. A number whose link is within the text, such as "section 5",
 * is text: those of links back are at the start of the note or follow another link back.
 *
 * @param isFirst whether the block begins the note, or follows its number
 * @param isBack whether a link leads to a place on the page that is no note
 */
export function noteInlines(
  inlines: readonly Inline[],
  mark: string,
  isFirst: boolean,
  isBack: (href: string) => boolean,
): Inline[] {
  const kept: Inline[] = [];
  let isAtStart = isFirst;
  let wasRemoved = false;
  let isAfterBack = false;
  for (let i = 0; i < inlines.length; ) {
    const { href } = inlines[i] as Inline;
    let end = i + 1;
    while (end < inlines.length && inlines[end]?.href === href) end++;
    const group = inlines.slice(i, end);
    i = end;
    const text = group.map((inline) => inline.text).join('');
    const isSign = isOnlyMark(text) && (SIGN.test(text) || text.trim() === '');
    const isNumber = text.trim() === mark || NUMBER.test(text);
    if (href !== null && (isSign || (isNumber && (isAtStart || isAfterBack))) && isBack(href)) {
      wasRemoved ||= isAtStart;
      isAfterBack = true;
      continue;
    }
    // The commas between links back.
    if (isAtStart && isAfterBack && href === null && COMMAS.test(text)) continue;
    isAfterBack &&= BETWEEN.test(text);
    if (!isOnlyMark(text)) isAtStart = false;
    kept.push(...group);
  }
  return isFirst ? withoutNumber(kept, mark, wasRemoved) : kept;
}

function withoutNumber(inlines: readonly Inline[], mark: string, wasLinked: boolean): Inline[] {
  const [first, ...rest] = inlines;
  if (first === undefined || first.image !== null || first.href !== null) return [...inlines];
  const { text, marks } = first;
  if (wasLinked) {
    // The signs around a linked number may be several runs.
    const next = rest[0];
    if (next !== undefined && next.href === null && isOnlyMark(text) && isPartOfNumber(text, next.text))
      return withoutNumber([{ ...next, text: text + next.text }, ...rest.slice(1)], mark, true);
    if (text.replace(BRACKETS, '') === mark) return rest;
    return [{ ...first, text: text.replace(EMPTY_NUMBER, '') }, ...rest].filter(isShown);
  }
  const number = text.trim();
  if ((marks & RAISED) !== 0 && (number === mark || number === `[${mark}]`)) return rest;
  const sign = [`[${mark}]`, `${mark}.`, `${mark})`, `${mark}:`, ...(WORD.test(mark) ? [] : [mark])].find(
    (one) => text.startsWith(one) && !/^\d/.test(text.slice(one.length)),
  );
  if (sign !== undefined) return [{ ...first, text: text.slice(sign.length).trimStart() }, ...rest].filter(isShown);
  return [...inlines];
}

const BRACKETS = /[\s[\](){}.:]+/g;
/** Whether the signs around a number continue in the next run. */
const isPartOfNumber = (text: string, next: string): boolean => isOnlyMark(text + next) || /^\s*[)\]]/.test(next);
const WORD = /[\p{L}\p{N}]/u;
const isShown = ({ text, image }: Inline): boolean => text !== '' || image !== null;
