/**
 * PowerPoint presentations before 2007 ([MS-PPT]): slides in their order, each with its notes and comments. Words of titles
 * and lists stand in the document's outline, to which the shapes of a slide refer by number; others in the shapes.
 */

import { openOle } from '../../decode/ole.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { decodeBytes } from './code-pages.ts';
import { readOleProperties } from './ole-properties.ts';
import { type PptRecord, readPersistObjects, readRecords } from './ppt-records.ts';

const [DOCUMENT, SLIDE, SLIDE_ATOM, NOTES, SLIDE_PLACE, DRAWING] = [0x03e8, 0x03ee, 0x03ef, 0x03f0, 0x03f3, 0x040c];
const [TEXTBOX, OUTLINE_REFERENCE, TEXT_HEADER, CHARACTERS, BYTES] = [0xf00d, 0x0f9e, 0x0f9f, 0x0fa0, 0x0fa8];
const [STRING, HEADERS_FOOTERS, SLIDE_LIST, LINK, LINK_NUMBER, INTERACTION] = [
  0x0fba, 0x0fd9, 0x0ff0, 0x0fd7, 0x0fd3, 0x0ff2,
];
const [SLIDE_NUMBER, FIRST_DATE, FOOTER, BINARY_TAG, COMMENT] = [0x0fd8, 0x0ff7, 0x0ffa, 0x138b, 0x2ee0];
const [SHAPE, CLIENT_DATA, PLACEHOLDER] = [0xf004, 0xf011, 0x0bc3];
/** Deeper than groups of shapes ever are. */
const MAX_DEPTH = 60;

/** A text of a shape or of the outline. `isTitle`: of a slide. */
type SlideText = { isTitle: boolean; text: string; linkIds: number[] };

export const convertPpt: Convert = ({ bytes, limits }) => {
  const ole = openOle(bytes);
  const stream = ole.stream('PowerPoint Document');
  if (!stream) throw new Unreadable('conversion-failed', 'a presentation without its document');
  const { document: last, isEncrypted, takeObject: take } = readPersistObjects(ole, stream);
  if (isEncrypted) throw new Unreadable('encrypted', 'it asks for a password');
  const document = last?.type === DOCUMENT ? last : [...readRecords(stream)].findLast(({ type }) => type === DOCUMENT);
  if (!document) throw new Unreadable('conversion-failed', 'a presentation without its document');
  const flow = newFlow(limits);
  const addresses = readLinks(document);
  const notes = new Map(readSlideEntries(document, 2).map((place) => [place.slideId, place]));
  const masters = readSlideEntries(document, 1).flatMap(({ id }) => take(id) ?? []);
  const shared = [
    ...readFooters(document),
    ...masters.flatMap((master) => readSlideTexts(master, [], true).map(({ text }) => text)),
  ];
  for (const { id, outline } of readSlideEntries(document, 0)) {
    if (flow.isFull()) break;
    const slide = take(id);
    if (slide?.type !== SLIDE) continue;
    for (const footer of readFooters(slide)) shared.push(footer);
    addTexts(readSlideTexts(slide, outline), addresses, flow);
    const about = findRecord(slide, SLIDE_ATOM);
    const notesId = about && about.length >= 20 ? about.readUInt32LE(16) : 0;
    const note = notes.get(notesId);
    const spoken = note && take(note.id);
    if (note && spoken?.type === NOTES)
      addTexts(readSlideTexts(spoken, note.outline).map(withoutTitle), addresses, flow);
    addTexts(readComments(slide.body, 0), addresses, flow);
  }
  // What all slides show is told once.
  for (const text of new Set(shared)) {
    flow.add(text);
    flow.end();
  }
  return { ...EMPTY_CONVERTED, ...readOleProperties(ole), parts: flow.parts, links: flow.links };
};

const withoutTitle = (text: SlideText): SlideText => ({ ...text, isTitle: false });

function findRecord({ body }: PptRecord, wanted: number): Buffer | undefined {
  for (const { type, body: found } of readRecords(body)) if (type === wanted) return found;
  return undefined;
}

type SlideEntry = { id: number; slideId: number; outline: SlideText[] };

/** @param instance 0: slides, 2: notes. */
function readSlideEntries(document: PptRecord, instance: number): SlideEntry[] {
  const places: SlideEntry[] = [];
  for (const list of readRecords(document.body)) {
    if (list.type !== SLIDE_LIST || list.instance !== instance) continue;
    let pending: PptRecord[] = [];
    const flush = () => {
      const place = places.at(-1);
      if (place) for (const text of readTexts(pending)) place.outline.push(text);
    };
    for (const record of readRecords(list.body)) {
      if (record.type !== SLIDE_PLACE || record.body.length < 16) {
        pending.push(record);
        continue;
      }
      flush();
      pending = [];
      places.push({ id: record.body.readUInt32LE(0), slideId: record.body.readUInt32LE(12), outline: [] });
    }
    flush();
  }
  return places;
}

/** What the shapes of a slide show, in the order in which they were drawn. @param ofMaster what stands for the slides' own is no text. */
function readSlideTexts({ body }: PptRecord, outline: readonly SlideText[], ofMaster = false): SlideText[] {
  const texts: SlideText[] = [];
  for (const { type, body: drawing } of readRecords(body))
    if (type === DRAWING) readShapes(drawing, { outline, shownTexts: new Set(), texts, isMaster: ofMaster }, 0);
  return texts;
}

/** `referred`: texts of the outline that a shape has shown. */
type Drawing = { outline: readonly SlideText[]; shownTexts: Set<SlideText>; texts: SlideText[]; isMaster: boolean };

function readShapes(data: Buffer, drawing: Drawing, depth: number): void {
  const { outline, shownTexts: referred, texts, isMaster: ofMaster } = drawing;
  for (const record of readRecords(data)) {
    if (ofMaster && record.type === SHAPE && isPlaceholder(record)) continue;
    if (record.type === TEXTBOX) {
      const reference = findRecord(record, OUTLINE_REFERENCE);
      const shown = reference && reference.length >= 4 ? outline[reference.readUInt32LE(0)] : undefined;
      if (!shown) for (const text of readTexts(readRecords(record.body))) texts.push(text);
      else if (!referred.has(shown)) texts.push(shown);
      if (shown) referred.add(shown);
    } else if (record.isContainer && depth < MAX_DEPTH) readShapes(record.body, drawing, depth + 1);
  }
}

function isPlaceholder(shape: PptRecord): boolean {
  for (const { type, body } of readRecords(shape.body))
    if (type === CLIENT_DATA) for (const data of readRecords(body)) if (data.type === PLACEHOLDER) return true;
  return false;
}

/** Each text begins with a header; what follows says of it what are fields and links. */
function readTexts(records: Iterable<PptRecord>): SlideText[] {
  const texts: SlideText[] = [];
  let isTitle = false;
  let fields: number[] = [];
  const blank = () => {
    const last = texts.at(-1);
    if (last) last.text = removePlaceholders(last.text, fields);
    fields = [];
  };
  for (const { type, body } of records) {
    if (type === TEXT_HEADER) {
      blank();
      const kind = body.length >= 4 ? body.readUInt32LE(0) : 4;
      isTitle = kind === 0 || kind === 6;
      texts.push({ isTitle, text: '', linkIds: [] });
    } else if (type === CHARACTERS || type === BYTES) {
      if (texts.length === 0) texts.push({ isTitle: false, text: '', linkIds: [] });
      texts.at(-1)!.text +=
        type === CHARACTERS ? body.toString('utf16le') : decodeBytes(body.toString('latin1'), 'windows-1252');
    } else if ((type === SLIDE_NUMBER || (type >= FIRST_DATE && type <= FOOTER)) && body.length >= 4)
      fields.push(body.readUInt32LE(0));
    else if (type === INTERACTION) {
      const [action] = readRecords(body);
      if (action && action.body.length >= 8) texts.at(-1)?.linkIds.push(action.body.readUInt32LE(4));
    }
  }
  blank();
  return texts;
}

/** A sign stands where the number of the slide, a date or the footer is shown. */
function removePlaceholders(text: string, places: readonly number[]): string {
  if (places.length === 0) return text;
  const fields = new Set(places);
  return text
    .split('')
    .filter((_, at) => !fields.has(at))
    .join('');
}

function addTexts(texts: Iterable<SlideText>, addresses: ReadonlyMap<number, string>, flow: Flow): void {
  for (const { isTitle, text, linkIds: links } of texts) {
    for (const number of links) {
      const href = addresses.get(number);
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

/** Number → address of what is clicked. */
function readLinks(document: PptRecord): Map<number, string> {
  const links = new Map<number, string>();
  for (const { isContainer: holdsRecords, body } of readRecords(document.body)) {
    if (!holdsRecords) continue;
    for (const link of readRecords(body)) {
      if (link.type !== LINK) continue;
      const number = findRecord(link, LINK_NUMBER);
      for (const { type, instance, body: address } of readRecords(link.body))
        if (type === STRING && instance === 1 && number && number.length >= 4)
          links.set(number.readUInt32LE(0), address.toString('utf16le'));
    }
  }
  return links;
}

/** Headers and footers, of all slides or notes, or of one. */
function readFooters(container: PptRecord): string[] {
  const found: string[] = [];
  for (const { type, body } of readRecords(container.body))
    if (type === HEADERS_FOOTERS)
      for (const text of readRecords(body)) if (text.type === STRING) found.push(text.body.toString('utf16le'));
  return found;
}

/** They hide among the tags of programs: who wrote them, and what. */
function* readComments(data: Buffer, depth: number): Generator<SlideText> {
  for (const { type, body, isContainer: holdsRecords } of readRecords(data)) {
    if (type === COMMENT) {
      for (const text of readRecords(body))
        if (text.type === STRING && text.instance === 1)
          yield { isTitle: false, text: text.body.toString('utf16le'), linkIds: [] };
    } else if ((holdsRecords || type === BINARY_TAG) && type !== DRAWING && depth < MAX_DEPTH)
      yield* readComments(body, depth + 1);
  }
}
