/** PDF (ISO 32000) by pdf.js, which is given the character maps that Asian fonts name and files do not hold. */
import type { Converted, Part } from '../../../ports/converter.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { bodySize, type Line, linesOf, partsOf, type TextPiece } from './lines.ts';
import { pdfProperties } from './properties.ts';

/** What is told before the end, in case that the end is never reached: after so many pages. */
const PAGES_A_REPORT = 50;

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
    // Nothing is drawn: pictures need not be unpacked.
    maxImageSize: 1,
  });
  const document = await task.promise.catch((error: Error) => {
    const encrypted = error.name === 'PasswordException';
    throw new Unreadable(encrypted ? 'encrypted' : 'conversion-failed', error.message);
  });
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }));
  const said = pdfProperties({ info: info as Record<string, unknown>, xmp: metadata });
  const pages: Line[][] = [];
  const links: Converted['links'] = [];
  const notes: string[] = [];
  let letters = 0;
  const soFar = (): Converted => documentOf(pages, notes, { ...EMPTY_CONVERTED, ...said, links, parts: [] });
  for (let number = 1; number <= document.numPages && letters <= limits.maxText; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: false });
    const lines = linesOf(items.filter((item) => 'str' in item) as TextPiece[]);
    pages.push(lines);
    for (const { text } of lines) letters += text.length;
    for (const one of await page.getAnnotations()) {
      // Beside what is a whole address pdf.js has what is written, which may lead on from the file's own.
      const href = one.subtype === 'Link' ? (one.url ?? one.unsafeUrl) : undefined;
      if (href && links.length < limits.maxLinks) links.push({ href, anchor: '' });
      else if (NOTES.has(one.subtype) && one.contentsObj?.str) notes.push(one.contentsObj.str);
      else if (one.subtype === 'Widget' && typeof one.fieldValue === 'string') notes.push(one.fieldValue);
    }
    page.cleanup();
    if (number % PAGES_A_REPORT === 0) progress?.(soFar());
  }
  await task.destroy();
  return soFar();
};

const NOTES = new Set(['Text', 'FreeText', 'Highlight', 'Popup']);

function documentOf(pages: readonly Line[][], notes: readonly string[], said: Converted): Converted {
  const body = bodySize(pages);
  const parts: Part[] = [];
  for (const lines of pages) parts.push(...partsOf(lines, body));
  const title = said.title ?? titleOf(pages[0] ?? [], body);
  for (const text of new Set(notes)) parts.push({ kind: 'paragraph', text });
  return { ...said, title, parts };
}

/** Where the file has none: the largest letters of the first page, if they are clearly larger than its text. */
function titleOf(lines: readonly Line[], body: number): string | null {
  const largest = Math.max(
    0,
    ...lines
      .slice(0, MAX_LINES)
      .filter(({ text }) => /\p{L}{2}/u.test(text))
      .map(({ size }) => size),
  );
  if (body === 0 || largest < 1.2 * body) return null;
  const from = lines.findIndex(({ size }) => size > 0.97 * largest);
  const title: string[] = [];
  for (const { text, size } of lines.slice(from, from + 5)) {
    if (size < 0.97 * largest) break;
    title.push(text);
  }
  const text = title.join(' ').replace(/\s+/g, ' ').trim();
  return text.length < 300 ? text : null;
}

const MAX_LINES = 200;

/** pdf.js draws with classes of browsers that it asks for when it is loaded; reading text needs none of them. */
async function loadPdfJs() {
  const world = globalThis as Record<string, unknown>;
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData']) world[name] ??= class {};
  // Loaded here, its worker runs in this thread.
  world['pdfjsWorker'] ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}
