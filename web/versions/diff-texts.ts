import { diffWordsWithSpace } from 'diff';

/** A part of two texts: in both, only in the later one, or only in the earlier one. */
export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Length of the texts that are compared, in UTF-16 units, and how long that may take. */
const MAX_TEXT = 100_000;
const MAX_DIFF_MS = 1_000;

/** Unchanged text that is shown beside a change, in UTF-16 units. */
const CONTEXT = 120;

/** Maximum length of all parts, in UTF-16 units: a page has at most 30 KB. */
const MAX_SHOWN = 9_000;

/** `cut`: not all of the texts was compared, or not all changes are listed. */
export type TextDiff = { parts: DiffPart[]; cut: boolean };

/** Two captures, the earlier one first, and the difference between their texts; null if they differ too much to compare. */
export type ComparedVersions = { earlier: number; later: number; diff: TextDiff | null };

/**
 * Compares two texts word by word. Long unchanged stretches are shortened to the text around the changes.
 *
 * @param maxMs how long the comparison may take, in milliseconds
 * @returns undefined if the texts differ so much that the comparison takes too long
 */
export function diffTexts(earlier: string, later: string, maxMs = MAX_DIFF_MS): TextDiff | undefined {
  const [a, b] = [earlier, later].map((text) => text.slice(0, MAX_TEXT).toWellFormed()) as [string, string];
  const changes = diffWordsWithSpace(a, b, { timeout: maxMs });
  if (!changes) return undefined;
  const parts = changes.map(({ value, added, removed }, i): DiffPart => {
    if (added || removed) return { kind: added ? 'added' : 'removed', text: value };
    return { kind: 'same', text: shortened(value, i > 0, i < changes.length - 1) };
  });
  const shown = firstParts(parts);
  return {
    parts: shown,
    cut:
      shown.length < parts.length ||
      shown.at(-1)?.text !== parts.at(-1)?.text ||
      a.length < earlier.length ||
      b.length < later.length,
  };
}

/** Returns the parts before the limit of the page. */
function firstParts(parts: readonly DiffPart[]): DiffPart[] {
  let length = 0;
  const end = parts.findIndex(({ text }) => {
    length += text.length;
    return length > MAX_SHOWN;
  });
  if (end === -1) return [...parts];
  const { kind, text } = parts[end]!;
  const left = text.slice(0, MAX_SHOWN - (length - text.length)).toWellFormed();
  return [...parts.slice(0, end), { kind, text: `${left} …` }];
}

/** A word at the edge that may be cut, and the space beside it. A text without spaces, such as Chinese, has no such words. */
const CUT_START = /^\S{0,40}\s+/;
const CUT_END = /\s+\S{0,40}$/;

/** Shortens unchanged text to what stands after the change before it and before the change after it. */
function shortened(text: string, isAfter: boolean, isBefore: boolean): string {
  if (text.length <= 2 * CONTEXT) return text;
  const head = isAfter ? text.slice(0, CONTEXT).replace(CUT_END, '') : '';
  const tail = isBefore ? text.slice(-CONTEXT).replace(CUT_START, '') : '';
  return `${head} … ${tail}`.toWellFormed();
}
