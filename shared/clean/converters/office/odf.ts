/** Converts OpenDocument texts, spreadsheets and presentations (OASIS OpenDocument 1.3). */

import { Unreadable } from '../../decode/unreadable.ts';
import { openZip } from '../../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { chooseTitle } from '../document-title.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf } from '../markup.ts';
import {
  enterHidden,
  type HiddenState,
  hasHiddenStyle,
  hide,
  leaveHidden,
  newHiddenState,
  readDisplay,
} from './odf-hidden.ts';
import { readProperties } from './properties.ts';
import { readPart } from './read-part.ts';

export const convertOdf: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  if (zip.text('META-INF/manifest.xml')?.includes('encryption-data'))
    throw new Unreadable('encrypted', 'it asks for a password');
  const content = zip.text('content.xml');
  if (content === undefined) throw new Unreadable('conversion-failed', 'the OpenDocument file has no content.xml');
  const flow = newFlow(limits);
  const marked = readOdf(content, flow);
  const parts = [...flow.parts];
  const hasHeading = content.includes('<office:text');
  // The page styles hold headers and footers.
  readOdf(zip.text('styles.xml')?.match(/<office:master-styles>.*<\/office:master-styles>/s)?.[0] ?? '', flow);
  const properties = readProperties(zip.text('meta.xml'));
  return {
    ...{ ...EMPTY_CONVERTED, ...properties },
    title: chooseTitle(properties.title, { marked, parts, hasHeading }),
    ...{ parts: flow.parts, links: flow.links },
  };
};

/** Elements that are not text of the document: tracked changes, page numbers, embedded data, forms and scripts. */
const HIDDEN = new Set(['tracked-changes', 'page-number', 'page-count', 'binary-data', 'forms', 'event-listeners']);

/** Elements that name the author and the date of an annotation. */
const SIGNATURE = new Set(['creator', 'date', 'creator-initials']);

/** Maximum number of spaces that one element stands for. */
const MAX_SPACES = 100;
/** Maximum length of the text in the style Title that is kept, in UTF-16 units. Longer text is no title. */
const MAX_TITLE_TEXT = 1_000;
/** Maximum number of styles that are based on Title. */
const MAX_TITLE_STYLES = 1_000;

type OdfState = HiddenState & {
  isSpreadsheet: boolean;
  /** Number of open paragraphs. */
  paragraphDepth: number;
  openItems: number;
  /** Level of the last heading; 0 before the first. */
  headingLevel: number;
  /** Number of open frames, counted from a title's frame inwards. */
  titleFrames: number;
  openAnnotations: number;
  /** Names of the style Title, and of the automatic styles that are based on it. */
  titleStyles: Set<string>;
  /** Whether the paragraph has the style Title. */
  isTitle: boolean;
  /** Text of the paragraphs in the style Title, and of the titles of the first slide. */
  title: string;
  /** Number of slides, up to the open one. */
  slides: number;
  /** Number of columns of the open row of a sheet before the open cell. */
  column: number;
  /** Number of columns that the open cell stands for. */
  columns: number;
  /** Number of rows that each open row stands for, the outermost first. */
  rows: number[];
};

/** Reads an XML file of the package into the flow. @returns the text in the style Title; '' if there is none */
function readOdf(xml: string, flow: Flow): string {
  const state: OdfState = {
    flow,
    isSpreadsheet: xml.includes('<office:spreadsheet'),
    ...{ paragraphDepth: 0, openItems: 0, headingLevel: 0, titleFrames: 0, openAnnotations: 0 },
    ...{ titleStyles: new Set(['Title']), isTitle: false, title: '', slides: 0 },
    ...{ column: 0, columns: 1, rows: [] },
    ...newHiddenState(),
  };
  readPart(xml, state, { isHidden, open: OPEN, close: CLOSE, text: addText, enter, leave });
  return state.title;
}

function enter(state: OdfState, name: string): void {
  if (name === 'annotation') state.openAnnotations++;
  enterHidden(state, name);
}

function leave(state: OdfState, name: string): void {
  if (name === 'annotation') state.openAnnotations--;
  leaveHidden(state, name);
}

const isHidden = ({ openAnnotations }: OdfState, name: string): boolean =>
  HIDDEN.has(name) || (openAnnotations > 0 && SIGNATURE.has(name));

/** Adds text. White space outside of paragraphs only indents the XML. */
function addText(state: OdfState, text: string): void {
  const { flow, openHidden, paragraphDepth, headingLevel } = state;
  if (openHidden > 0) return;
  if (paragraphDepth > 0) addTitle(state, text);
  if (paragraphDepth > 0 || headingLevel > 0 || text.trim() !== '') flow.add(text);
}

function addSpace(state: OdfState, space: string): void {
  addTitle(state, ' ');
  state.flow.add(space);
}

/** Adds text to the title, if it is in one. */
function addTitle(state: OdfState, text: string): void {
  const isTitle = state.isTitle || (state.titleFrames > 0 && state.slides === 1);
  if (isTitle && state.title.length < MAX_TITLE_TEXT) state.title += text;
}

function endParagraph(state: OdfState): void {
  const { flow, titleFrames, openItems, isTitle } = state;
  if (isTitle) state.title += ' ';
  state.isTitle = false;
  if (isTitle) flow.endHeading(1);
  else if (titleFrames > 0) flow.endHeading(2);
  else flow.end(openItems > 0 ? 'item' : 'paragraph');
}

/** Returns the number of neighbouring columns or rows with the same content. */
const repeated = (attributes: string, what: 'columns' | 'rows'): number =>
  Math.max(1, Math.floor(Number(attributeOf(attributes, `number-${what}-repeated`) ?? 1)) || 1);

/** Ends a cell. A row of a sheet ends with empty cells up to the last column, which are left out. */
function endCell(state: OdfState): void {
  const { flow, isSpreadsheet, column, columns } = state;
  if (isSpreadsheet && flow.hasText()) flow.padRow(column);
  if (!isSpreadsheet || flow.hasText()) flow.endCell(columns);
  state.column += columns;
}

/** Handlers of opening tags, by element name. */
const OPEN: Record<string, (state: OdfState, attributes: string) => void> = {
  // The text of a paragraph inside another (of a note or a frame) follows the text before it.
  p(state, attributes) {
    if (hasHiddenStyle(state, attributes)) hide(state, 'p');
    else if (state.paragraphDepth++ > 0) state.flow.add(' ');
    else {
      endParagraph(state);
      state.isTitle = state.titleStyles.has(attributeOf(attributes, 'text:style-name') ?? '');
    }
  },
  // An automatic style is the style of a paragraph with its own formatting.
  style(state, attributes) {
    state.style = attributeOf(attributes, 'style:name') ?? '';
    const isTitle = state.titleStyles.has(attributeOf(attributes, 'style:parent-style-name') ?? '');
    if (isTitle && state.titleStyles.size < MAX_TITLE_STYLES) state.titleStyles.add(state.style);
  },
  'text-properties': (state, attributes) => readDisplay(state, attributes, 'none'),
  'table-properties': (state, attributes) => readDisplay(state, attributes, 'false'),
  span(state, attributes) {
    if (hasHiddenStyle(state, attributes)) hide(state, 'span');
  },
  section(state, attributes) {
    if (attributeOf(attributes, 'text:display') === 'none') hide(state, 'section');
  },
  page(state) {
    state.slides++;
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
  s: (state, attributes) =>
    addSpace(state, ' '.repeat(Math.min(Number(attributeOf(attributes, 'c') ?? 1) || 1, MAX_SPACES))),
  tab: (state) => addSpace(state, '\t'),
  'line-break': (state) => addSpace(state, '\n'),
  a({ flow }, attributes) {
    const href = attributeOf(attributes, 'href');
    if (href && !href.startsWith('#')) flow.openLink(href);
  },
  'table-row'(state, attributes) {
    state.flow.openRow();
    state.rows.push(repeated(attributes, 'rows'));
    state.column = 0;
  },
  'table-cell'(state, attributes) {
    state.columns = repeated(attributes, 'columns');
  },
  // The text of a cell that another one covers is not shown.
  'covered-table-cell'(state, attributes) {
    const columns = repeated(attributes, 'columns');
    // In a sheet, the next cell with a text fills the columns before it.
    if (!state.isSpreadsheet) state.flow.endCell(columns);
    state.column += columns;
    hide(state, 'covered-table-cell');
  },
  table(state, attributes) {
    if (hasHiddenStyle(state, attributes)) {
      hide(state, 'table');
      return;
    }
    const { flow, isSpreadsheet } = state;
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
  'table-cell': endCell,
  'table-row': ({ flow, rows }) => flow.endRow(rows.pop()),
};
