/**
 * The text of a page in the smallest pieces that are the same throughout, as a flat list: what a string of the page
 * (`Block`) looks like within. Whoever writes Markdown needs no second parse:
 *
 *   block     its `element` is a heading (h1 to h6), paragraph, cell …; `roles & PREFORMATTED` and `code` for examples
 *   item      `page.items`: of which list (`containers`), which number (`ordinals`, 0: none), li, dt or dd (`elements`)
 *   list      the chain of `page.containers.parents` from there: as many ul and ol as it is deep
 *   cell      a container td or th; its `ordinals` is its row in the table around it, from 1
 *   quotation a container blockquote in the chain
 *   runs      `inlinesOf(page, block)`: text with its marks, its link, or an image
 */
import { elementId, PREFORMATTED } from './elements.ts';
import type { Block, ParsedPage } from './parsed-page.ts';
import { decodeText } from './tokenizer/decode-text.ts';

/** Numbers of a run in `page.runs`: from, to, marks, and link (index in `page.links`, or -1). */
export const RUN_SIZE = 4;

export const STRONG = 1;
export const EMPHASIS = 2;
export const CODE = 4;
export const DELETED = 8;
const ALL_MARKS = STRONG | EMPHASIS | CODE | DELETED;
/** White space precedes the run. */
export const SPACE_BEFORE = 16;
/** The run is an image: from and to are its alternative text, `marks >>> IMAGE_SHIFT` is the index of its URL in `page.images`. */
export const IMAGE = 32;
/** The image is on a line of its own before the block. */
export const OWN_LINE = 64;
/** From here on, what `text.ts` found in the text. */
export const FLAG_SHIFT = 8;
export const IMAGE_SHIFT = 16;
/** Maximum number of images of a page. */
export const MAX_IMAGES = 10_000;

/** Formatting of an element's text, by element id. */
export const ELEMENT_MARKS = new Uint8Array(256);
const MARKED_ELEMENTS: readonly [names: string, mark: number][] = [
  ['b strong', STRONG],
  ['i em', EMPHASIS],
  ['code kbd samp tt', CODE],
  ['s del strike', DELETED],
];
for (const [names, mark] of MARKED_ELEMENTS) for (const name of names.split(' ')) ELEMENT_MARKS[elementId(name)] = mark;

export type Inline = {
  /** Alternative text of an image, or a piece of text. All pieces joined are the text of the block, in code blocks untrimmed. */
  text: string;
  /** `STRONG`, `EMPHASIS`, `CODE`, `DELETED`. */
  marks: number;
  /** href of the link around it, as written; null outside of links. */
  href: string | null;
  /** URL of an image, as written; null for text. */
  image: string | null;
  /** Whether it is an image on a line of its own before the block. */
  ownLine: boolean;
};

/** Returns the inline content of a block. */
export function readInlines(page: ParsedPage, { firstRun, lastRun, roles }: Block): Inline[] {
  const found: Inline[] = [];
  for (let run = firstRun; run < lastRun; run++) {
    const marks = page.runs[run * RUN_SIZE + 2] as number;
    const isImage = (marks & IMAGE) !== 0;
    const text = runText(page, run, isImage ? false : (roles & PREFORMATTED) !== 0);
    if (text === '' && !isImage) continue;
    found.push({
      text,
      marks: marks & ALL_MARKS,
      href: page.links[page.runs[run * RUN_SIZE + 3] as number]?.href ?? null,
      image: isImage ? (page.images[marks >>> IMAGE_SHIFT] ?? '') : null,
      ownLine: (marks & OWN_LINE) !== 0,
    });
  }
  return found;
}

function runText({ html, runs }: ParsedPage, run: number, preformatted: boolean): string {
  const [from, to, marks] = runs.slice(run * RUN_SIZE, run * RUN_SIZE + RUN_SIZE) as [number, number, number];
  const piece = decodeText(html, from, to, (marks >>> FLAG_SHIFT) & 0xff, preformatted);
  if (preformatted) return piece;
  return (marks & SPACE_BEFORE) !== 0 ? ` ${piece.trim()}` : piece.trim();
}
