/** Converts Word 6–2003 documents ([MS-DOC]): the text, then notes, comments, text boxes, headers and footers. */

import { openOle } from '../../../decode/ole.ts';
import { type Convert, EMPTY_CONVERTED } from '../../convert.ts';
import { chooseTitle } from '../../document-title.ts';
import { type Flow, newFlow } from '../../flow.ts';
import { readOleProperties } from '../ole-properties.ts';
import { DOC_PARTS, type DocFile, readDocFile } from './doc-file.ts';
import { readDocFormats } from './doc-formats.ts';
import { readDocLists } from './doc-lists.ts';
import { createDocTextState, type DocContext, endDocText, readDocText } from './doc-text.ts';
import { createListCounter } from './word-lists.ts';

/** The parts that are converted, in output order. */
const PARTS = ['text', 'footnotes', 'endnotes', 'comments', 'boxes', 'headers', 'headerBoxes'] as const;

export const convertDoc: Convert = ({ bytes, limits }) => {
  const ole = openOle(bytes);
  const file = readDocFile(ole);
  const formats = readDocFormats(file);
  const counter = createListCounter(readDocLists(file));
  const flow = newFlow(limits);
  for (const part of PARTS) {
    const before = flow.parts.length;
    readPart(file, { formats, counter, flow }, part);
    // Each section has its own headers, mostly the same ones.
    if (part === 'headers' || part === 'headerBoxes') dropRepeated(flow, before);
  }
  const properties = readOleProperties(ole);
  return {
    ...{ ...EMPTY_CONVERTED, ...properties },
    title: chooseTitle(properties.title, { marked: '', parts: flow.parts, hasHeading: true }),
    ...{ parts: flow.parts, links: flow.links },
  };
};

/** Removes repeated parts from index `from` on. */
function dropRepeated({ parts }: Flow, from: number): void {
  const seen = new Set<string>();
  const kept = parts.splice(from).filter((part) => {
    const serialized = JSON.stringify(part);
    return !seen.has(serialized) && seen.add(serialized);
  });
  for (const part of kept) parts.push(part);
}

function readPart(file: DocFile, context: DocContext, part: (typeof PARTS)[number]): void {
  const index = DOC_PARTS.indexOf(part);
  const from = file.lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
  const to = from + file.lengths[index]!;
  const state = createDocTextState(context);
  let position = 0;
  for (const piece of file.pieces) {
    const begin = Math.max(0, from - position);
    const end = Math.min(piece.text.length, to - position);
    if (begin < end && !context.flow.isFull()) readDocText(state, piece, begin, end);
    position += piece.text.length;
  }
  endDocText(state);
}
