/**
 * Runs: pieces of a block with uniform formatting, as a flat list of numbers. With them, Markdown needs no second parse:
 *
 *   block     `element` is a heading (h1 to h6), paragraph, cell …; a code block has the role `PREFORMATTED` and its `code`
 *   item      `page.items`: its list (`containers`), its number (`ordinals`, 0: none) and li, dt or dd (`elements`)
 *   list      an ul or ol in the chain of `page.containers.parents`
 *   cell      a td or th container; `ordinals` is its row in the table, from 1
 *   quotation a blockquote container in the chain
 *   runs      `readInlines(page, block)`: text with its formatting and link, or an image
 */
import { elementId, PREFORMATTED } from './elements.ts';
import { mathSignText } from './formulas/math-signs.ts';
import type { Block, ImagePlace, ParsedPage } from './parsed-page.ts';
import { decodeRange } from './tokenizer/decode-range.ts';

/** Numbers of a run in `page.runs`: from, to, marks, and link (index in `page.links`, or -1). */
export const RUN_SIZE = 4;

// Formatting of a run.
export const STRONG = 1;
export const EMPHASIS = 2;
export const CODE = 4;
export const DELETED = 8;
/** In the state of the parser: superscript (in a run: `RAISED`). In a run: the text is the mark of a note, and has brackets around it. */
export const SUPERSCRIPT = 128;
export const NOTE = 128;
/** White space precedes the run. */
export const SPACE_BEFORE = 16;
/** The run is an image: from and to are its alternative text, `marks >>> IMAGE_SHIFT` is the index of its URL in `page.images`. */
export const IMAGE = 32;
/** The image is on a line of its own before the block. */
export const OWN_LINE = 64;
/** Position of the flags of the text (`tokenizer/text.ts`) within the marks. */
export const FLAG_SHIFT = 8;
export const IMAGE_SHIFT = 16;
/** Superscript and subscript: of runs that are text, whose marks have no index of an image. */
export const RAISED = 1 << 16;
export const LOWERED = 1 << 17;
/** The run is a formula whose source is a run after it. */
export const FORMULA = 1 << 18;
/** The run is the source of a formula in TeX, which is no text of the block. */
export const TEX = 1 << 19;
/** Position of the number of a sign (`formulas/math-signs.ts`) that the run is instead of its range; 0: none. Not of images. */
export const SIGN_SHIFT = 20;
const SIGN_MASK = 0x1f;
const ALL_MARKS = STRONG | EMPHASIS | CODE | DELETED | RAISED | LOWERED | TEX;
/** Maximum number of images of a page. */
export const MAX_IMAGES = 10_000;

/** Formatting of an element's text, by element id. */
export const ELEMENT_MARKS = new Int32Array(256);
const MARKED_ELEMENTS: readonly [names: string, mark: number][] = [
  ['b strong', STRONG],
  ['i em', EMPHASIS],
  ['code kbd samp tt', CODE],
  ['s del strike', DELETED],
  ['sup', SUPERSCRIPT],
  ['sub', LOWERED],
];
for (const [names, mark] of MARKED_ELEMENTS) for (const name of names.split(' ')) ELEMENT_MARKS[elementId(name)] = mark;

/** A run as text or image. */
export type Inline = {
  /** Alternative text of an image, or a piece of text. All pieces joined are the text of the block, in code blocks untrimmed. */
  text: string;
  /** `STRONG`, `EMPHASIS`, `CODE`, `DELETED`, `RAISED`, `LOWERED`, `TEX`. */
  marks: number;
  /** href of the link around it, as written; null outside of links. */
  href: string | null;
  /** URL of an image, as written; null for text. */
  image: string | null;
  /** Whether it is an image on a line of its own before the block. */
  ownLine: boolean;
  /** Where an image on a line of its own is. */
  place?: ImagePlace | undefined;
  /** Whether it is code after the end of other code. */
  isNewCode?: boolean;
};

/** End tag of an element that is code. */
const CODE_END = /<\/(?:code|kbd|samp|tt)\b/i;

/**
 * Returns the inline content of a block.
 *
 * @param without runs that are left out: the sources of formulas, or the formulas that have a source
 */
export function readInlines(
  page: ParsedPage,
  { firstRun, lastRun, roles }: Block,
  without: typeof TEX | typeof FORMULA = TEX,
): Inline[] {
  const found: Inline[] = [];
  let codeTo = -1;
  for (let run = firstRun; run < lastRun; run++) {
    const marks = page.runs[run * RUN_SIZE + 2] as number;
    const isImage = (marks & IMAGE) !== 0;
    if (!isImage && (marks & without) !== 0) continue;
    const text = runText(page, run, isImage ? false : (roles & PREFORMATTED) !== 0);
    if (text === '' && !isImage) continue;
    const isCode = !isImage && (marks & CODE) !== 0;
    const isNewCode = isCode && codeTo !== -1 && endsCode(page, codeTo, startOfRun(page, run));
    codeTo = isCode ? (page.runs[run * RUN_SIZE + 1] as number) : -1;
    found.push({
      text,
      marks: isImage ? 0 : marks & ALL_MARKS,
      href: page.links[page.runs[run * RUN_SIZE + 3] as number]?.href ?? null,
      image: isImage ? (page.images[marks >>> IMAGE_SHIFT] ?? '') : null,
      ownLine: (marks & OWN_LINE) !== 0,
      isNewCode,
      place: isImage ? page.imagePlaces.get(startOfRun(page, run)) : undefined,
    });
  }
  return found;
}

/** Returns whether a run is an image on a line of its own before its block. */
export const isImageBefore = ({ runs }: ParsedPage, run: number): boolean =>
  ((runs[run * RUN_SIZE + 2] as number) & OWN_LINE) !== 0;

/** Maximum number of characters between two pieces of code that are searched for an end tag. */
const MAX_CODE_GAP = 200;

const endsCode = ({ html }: ParsedPage, from: number, to: number): boolean =>
  CODE_END.test(html.slice(from, Math.min(to, from + MAX_CODE_GAP)));

/** Returns the text of a run with its character references decoded, and with a space before it if there was white space. */
export function runText({ html, runs }: ParsedPage, run: number, preformatted: boolean): string {
  const at = run * RUN_SIZE;
  const marks = runs[at + 2] as number;
  const sign = marks & IMAGE ? 0 : (marks >>> SIGN_SHIFT) & SIGN_MASK;
  if (sign !== 0) return (marks & SPACE_BEFORE ? ' ' : '') + mathSignText(sign);
  const text = decodeRange(
    html,
    runs[at] as number,
    runs[at + 1] as number,
    (marks >>> FLAG_SHIFT) & 0xff,
    preformatted,
  );
  const piece = (marks & NOTE) !== 0 ? `[${text.trim()}]` : text;
  if (preformatted) return piece;
  return (marks & SPACE_BEFORE) !== 0 ? ` ${piece.trim()}` : piece.trim();
}

/** Returns the position in the source of a run's start, and of the end of the text of a block. */
export const startOfRun = ({ runs }: ParsedPage, run: number): number => runs[run * RUN_SIZE] ?? 0;
export const endOfText = ({ runs }: ParsedPage, { lastRun }: Block): number => runs[(lastRun - 1) * RUN_SIZE + 1] ?? 0;
