import { cutText } from '../../text/cut-text.ts';
import { PREFORMATTED } from '../html/elements.ts';
import { IMAGE, RUN_SIZE, runText, TEX } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/** Maximum length of the text before a link, and of the text behind it, in UTF-16 units: about ten words. */
const MAX_SIDE = 60;

const LETTER = /\p{L}/u;

/** A link in the text of a paragraph, the end exclusive. */
type Place = { link: number; start: number; end: number };

/**
 * Sets `around` of each link whose paragraph, list item or table cell has text beside its links: what precedes and what follows the
 * link there. Links in menus and lists of links get none.
 */
export function addWordsAround(page: ParsedPage): void {
  const { blocks } = page;
  for (let from = 0; from < blocks.length; ) {
    let to = from + 1;
    while (to < blocks.length && continues(blocks[to - 1]!, blocks[to]!)) to++;
    if (hasLinkInText(blocks, from, to)) addToParagraph(page, from, to);
    from = to;
  }
}

/** Returns whether a block is a further line of the same paragraph, item or cell. */
function continues(before: Block, { paragraph, container, item }: Block): boolean {
  return !paragraph && container === before.container && item === before.item;
}

function hasLinkInText(blocks: readonly Block[], from: number, to: number): boolean {
  let anchors = 0;
  let unlinked = 0;
  for (let i = from; i < to; i++) {
    const block = blocks[i]!;
    anchors += block.anchors;
    unlinked += block.text.length - block.linked;
  }
  return anchors > 0 && unlinked > 0;
}

function addToParagraph(page: ParsedPage, from: number, to: number): void {
  const { text, places } = readPlaces(page, from, to);
  for (const { link, start, end } of places) {
    const raw = page.links[link];
    if (raw === undefined) continue;
    const around = `${textBefore(text, start)} ${textBehind(text, end)}`.trim();
    if (LETTER.test(around)) raw.around ??= around;
  }
}

/** Returns the text of blocks, and the links in it in their order. */
function readPlaces(page: ParsedPage, from: number, to: number): { text: string; places: Place[] } {
  const places: Place[] = [];
  let text = '';
  for (let i = from; i < to; i++) {
    const { firstRun, lastRun, roles } = page.blocks[i]!;
    if (text !== '') text += ' ';
    for (let run = firstRun; run < lastRun; run++) {
      const marks = page.runs[run * RUN_SIZE + 2]!;
      // The formula itself is text already.
      if ((marks & (IMAGE | TEX)) === TEX) continue;
      const link = page.runs[run * RUN_SIZE + 3]!;
      const start = text.length;
      text += runText(page, run, (roles & PREFORMATTED) !== 0);
      if (link === -1) continue;
      const last = places.at(-1);
      if (last?.link === link) last.end = text.length;
      else places.push({ link, start, end: text.length });
    }
  }
  return { text, places };
}

/** Returns the text before a place, from the start of a word on. */
function textBefore(text: string, end: number): string {
  if (end <= MAX_SIDE) return text.slice(0, end).trim();
  const cut = text.slice(end - MAX_SIDE, end);
  // A text without spaces may be cut within a surrogate pair.
  return cut
    .slice(cut.indexOf(' ') + 1)
    .replace(/^[\udc00-\udfff]/, '')
    .trim();
}

/** Returns the text behind a place, up to the end of a word. */
function textBehind(text: string, start: number): string {
  if (text.length - start <= MAX_SIDE) return text.slice(start).trim();
  const cut = cutText(text.slice(start, start + MAX_SIDE + 1), MAX_SIDE);
  const end = cut.lastIndexOf(' ');
  return (end > 0 ? cut.slice(0, end) : cut).trim();
}
