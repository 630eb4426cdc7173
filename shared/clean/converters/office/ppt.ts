/**
 * Converts PowerPoint presentations before 2007 ([MS-PPT]): slides in order, each with its notes and comments. The document's
 * outline holds the texts of titles and lists, which shapes refer to by number. Shapes hold the other texts.
 */

import { openOle } from '../../decode/ole.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { chooseTitle } from '../document-title.ts';
import { type Flow, newFlow } from '../flow.ts';
import { readOleProperties } from './ole-properties.ts';
import { findRecord, type PersistObjects, type PptRecord, readPersistObjects, readRecords } from './ppt-records.ts';
import {
  addTexts,
  readComments,
  readFooters,
  readLinks,
  readSlideTexts,
  readTexts,
  type SlideText,
} from './ppt-texts.ts';

/** Record types. */
const [DOCUMENT, SLIDE, SLIDE_ATOM, NOTES, SLIDE_PERSIST, SLIDE_LIST] = [
  0x03e8, 0x03ee, 0x03ef, 0x03f0, 0x03f3, 0x0ff0,
];
/** Instances of the record `SLIDE_LIST`. */
const [SLIDES, MASTERS, NOTES_PAGES] = [0, 1, 2];

export const convertPpt: Convert = ({ bytes, limits }) => {
  const ole = openOle(bytes);
  const stream = ole.stream('PowerPoint Document');
  if (!stream) throw new Unreadable('conversion-failed', 'the file has no presentation stream');
  const persistObjects = readPersistObjects(ole, stream);
  if (persistObjects.isEncrypted) throw new Unreadable('encrypted', 'it asks for a password');
  const document = findDocument(persistObjects.document, stream);
  const flow = newFlow(limits);
  const marked = readPresentation(document, persistObjects.takeObject, flow);
  const properties = readOleProperties(ole);
  return {
    ...{ ...EMPTY_CONVERTED, ...properties },
    title: chooseTitle(properties.title, { marked, parts: flow.parts, hasHeading: false }),
    ...{ parts: flow.parts, links: flow.links },
  };
};

/** Returns the current document record, or the last one in the stream if the current one is not found. */
function findDocument(current: PptRecord | undefined, stream: Buffer): PptRecord {
  if (current?.type === DOCUMENT) return current;
  const last = [...readRecords(stream)].findLast(({ type }) => type === DOCUMENT);
  if (!last) throw new Unreadable('conversion-failed', 'the presentation has no document record');
  return last;
}

/** Reads the slides into the flow. @returns the title of the first slide; '' if it has none */
function readPresentation(document: PptRecord, takeObject: PersistObjects['takeObject'], flow: Flow): string {
  let title: string | undefined;
  const urls = readLinks(document);
  const notes = new Map(readSlideEntries(document, NOTES_PAGES).map((entry) => [entry.slideId, entry]));
  const masters = readSlideEntries(document, MASTERS).flatMap(({ id }) => takeObject(id) ?? []);
  const sharedTexts = [
    ...readFooters(document),
    ...masters.flatMap((master) => readSlideTexts(master, [], true).map(({ text }) => text)),
  ];
  for (const { id, outline } of readSlideEntries(document, SLIDES)) {
    if (flow.isFull()) break;
    const slide = takeObject(id);
    if (slide?.type !== SLIDE) continue;
    for (const footer of readFooters(slide)) sharedTexts.push(footer);
    const texts = [...readSlideTexts(slide, outline)];
    title ??= texts.find(({ isTitle }) => isTitle)?.text ?? '';
    addTexts(texts, urls, flow);
    const notesEntry = notes.get(readNotesId(slide));
    const page = notesEntry && takeObject(notesEntry.id);
    if (notesEntry && page?.type === NOTES)
      addTexts(readSlideTexts(page, notesEntry.outline).map(withoutTitle), urls, flow);
    addTexts(readComments(slide.body), urls, flow);
  }
  // Texts that all slides show follow once, at the end.
  for (const text of new Set(sharedTexts)) {
    flow.add(text);
    flow.end();
  }
  return title ?? '';
}

const withoutTitle = (text: SlideText): SlideText => ({ ...text, isTitle: false });

/** Returns the id of a slide's notes; 0 if it has none. */
function readNotesId(slide: PptRecord): number {
  const atom = findRecord(slide, SLIDE_ATOM);
  return atom && atom.length >= 20 ? atom.readUInt32LE(16) : 0;
}

/** `id`: id of the persist object. `slideId`: id by which slides and notes refer to each other. */
type SlideEntry = { id: number; slideId: number; outline: SlideText[] };

/** Reads a list of slides, masters or notes, with the texts of the outline. @param instance which list */
function readSlideEntries(document: PptRecord, instance: number): SlideEntry[] {
  const entries: SlideEntry[] = [];
  for (const list of readRecords(document.body)) {
    if (list.type !== SLIDE_LIST || list.instance !== instance) continue;
    let pending: PptRecord[] = [];
    const flush = () => {
      const entry = entries.at(-1);
      if (entry) for (const text of readTexts(pending)) entry.outline.push(text);
    };
    for (const record of readRecords(list.body)) {
      if (record.type !== SLIDE_PERSIST || record.body.length < 16) {
        pending.push(record);
        continue;
      }
      flush();
      pending = [];
      entries.push({ id: record.body.readUInt32LE(0), slideId: record.body.readUInt32LE(12), outline: [] });
    }
    flush();
  }
  return entries;
}
