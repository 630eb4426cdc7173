/** Converts OpenDocument texts, spreadsheets and presentations (OASIS OpenDocument 1.3). */

import { Unreadable } from '../../decode/unreadable.ts';
import { openZip } from '../../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { readProperties } from './properties.ts';

export const convertOdf: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  if (zip.text('META-INF/manifest.xml')?.includes('encryption-data'))
    throw new Unreadable('encrypted', 'it asks for a password');
  const content = zip.text('content.xml');
  if (content === undefined) throw new Unreadable('conversion-failed', 'the OpenDocument file has no content.xml');
  const flow = newFlow(limits);
  readOdf(content, flow);
  // The page styles hold headers and footers.
  readOdf(zip.text('styles.xml')?.match(/<office:master-styles>.*<\/office:master-styles>/s)?.[0] ?? '', flow);
  const properties = readProperties(zip.text('meta.xml'));
  return { ...EMPTY_CONVERTED, ...properties, parts: flow.parts, links: flow.links };
};

/** Elements that are not text of the document: tracked changes, page numbers, embedded data, forms and scripts. */
const HIDDEN = new Set(['tracked-changes', 'page-number', 'page-count', 'binary-data', 'forms', 'event-listeners']);

/** Elements that name the author and the date of an annotation. */
const SIGNATURE = new Set(['creator', 'date', 'creator-initials']);

/** Maximum number of spaces that one element stands for. */
const MAX_SPACES = 100;

type OdfState = {
  flow: Flow;
  isSpreadsheet: boolean;
  /** Number of open hidden elements. */
  openHidden: number;
  /** Number of open paragraphs. */
  paragraphDepth: number;
  openItems: number;
  /** Level of the last heading; 0 before the first. */
  headingLevel: number;
  /** Number of open frames, counted from a title's frame inwards. */
  titleFrames: number;
  openAnnotations: number;
};

/** Reads an XML file of the package into the flow. */
function readOdf(xml: string, flow: Flow): void {
  const state: OdfState = {
    flow,
    isSpreadsheet: xml.includes('<office:spreadsheet'),
    ...{ openHidden: 0, paragraphDepth: 0, openItems: 0, headingLevel: 0, titleFrames: 0, openAnnotations: 0 },
  };
  readMarkup(
    xml,
    {
      open: (name, attributes) => openElement(state, name, attributes),
      close: (name) => closeElement(state, name),
      text: (text) => addText(state, text),
    },
    false,
    () => !flow.isFull(),
  );
  flow.end();
}

function openElement(state: OdfState, name: string, attributes: string): void {
  if (name === 'annotation') state.openAnnotations++;
  if (isHidden(state, name)) state.openHidden++;
  if (state.openHidden === 0 && Object.hasOwn(OPEN, name)) OPEN[name]!(state, attributes);
}

function closeElement(state: OdfState, name: string): void {
  if (state.openHidden === 0 && Object.hasOwn(CLOSE, name)) CLOSE[name]!(state);
  if (isHidden(state, name) && state.openHidden > 0) state.openHidden--;
  if (name === 'annotation') state.openAnnotations--;
}

const isHidden = ({ openAnnotations }: OdfState, name: string): boolean =>
  HIDDEN.has(name) || (openAnnotations > 0 && SIGNATURE.has(name));

/** Adds text. White space outside of paragraphs only indents the XML. */
function addText({ flow, openHidden, paragraphDepth, headingLevel }: OdfState, text: string): void {
  if (openHidden > 0) return;
  if (paragraphDepth > 0 || headingLevel > 0 || text.trim() !== '') flow.add(text);
}

function endParagraph({ flow, titleFrames, openItems }: OdfState): void {
  if (titleFrames > 0) flow.endHeading(2);
  else flow.end(openItems > 0 ? 'item' : 'paragraph');
}

/** Handlers of opening tags, by element name. */
const OPEN: Record<string, (state: OdfState, attributes: string) => void> = {
  // The text of a paragraph inside another (of a note or a frame) follows the text before it.
  p(state) {
    if (state.paragraphDepth++ > 0) state.flow.add(' ');
    else endParagraph(state);
  },
  h(state, attributes) {
    state.flow.end();
    state.headingLevel = Number(attributeOf(attributes, 'outline-level') ?? 1);
  },
  'list-item'(state) {
    state.openItems++;
  },
  frame(state, attributes) {
    if (attributeOf(attributes, 'presentation:class') === 'title' || state.titleFrames > 0) state.titleFrames++;
  },
  s({ flow }, attributes) {
    flow.add(' '.repeat(Math.min(Number(attributeOf(attributes, 'c') ?? 1) || 1, MAX_SPACES)));
  },
  tab: ({ flow }) => flow.add('\t'),
  'line-break': ({ flow }) => flow.add('\n'),
  a({ flow }, attributes) {
    const href = attributeOf(attributes, 'href');
    if (href && !href.startsWith('#')) flow.openLink(href);
  },
  'table-row': ({ flow }) => flow.openRow(),
  table({ flow, isSpreadsheet }, attributes) {
    const name = attributeOf(attributes, 'table:name');
    // Users name sheets. Names of tables in a text are mostly generated.
    if (!name || !isSpreadsheet) return;
    flow.add(name);
    flow.endHeading(2);
  },
};

/** Handlers of closing tags, by element name. */
const CLOSE: Record<string, (state: OdfState) => void> = {
  p(state) {
    if (--state.paragraphDepth > 0) state.flow.add(' ');
    else endParagraph(state);
  },
  h: ({ flow, headingLevel }) => flow.endHeading(headingLevel),
  'list-item'(state) {
    state.openItems--;
  },
  frame(state) {
    if (state.titleFrames > 0) state.titleFrames--;
  },
  a: ({ flow }) => flow.endLink(),
  'table-cell': ({ flow }) => flow.endCell(),
  'table-row': ({ flow }) => flow.endRow(),
};
