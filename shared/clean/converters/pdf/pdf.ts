/** Converts PDF (ISO 32000) with pdf.js. CMaps supply the encodings of Asian fonts that are not embedded. */
import type { Converted } from '../../../ports/converter.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { type Convert, EMPTY_CONVERTED, markCut } from '../convert.ts';
import { bodyFontSize, groupLines, type Line } from './lines.ts';
import { areNear, MAX_ANCHOR_LENGTH, textIn } from './link-anchors.ts';
import { newPieceBudget, readTextItems } from './page-text.ts';
import { joinParts } from './paragraphs.ts';
import { readPdfProperties } from './properties.ts';
import { orderItems } from './reading-order.ts';
import { findRunningLines } from './running-lines.ts';
import { uprightItems } from './upright.ts';

/** Minimum number of pages between partial results, which are used if the time limit is exceeded. */
const PAGES_PER_PROGRESS = 50;
/** Minimum share of new pages in a partial result: each is built from the first page on. */
const NEW_PAGES = 0.2;

export const convertPdf: Convert = async ({ bytes, limits, cMaps, progress }) => {
  const { getDocument } = await loadPdfJs();
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: cMaps,
    cMapPacked: true,
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Images are not decoded: nothing is drawn.
    maxImageSize: 1,
  });
  const document = await task.promise.catch((error: Error) => {
    const encrypted = error.name === 'PasswordException';
    throw new Unreadable(encrypted ? 'encrypted' : 'conversion-failed', error.message);
  });
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }));
  const properties = readPdfProperties({ info: info as Record<string, unknown>, xmp: metadata });
  const pages: Line[][] = [];
  const links: Converted['links'] = [];
  const notes: string[] = [];
  const budget = newPieceBudget(bytes.length);
  let textLength = 0;
  let nextProgress = PAGES_PER_PROGRESS;
  const result = (): Converted => buildResult(pages, notes, { ...EMPTY_CONVERTED, ...properties, links, parts: [] });
  for (let number = 1; number <= document.numPages && textLength <= limits.maxText; number++) {
    const page = await document.getPage(number);
    const items = await readTextItems(page, budget);
    const lines = groupLines(orderItems(uprightItems(items, page.view)));
    pages.push(lines);
    for (const { text } of lines) textLength += text.length;
    if (budget.left < 0) break;
    let lastRectangle: readonly number[] | undefined;
    for (const annotation of await page.getAnnotations()) {
      // `url` is set for absolute URLs only. `unsafeUrl` is the URL as written, which may be relative.
      const href = annotation.subtype === 'Link' ? (annotation.url ?? annotation.unsafeUrl) : undefined;
      if (href && links.length < limits.maxLinks) {
        const isNear = lastRectangle !== undefined && areNear(lastRectangle, annotation.rect);
        addLink(links, { href, anchor: textIn(annotation.rect, items) }, isNear);
        lastRectangle = annotation.rect;
      } else if (NOTE_TYPES.has(annotation.subtype) && annotation.contentsObj?.str)
        notes.push(annotation.contentsObj.str);
      else if (annotation.subtype === 'Widget' && typeof annotation.fieldValue === 'string')
        notes.push(annotation.fieldValue);
    }
    page.cleanup();
    if (number >= nextProgress) {
      progress?.(result());
      nextProgress = number + Math.max(PAGES_PER_PROGRESS, Math.ceil(number * NEW_PAGES));
    }
  }
  await task.destroy();
  return budget.left < 0 ? markCut(result(), 'conversion-timeout') : result();
};

/** Adds a link. One over several lines is a link for each line. @param isNear whether it is near the link before */
function addLink(links: Converted['links'], link: Converted['links'][number], isNear: boolean): void {
  const last = links.at(-1);
  if (isNear && last?.href === link.href && last.anchor !== link.anchor)
    last.anchor = `${last.anchor} ${link.anchor}`.trim().slice(0, MAX_ANCHOR_LENGTH);
  else links.push(link);
}

/** Annotations with text. */
const NOTE_TYPES = new Set(['Text', 'FreeText', 'Highlight', 'Popup']);

/** Adds the parts of the pages and the notes to the metadata. */
function buildResult(pages: readonly Line[][], notes: readonly string[], metadata: Converted): Converted {
  const bodySize = bodyFontSize(pages);
  const parts = joinParts(pages, bodySize, findRunningLines(pages, bodySize));
  const title = metadata.title ?? findTitle(pages[0] ?? [], bodySize);
  for (const text of new Set(notes)) parts.push({ kind: 'paragraph', text });
  if (parts.length > 0 || pages.length === 0) return { ...metadata, title, parts };
  // A scan or a drawing.
  return { ...metadata, title, parts, metadata: { ...metadata.metadata, 'thresher.textless': [`${pages.length}`] } };
}

/** Maximum number of lines that are searched for the title. */
const MAX_SEARCHED_LINES = 200;
/** Maximum number of lines of a title. */
const MAX_TITLE_LINES = 5;
/** Titles must be shorter than this, in UTF-16 units. */
const MAX_TITLE_LENGTH = 300;
/** Minimum font size of a title, relative to the running text. */
const MIN_TITLE_SIZE = 1.2;
/** Minimum font size of a line of the title, relative to the largest line. */
const MIN_TITLE_LINE_SIZE = 0.97;

/** Finds a title by font size: the first of the largest lines of a page. Returns null if no line is large enough. */
function findTitle(lines: readonly Line[], bodySize: number): string | null {
  const largest = Math.max(
    0,
    ...lines
      .slice(0, MAX_SEARCHED_LINES)
      .filter(({ text }) => /\p{L}{2}/u.test(text))
      .map(({ size }) => size),
  );
  if (bodySize === 0 || largest < MIN_TITLE_SIZE * bodySize) return null;
  const from = lines.findIndex(({ size }) => size > MIN_TITLE_LINE_SIZE * largest);
  const title: string[] = [];
  for (const { text, size } of lines.slice(from, from + MAX_TITLE_LINES)) {
    if (size < MIN_TITLE_LINE_SIZE * largest) break;
    title.push(text);
  }
  const text = title.join(' ').replace(/\s+/g, ' ').trim();
  return text.length < MAX_TITLE_LENGTH ? text : null;
}

/** Loads pdf.js. It expects browser classes for drawing at load time; text extraction does not use them. */
async function loadPdfJs() {
  const globals = globalThis as Record<string, unknown>;
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData']) globals[name] ??= class {};
  // If the worker is already loaded, pdf.js runs it in this thread.
  globals['pdfjsWorker'] ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}
