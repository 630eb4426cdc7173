/**
 * Finds footnotes: links such as `[1]` to a place further down on the page, and the notes there. GitHub, Pandoc and most Markdown programs read
 * `[^1]` and `[^1]: note`. A mark whose note is not among the chosen blocks stays a link to the page.
 */
import type { DataTables } from '../html/data-tables.ts';
import { BLOCK_KINDS } from '../html/elements.ts';
import { RUN_SIZE, startOfRun } from '../html/inline-runs.ts';
import type { Block, ParsedPage, RawLink } from '../html/parsed-page.ts';
import { exampleOf } from './examples.ts';
import { targetPositions } from './link-targets.ts';
import { type Nesting, newNestingLookup } from './nesting.ts';
import { endOfNote, isOnlyMark, isWithoutText } from './note-extent.ts';

/** `label`: what the mark and its note have in common in Markdown. `mark`: the same on the page, without brackets. `path`: the nesting of its first block. */
export type Footnote = { label: string; mark: string; first: number; path: readonly Nesting[] };

export type Footnotes = {
  /** Returns the mark of a link to a note, `[^1]`; undefined if the link leads to no note. @param words the text of the link */
  markOf(href: string, words: string): string | undefined;
  /** By index of a chosen block: the note that it is in. */
  noteOf: ReadonlyMap<number, Footnote>;
  /** Whether a link leads to a place on the page. */
  isOfPage(href: string): boolean;
};

/** Text of a link to a note. The parser adds the brackets if the link is raised and the page has none. */
const MARK = /^\[([^[\]]{1,12})\]$/;
const MAX_MARK_LENGTH = 14;
/** Text of a link in brackets, such as each of `[1, 2]`. */
const MARK_IN_BRACKETS = /^(?:\d{1,4}|[a-z])$/i;
const AFTER_BRACKET = /[[,;]\s*(?:<[^<>]*>)+$/;
const MAX_TAGS_LENGTH = 300;
const MAX_NOTES = 2_000;
/** What a label may not have: Markdown would read it. */
const NOT_IN_LABEL = /[^\p{L}\p{N}.-]+/gu;
const HEADINGS = [BLOCK_KINDS.heading, BLOCK_KINDS.headline];

/**
 * Returns the footnotes of a page; undefined if it has none.
 *
 * @param blocks the chosen blocks, in the order of the page
 * @param resolve returns the absolute URL of a link
 */
export function findFootnotes(
  page: ParsedPage,
  blocks: readonly Block[],
  { tableOf }: DataTables,
  resolve: (href: string) => string | null,
): Footnotes | undefined {
  const own = resolve('')?.replace(/#.*/s, '');
  const isOfPage = (href: string) =>
    href.startsWith('#') || (href.includes('#') && resolve(href.slice(0, href.indexOf('#'))) === own);
  const references = firstReferences(page, blocks, isOfPage);
  if (references.size === 0) return undefined;
  const places = findNotes(page, blocks, references, tableOf);
  if (places.length === 0) return undefined;
  const { labels, noteOf } = labelNotes(page, blocks, places);
  if (labels.size === 0) return undefined;
  return {
    noteOf,
    isOfPage,
    markOf(href, words) {
      const isMark = MARK.test(words) || MARK_IN_BRACKETS.test(words);
      const label = isMark && isOfPage(href) ? labels.get(fragmentOf(href)) : undefined;
      return label && `[^${label}]`;
    },
  };
}

/** Returns the footnotes with the marks of some notes as links to the page. @param labels those of the notes */
export function withoutNotes(notes: Footnotes, labels: readonly string[]): Footnotes {
  const marks = new Set(labels.map((label) => `[^${label}]`));
  return {
    ...notes,
    markOf(href, words) {
      const mark = notes.markOf(href, words);
      return mark !== undefined && marks.has(mark) ? undefined : mark;
    },
  };
}

/** The place that a mark leads to, if a note may be there. `first`: index of the block after it. `at`: position of its id in the source. */
type NotePlace = { fragment: string; mark: string; first: number; at: number; element: string };

/** Returns the places of notes, in the order of the page. */
function findNotes(
  page: ParsedPage,
  blocks: readonly Block[],
  references: ReturnType<typeof firstReferences>,
  tableOf: Int32Array,
): NotePlace[] {
  const starts = blocks.map(({ firstRun }) => startOfRun(page, firstRun));
  const found: NotePlace[] = [];
  for (const [fragment, { at, element }] of targetPositions(page.html, new Set(references.keys()))) {
    const first = indexAfter(starts, at);
    const block = blocks[first];
    const reference = references.get(fragment);
    if (!block || !reference || first <= reference.block || tableOf[block.container]) continue;
    if (HEADINGS.some((ids) => ids.has(block.element)) || hasBlockBetween(page, at, block)) continue;
    if (isWithinExample(page, block, blocks[first - 1])) continue;
    if (isNoteOf(reference.mark, block)) found.push({ fragment, mark: reference.mark, first, at, element });
  }
  return found.sort((a, b) => a.first - b.first);
}

/** Gives each note a label. @returns the labels by the places that marks lead to, and the notes by the blocks in them */
function labelNotes(page: ParsedPage, blocks: readonly Block[], places: readonly NotePlace[]) {
  const labels = new Map<string, string>();
  const noteOf = new Map<number, Footnote>();
  const used = new Set<string>();
  const lookUp = newNestingLookup(page);
  const paths = blocks.map((block) => lookUp(block));
  for (const [i, { fragment, mark, first, at, element }] of places.entries()) {
    const before = noteOf.get(first);
    if (before !== undefined) {
      // Two targets of one note.
      if (before.first === first) labels.set(fragment, before.label);
      continue;
    }
    const next = places.slice(i + 1, i + 10).find((other) => other.first > first)?.first ?? blocks.length;
    const end = Math.min(next, endOfNote({ page, blocks, paths }, first, at, element));
    if (end <= first || blocks.slice(first, end).every(({ text }) => isWithoutText(text))) continue;
    const label = newLabel(mark, used);
    labels.set(fragment, label);
    for (let k = first; k < end; k++) noteOf.set(k, { label, mark, first, path: paths[first] as Nesting[] });
  }
  return { labels, noteOf };
}

/** Whether a block continues a code block, which is written as a whole. */
function isWithinExample(page: ParsedPage, block: Block, before: Block | undefined): boolean {
  const example = exampleOf(page, block);
  return example !== 0 && before !== undefined && exampleOf(page, before) === example;
}

/** Returns the mark of each place that a mark leads to, and the first block with it (index in `blocks`). */
function firstReferences(page: ParsedPage, blocks: readonly Block[], isOfPage: (href: string) => boolean) {
  const references = new Map<string, { mark: string; block: number }>();
  const marks = new Map<number, string>();
  for (let i = 0; i < page.links.length; i++) {
    const { href, anchor } = page.links[i] as RawLink;
    if (anchor.length > MAX_MARK_LENGTH || !href.includes('#')) continue;
    const mark = MARK.exec(anchor)?.[1] ?? MARK_IN_BRACKETS.exec(anchor)?.[0];
    if (mark !== undefined && marks.size < MAX_NOTES && isOfPage(href)) marks.set(i, mark);
  }
  if (marks.size === 0) return references;
  for (const [i, { firstRun, lastRun }] of blocks.entries())
    for (let run = firstRun; run < lastRun; run++) {
      const link = page.runs[run * RUN_SIZE + 3] as number;
      const mark = marks.get(link);
      if (mark === undefined || (mark === page.links[link]?.anchor && !isAfterBracket(page, run))) continue;
      const fragment = fragmentOf(page.links[link]?.href as string);
      if (fragment !== '' && !references.has(fragment)) references.set(fragment, { mark, block: i });
    }
  return references;
}

function isAfterBracket(page: ParsedPage, run: number): boolean {
  const start = startOfRun(page, run);
  return AFTER_BRACKET.test(page.html.slice(Math.max(0, start - MAX_TAGS_LENGTH), start));
}

function fragmentOf(href: string): string {
  const fragment = href.slice(href.indexOf('#') + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns the index of the first block that starts after a position. */
function indexAfter(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Maximum number of characters of markup between a target and its note. */
const MAX_GAP = 1_000;
const TAGS = /<[^<>]*>|&nbsp;/g;

const NEXT_ITEM = /<\/li\b/i;

/** Whether there is text other than a mark, or the end of an item, between a target and a block, so that the block is not the note. */
function hasBlockBetween({ html, runs }: ParsedPage, at: number, { firstRun }: Block): boolean {
  const start = runs[firstRun * RUN_SIZE] as number;
  if (start - at > MAX_GAP) return true;
  const between = html.slice(html.indexOf('>', at) + 1, start);
  return NEXT_ITEM.test(between) || !isOnlyMark(between.replace(TAGS, ' '));
}

/** A mark that may be a word: `[PDF]`, `[show]`, `[Fen99]`. */
const WORD = /\p{L}{3}/u;
const ROMAN = /^[ivx]+$/i;

/** Whether a mark is a number or a sign, or the text that it leads to begins with it. Other words are links to a part of the page. */
const isNoteOf = (mark: string, { text }: Block): boolean =>
  !WORD.test(mark) || ROMAN.test(mark) || text.replace(/^[[(]\s?/, '').startsWith(mark);

/** Returns a label that no other note has. Programs compare labels without case. */
function newLabel(mark: string, used: Set<string>): string {
  const name = mark
    .trim()
    .replace(NOT_IN_LABEL, '-')
    .replace(/^-+|-+$/g, '');
  const base = name === '' ? 'note' : name;
  let label = base;
  for (let n = 2; used.has(label.toLowerCase()); n++) label = `${base}-${n}`;
  used.add(label.toLowerCase());
  return label;
}
