/** Word documents before 2007 ([MS-DOC]): the text, then notes, comments, text boxes, headers and footers. */

import { openOle } from '../../decode/ole.ts';
import { type Convert, NOTHING_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { DOC_PARTS, type DocFile, readDocFile } from './doc-file.ts';
import { type DocFormats, type ParagraphFormat, readDocFormats } from './doc-formats.ts';
import { readDocLists } from './doc-lists.ts';
import { readOleProperties } from './ole-properties.ts';
import { createListCounter, type ListCounter } from './word-lists.ts';

const ORDER = ['text', 'footnotes', 'endnotes', 'comments', 'boxes', 'headers', 'headerBoxes'] as const;

export const convertDoc: Convert = ({ bytes, limits }) => {
  const ole = openOle(bytes);
  const file = readDocFile(ole);
  const formats = readDocFormats(file);
  const counter = createListCounter(readDocLists(file));
  const flow = newFlow(limits);
  for (const part of ORDER) {
    const before = flow.parts.length;
    readPart(file, { formats, counter, flow }, part);
    // Each section has its own, mostly the same ones.
    if (part === 'headers' || part === 'headerBoxes') dropRepeated(flow, before);
  }
  return { ...NOTHING_CONVERTED, ...readOleProperties(ole), parts: flow.parts, links: flow.links };
};

function dropRepeated({ parts }: Flow, from: number): void {
  const seen = new Set<string>();
  const kept = parts.splice(from).filter((part) => {
    const told = JSON.stringify(part);
    return !seen.has(told) && seen.add(told);
  });
  for (const part of kept) parts.push(part);
}

type Reading = { formats: DocFormats; counter: ListCounter; flow: Flow };

function readPart(file: DocFile, reading: Reading, part: (typeof ORDER)[number]): void {
  const number = DOC_PARTS.indexOf(part);
  const from = file.lengths.slice(0, number).reduce((sum, length) => sum + length, 0);
  const to = from + file.lengths[number]!;
  const reader = textReader(reading);
  let position = 0;
  for (const { text, offset: at, bytesPerCharacter: width } of file.pieces) {
    const begin = Math.max(0, from - position);
    const end = Math.min(text.length, to - position);
    if (begin < end && !reading.flow.full()) reader.read(text, begin, end, at, width);
    position += text.length;
  }
  reader.end();
}

/** Signs that do something; all others below the blank stand for pictures, numbers of notes and the like. */
const [CELL, TAB, LINE, PAGE, PARAGRAPH, COLUMN, FIELD, RESULT, FIELD_END, HARD_HYPHEN] = [
  7, 9, 11, 12, 13, 14, 19, 20, 21, 30,
];
const BLANK = 32;
const MAX_INSTRUCTION = 2_000;

/** In none: 0, or what says that a style's list is not to be. */
const isInList = ({ list }: ParagraphFormat): boolean => list > 0 && list < NO_LIST;
const NO_LIST = 0xf801;

function textReader({ formats, counter, flow }: Reading) {
  /** Of open fields: what they are computed from, until the result begins; `computing`: how many are before theirs. */
  const fields: { instruction: string; shows: boolean }[] = [];
  let computing = 0;
  let row = false;
  let before = 0;
  let isBegun = false;

  const endRow = () => {
    if (row) flow.endRow();
    row = false;
  };
  const openRow = () => {
    if (!row) flow.openRow(true);
    row = true;
  };
  const endParagraph = (at: number) => {
    const format = formats.paragraphAt(at);
    if (format?.isInTable) openRow();
    else endRow();
    if (format && format.headingLevel > 0) flow.endHeading(format.headingLevel);
    else flow.end(format && isInList(format) ? 'item' : 'paragraph');
    isBegun = false;
  };
  /** What stands before the first words of a paragraph, whose format its last sign has too. */
  const beginParagraph = (at: number) => {
    isBegun = true;
    const format = formats.paragraphAt(at);
    if (!format || !isInList(format)) return;
    const number = counter.nextLabel(`${format.list}`, format.listLevel);
    if (number !== '') flow.add(`${number} `);
  };
  const endCell = (at: number) => {
    const format = formats.paragraphAt(at);
    isBegun = false;
    openRow();
    if (format ? format.isRowEnd : before === CELL) endRow();
    else flow.endCell();
  };
  const field = (sign: number) => {
    const last = fields.at(-1);
    if (sign === FIELD) {
      fields.push({ instruction: '', shows: false });
      computing++;
    } else if (sign === RESULT && last && !last.shows) {
      last.shows = true;
      computing--;
      const target = /^\s*HYPERLINK\s+(?!\\l)"?([^"\s]+)/i.exec(last.instruction)?.[1];
      if (target) flow.openLink(target);
    } else if (sign === FIELD_END && last) {
      fields.pop();
      if (!last.shows) computing--;
      flow.endLink();
    }
  };
  /** Text without signs that do something. */
  const add = (text: string) => {
    const last = fields.at(-1);
    if (computing === 0) flow.add(text);
    else if (last && !last.shows && last.instruction.length < MAX_INSTRUCTION) last.instruction += text;
  };
  const act = (sign: number, at: number) => {
    if (sign >= FIELD && sign <= FIELD_END) return field(sign);
    if (sign === CELL) endCell(at);
    else if (sign === PARAGRAPH || sign === PAGE || sign === COLUMN) endParagraph(at);
    else if (sign === TAB || sign === LINE) add(sign === TAB ? '\t' : '\n');
    else if (sign === HARD_HYPHEN) add('-');
  };
  return {
    read(text: string, begin: number, end: number, at: number, width: number) {
      let from = begin;
      const flush = (to: number) => {
        if (to > from && !isBegun) beginParagraph(at + from * width);
        if (to > from) add(text.slice(from, to));
        from = to + 1;
      };
      for (let i = begin; i < end; i++) {
        const sign = text.charCodeAt(i);
        const place = at + i * width;
        if (formats.isHidden(place)) flush(i);
        else if (sign < BLANK) {
          flush(i);
          act(sign, place);
        }
        before = sign;
      }
      flush(end);
    },
    end() {
      endRow();
      flow.end();
    },
  };
}
