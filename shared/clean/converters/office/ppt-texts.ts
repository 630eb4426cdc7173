/** Reads texts from the records of a PowerPoint presentation before 2007: shapes, outline, comments, footers, and links. */
import type { Flow } from '../flow.ts';
import { decodeBytes } from './code-pages.ts';
import { findRecord, type PptRecord, readRecords } from './ppt-records.ts';

/** A text of a shape or of the outline. `isTitle`: title of a slide. `linkIds`: ids of the links in it. */
export type SlideText = { isTitle: boolean; text: string; linkIds: number[] };

/** Record types. */
const [DRAWING, TEXT_BOX, OUTLINE_REFERENCE, TEXT_HEADER] = [0x040c, 0xf00d, 0x0f9e, 0x0f9f];
const [UTF16_TEXT, LATIN1_TEXT, STRING, HEADERS_FOOTERS, INTERACTION] = [0x0fa0, 0x0fa8, 0x0fba, 0x0fd9, 0x0ff2];
const [LINK, LINK_ID, SLIDE_NUMBER, FIRST_DATE, FOOTER] = [0x0fd7, 0x0fd3, 0x0fd8, 0x0ff7, 0x0ffa];
const [BINARY_TAG, COMMENT, SHAPE, CLIENT_DATA, PLACEHOLDER] = [0x138b, 0x2ee0, 0xf004, 0xf011, 0x0bc3];
/** Maximum depth of nested records. Groups of shapes are nested far less. */
const MAX_DEPTH = 60;

/** `shownTexts`: texts of the outline that a shape has shown. `isMaster`: placeholders are skipped. */
type Drawing = { outline: readonly SlideText[]; shownTexts: Set<SlideText>; texts: SlideText[]; isMaster: boolean };

/**
 * Reads the texts of a slide's shapes, in drawing order.
 * @param isMaster whether it is a master, whose placeholders are no text of their own
 */
export function readSlideTexts({ body }: PptRecord, outline: readonly SlideText[], isMaster = false): SlideText[] {
  const texts: SlideText[] = [];
  for (const { type, body: drawing } of readRecords(body))
    if (type === DRAWING) readShapes(drawing, { outline, shownTexts: new Set(), texts, isMaster }, 0);
  return texts;
}

function readShapes(data: Buffer, drawing: Drawing, depth: number): void {
  for (const record of readRecords(data)) {
    if (drawing.isMaster && record.type === SHAPE && isPlaceholder(record)) continue;
    if (record.type === TEXT_BOX) readTextBox(record, drawing);
    else if (record.isContainer && depth < MAX_DEPTH) readShapes(record.body, drawing, depth + 1);
  }
}

/** Reads a text box: a reference to a text of the outline, or texts of its own. */
function readTextBox(record: PptRecord, { outline, shownTexts, texts }: Drawing): void {
  const reference = findRecord(record, OUTLINE_REFERENCE);
  const shown = reference && reference.length >= 4 ? outline[reference.readUInt32LE(0)] : undefined;
  if (!shown) for (const text of readTexts(readRecords(record.body))) texts.push(text);
  else if (!shownTexts.has(shown)) texts.push(shown);
  if (shown) shownTexts.add(shown);
}

function isPlaceholder(shape: PptRecord): boolean {
  for (const { type, body } of readRecords(shape.body))
    if (type === CLIENT_DATA) for (const data of readRecords(body)) if (data.type === PLACEHOLDER) return true;
  return false;
}

/** Reads a sequence of texts. Each begins with a header; the records after its characters describe its fields and links. */
export function readTexts(records: Iterable<PptRecord>): SlideText[] {
  const texts: SlideText[] = [];
  let fields: number[] = [];
  const endText = () => {
    const last = texts.at(-1);
    if (last) last.text = removePlaceholders(last.text, fields);
    fields = [];
  };
  for (const { type, body } of records) {
    if (type === TEXT_HEADER) {
      endText();
      const kind = body.length >= 4 ? body.readUInt32LE(0) : 4;
      texts.push({ isTitle: kind === 0 || kind === 6, text: '', linkIds: [] });
    } else if (type === UTF16_TEXT || type === LATIN1_TEXT) {
      if (texts.length === 0) texts.push({ isTitle: false, text: '', linkIds: [] });
      texts.at(-1)!.text +=
        type === UTF16_TEXT ? body.toString('utf16le') : decodeBytes(body.toString('latin1'), 'windows-1252');
    } else if ((type === SLIDE_NUMBER || (type >= FIRST_DATE && type <= FOOTER)) && body.length >= 4)
      fields.push(body.readUInt32LE(0));
    else if (type === INTERACTION) {
      const [action] = readRecords(body);
      if (action && action.body.length >= 8) texts.at(-1)?.linkIds.push(action.body.readUInt32LE(4));
    }
  }
  endText();
  return texts;
}

/** Removes the characters at which the slide number, a date or the footer is shown. */
function removePlaceholders(text: string, positions: readonly number[]): string {
  if (positions.length === 0) return text;
  const removed = new Set(positions);
  return text
    .split('')
    .filter((_, at) => !removed.has(at))
    .join('');
}

/** Adds texts to the flow, each paragraph on its own. @param urls URLs of links, by id */
export function addTexts(texts: Iterable<SlideText>, urls: ReadonlyMap<number, string>, flow: Flow): void {
  for (const { isTitle, text, linkIds } of texts) {
    for (const id of linkIds) {
      const href = urls.get(id);
      if (href !== undefined) flow.openLink(href);
      flow.endLink();
    }
    for (const paragraph of text.split('\r')) {
      flow.add(paragraph.replaceAll('\v', '\n'));
      if (isTitle) flow.endHeading(2);
      else flow.end();
    }
  }
}

/** Reads the URLs of links, by id. */
export function readLinks(document: PptRecord): Map<number, string> {
  const links = new Map<number, string>();
  for (const { isContainer, body } of readRecords(document.body)) {
    if (!isContainer) continue;
    for (const link of readRecords(body)) {
      if (link.type !== LINK) continue;
      const id = findRecord(link, LINK_ID);
      for (const { type, instance, body: url } of readRecords(link.body))
        if (type === STRING && instance === 1 && id && id.length >= 4)
          links.set(id.readUInt32LE(0), url.toString('utf16le'));
    }
  }
  return links;
}

/** Reads headers and footers. @param container a slide, or the document for those of all slides or notes */
export function readFooters(container: PptRecord): string[] {
  const footers: string[] = [];
  for (const { type, body } of readRecords(container.body))
    if (type === HEADERS_FOOTERS)
      for (const text of readRecords(body)) if (text.type === STRING) footers.push(text.body.toString('utf16le'));
  return footers;
}

/** Iterates over the comments in a slide. They are stored among the tags that programs add. */
export function* readComments(data: Buffer, depth = 0): Generator<SlideText> {
  for (const { type, body, isContainer } of readRecords(data)) {
    if (type === COMMENT) {
      for (const text of readRecords(body))
        if (text.type === STRING && text.instance === 1)
          yield { isTitle: false, text: text.body.toString('utf16le'), linkIds: [] };
    } else if ((isContainer || type === BINARY_TAG) && type !== DRAWING && depth < MAX_DEPTH)
      yield* readComments(body, depth + 1);
  }
}
