/**
 * PowerPoint presentations before 2007 ([MS-PPT]): slides in their order, each with its notes and comments. Words of titles
 * and lists stand in the document's outline, to which the shapes of a slide refer by number; others in the shapes.
 */

import { openOle } from '../../decode/ole.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { type Convert, NOTHING_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { decodeBytes } from './code-pages.ts';
import { oleProperties } from './ole-properties.ts';
import { type PptRecord, readPersisted, recordsIn } from './ppt-records.ts';

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
type Text = { isTitle: boolean; text: string; links: number[] };

export const convertPpt: Convert = ({ bytes, limits }) => {
  const ole = openOle(bytes);
  const stream = ole.stream('PowerPoint Document');
  if (!stream) throw new Unreadable('conversion-failed', 'a presentation without its document');
  const { document: last, isEncrypted, take } = readPersisted(ole, stream);
  if (isEncrypted) throw new Unreadable('encrypted', 'it asks for a password');
  const document = last?.type === DOCUMENT ? last : [...recordsIn(stream)].findLast(({ type }) => type === DOCUMENT);
  if (!document) throw new Unreadable('conversion-failed', 'a presentation without its document');
  const flow = newFlow(limits);
  const addresses = linksOf(document);
  const notes = new Map(placesOf(document, 2).map((place) => [place.slideId, place]));
  const masters = placesOf(document, 1).flatMap(({ id }) => take(id) ?? []);
  const shared = [
    ...footersOf(document),
    ...masters.flatMap((master) => textsOf(master, [], true).map(({ text }) => text)),
  ];
  for (const { id, outline } of placesOf(document, 0)) {
    if (flow.full()) break;
    const slide = take(id);
    if (slide?.type !== SLIDE) continue;
    for (const footer of footersOf(slide)) shared.push(footer);
    addTexts(textsOf(slide, outline), addresses, flow);
    const about = find(slide, SLIDE_ATOM);
    const notesId = about && about.length >= 20 ? about.readUInt32LE(16) : 0;
    const note = notes.get(notesId);
    const spoken = note && take(note.id);
    if (note && spoken?.type === NOTES) addTexts(textsOf(spoken, note.outline).map(asPlain), addresses, flow);
    addTexts(commentsOf(slide.body, 0), addresses, flow);
  }
  // What all slides show is told once.
  for (const text of new Set(shared)) {
    flow.add(text);
    flow.end();
  }
  return { ...NOTHING_CONVERTED, ...oleProperties(ole), parts: flow.parts, links: flow.links };
};

const asPlain = (text: Text): Text => ({ ...text, isTitle: false });

function find({ body }: PptRecord, wanted: number): Buffer | undefined {
  for (const { type, body: found } of recordsIn(body)) if (type === wanted) return found;
  return undefined;
}

type Place = { id: number; slideId: number; outline: Text[] };

/** @param instance 0: slides, 2: notes. */
function placesOf(document: PptRecord, instance: number): Place[] {
  const places: Place[] = [];
  for (const list of recordsIn(document.body)) {
    if (list.type !== SLIDE_LIST || list.instance !== instance) continue;
    let pending: PptRecord[] = [];
    const flush = () => {
      const place = places.at(-1);
      if (place) for (const text of textsIn(pending)) place.outline.push(text);
    };
    for (const record of recordsIn(list.body)) {
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
function textsOf({ body }: PptRecord, outline: readonly Text[], ofMaster = false): Text[] {
  const texts: Text[] = [];
  for (const { type, body: drawing } of recordsIn(body))
    if (type === DRAWING) readShapes(drawing, { outline, referred: new Set(), texts, ofMaster }, 0);
  return texts;
}

/** `referred`: texts of the outline that a shape has shown. */
type Drawing = { outline: readonly Text[]; referred: Set<Text>; texts: Text[]; ofMaster: boolean };

function readShapes(data: Buffer, drawing: Drawing, depth: number): void {
  const { outline, referred, texts, ofMaster } = drawing;
  for (const record of recordsIn(data)) {
    if (ofMaster && record.type === SHAPE && isPlaceholder(record)) continue;
    if (record.type === TEXTBOX) {
      const reference = find(record, OUTLINE_REFERENCE);
      const shown = reference && reference.length >= 4 ? outline[reference.readUInt32LE(0)] : undefined;
      if (!shown) for (const text of textsIn(recordsIn(record.body))) texts.push(text);
      else if (!referred.has(shown)) texts.push(shown);
      if (shown) referred.add(shown);
    } else if (record.holdsRecords && depth < MAX_DEPTH) readShapes(record.body, drawing, depth + 1);
  }
}

function isPlaceholder(shape: PptRecord): boolean {
  for (const { type, body } of recordsIn(shape.body))
    if (type === CLIENT_DATA) for (const data of recordsIn(body)) if (data.type === PLACEHOLDER) return true;
  return false;
}

/** Each text begins with a header; what follows says of it what are fields and links. */
function textsIn(records: Iterable<PptRecord>): Text[] {
  const texts: Text[] = [];
  let isTitle = false;
  let fields: number[] = [];
  const blank = () => {
    const last = texts.at(-1);
    if (last) last.text = withoutSigns(last.text, fields);
    fields = [];
  };
  for (const { type, body } of records) {
    if (type === TEXT_HEADER) {
      blank();
      const kind = body.length >= 4 ? body.readUInt32LE(0) : 4;
      isTitle = kind === 0 || kind === 6;
      texts.push({ isTitle, text: '', links: [] });
    } else if (type === CHARACTERS || type === BYTES) {
      if (texts.length === 0) texts.push({ isTitle: false, text: '', links: [] });
      texts.at(-1)!.text +=
        type === CHARACTERS ? body.toString('utf16le') : decodeBytes(body.toString('latin1'), 'windows-1252');
    } else if ((type === SLIDE_NUMBER || (type >= FIRST_DATE && type <= FOOTER)) && body.length >= 4)
      fields.push(body.readUInt32LE(0));
    else if (type === INTERACTION) {
      const [action] = recordsIn(body);
      if (action && action.body.length >= 8) texts.at(-1)?.links.push(action.body.readUInt32LE(4));
    }
  }
  blank();
  return texts;
}

/** A sign stands where the number of the slide, a date or the footer is shown. */
function withoutSigns(text: string, places: readonly number[]): string {
  if (places.length === 0) return text;
  const fields = new Set(places);
  return text
    .split('')
    .filter((_, at) => !fields.has(at))
    .join('');
}

function addTexts(texts: Iterable<Text>, addresses: ReadonlyMap<number, string>, flow: Flow): void {
  for (const { isTitle, text, links } of texts) {
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
function linksOf(document: PptRecord): Map<number, string> {
  const links = new Map<number, string>();
  for (const { holdsRecords, body } of recordsIn(document.body)) {
    if (!holdsRecords) continue;
    for (const link of recordsIn(body)) {
      if (link.type !== LINK) continue;
      const number = find(link, LINK_NUMBER);
      for (const { type, instance, body: address } of recordsIn(link.body))
        if (type === STRING && instance === 1 && number && number.length >= 4)
          links.set(number.readUInt32LE(0), address.toString('utf16le'));
    }
  }
  return links;
}

/** Headers and footers, of all slides or notes, or of one. */
function footersOf(container: PptRecord): string[] {
  const found: string[] = [];
  for (const { type, body } of recordsIn(container.body))
    if (type === HEADERS_FOOTERS)
      for (const text of recordsIn(body)) if (text.type === STRING) found.push(text.body.toString('utf16le'));
  return found;
}

/** They hide among the tags of programs: who wrote them, and what. */
function* commentsOf(data: Buffer, depth: number): Generator<Text> {
  for (const { type, body, holdsRecords } of recordsIn(data)) {
    if (type === COMMENT) {
      for (const text of recordsIn(body))
        if (text.type === STRING && text.instance === 1)
          yield { isTitle: false, text: text.body.toString('utf16le'), links: [] };
    } else if ((holdsRecords || type === BINARY_TAG) && type !== DRAWING && depth < MAX_DEPTH)
      yield* commentsOf(body, depth + 1);
  }
}
