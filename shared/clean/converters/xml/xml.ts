/** Converts XML of any vocabulary. Each block element is a paragraph; title elements are headings. */
import type { Converted, Part } from '../../../ports/converter.ts';
import { charsetParameter, decodeText } from '../../decode/charset.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import {
  CELLS,
  HEADINGS,
  ITEMS,
  type Layout,
  layoutOf,
  NOTES,
  PARAGRAPHS,
  ROWS,
  SECTIONS,
  SKIPPED,
  SPACES,
  STRUCTURED,
} from './xml-elements.ts';
import { createXmlHeader, type XmlHeader } from './xml-header.ts';

/** Number of UTF-16 units at the beginning in which the vocabulary is looked for. */
const HEAD_LENGTH = 4_000;

export const convertXml: Convert = ({ bytes, contentType, limits }) => {
  const { text: xml, charset } = decodeText(bytes, charsetParameter(contentType), true);
  const flow = newFlow(limits);
  const head = xml.slice(0, HEAD_LENGTH);
  const reader = createXmlHeader(head);
  const state = newState(flow, layoutOf(head));
  let language: string | null = null;
  readMarkup(
    xml,
    {
      open(name, attributes) {
        language ??= attributeOf(attributes, 'xml:lang') ?? null;
        if (isSkipped(state, name, 1)) return;
        if (reader.open(name, attributes)) addHeaderLink(flow, attributes);
        else openElement(state, name, attributes);
      },
      close(name) {
        if (isSkipped(state, name, -1) || reader.close(name)) return;
        closeElement(state, name);
      },
      text(text) {
        if (state.skipDepth > 0 || reader.text(text)) return;
        addText(state, text);
      },
    },
    false,
    () => !flow.isFull(),
  );
  endLabel(state);
  flow.add(state.pendingLabel);
  flow.end();
  flow.endLink();
  const links = flow.links.slice(0, limits.maxLinks);
  return { ...EMPTY_CONVERTED, ...fieldsOf(reader.header, state.title, language), parts: flow.parts, links, charset };
};

/** Returns the fields that the header declares. A journal article has the names of a page about it. */
function fieldsOf(header: XmlHeader, firstHeading: string | null, language: string | null): Partial<Converted> {
  const { authors, date, description, keywords, metadata } = header;
  const title = header.title ?? firstHeading;
  const isArticle = header.title !== null && metadata['citation_journal_title'] !== undefined;
  return {
    ...{ title, author: authors.join('; ') || null, date, description, keywords },
    language: header.language ?? language,
    metadata: {
      ...metadata,
      ...(isArticle && {
        citation_title: [header.title!],
        ...(authors.length > 0 && { citation_author: authors }),
        ...(date !== null && { citation_publication_date: [date] }),
        ...(description !== null && { citation_abstract: [description] }),
      }),
    },
  };
}

type XmlState = {
  flow: Flow;
  layout: Layout;
  /** Text of the first heading. */
  title: string | null;
  openHeading: string;
  linkElement: string;
  /** Text of the open label; undefined outside. */
  label: string | undefined;
  /** The label that precedes the next text; '' if there is none. */
  pendingLabel: string;
  /** Number of elements that opened since the pending label and are still open; negative if its own element has closed. */
  labelDepth: number;
  /** The open element that is one paragraph with all its content; '' outside. `wholeDepth` counts the open ones of its name. */
  whole: string;
  wholeDepth: number;
  /** The open element that is skipped; '' outside. `skipDepth` counts the open ones of its name. */
  skipped: string;
  skipDepth: number;
  /** Numbers of open paragraphs, items, rows and references of a list. */
  depths: { paragraph: number; item: number; row: number; reference: number };
};

const newState = (flow: Flow, layout: Layout): XmlState => ({
  ...{ flow, layout, labelDepth: 0, title: null, openHeading: '', linkElement: '', label: undefined, pendingLabel: '' },
  ...{ whole: '', wholeDepth: 0, skipped: '', skipDepth: 0 },
  depths: newDepths(),
});

const newDepths = (): XmlState['depths'] => ({ paragraph: 0, item: 0, row: 0, reference: 0 });

/** Counts the open elements of a skipped name. @param step 1: the element opens; -1: it closes */
function isSkipped(state: XmlState, name: string, step: 1 | -1): boolean {
  if (state.skipDepth === 0 && !(step === 1 && SKIPPED.has(name))) return false;
  if (state.skipDepth === 0) state.skipped = name;
  if (name === state.skipped) state.skipDepth += step;
  return true;
}

function openElement(state: XmlState, name: string, attributes: string): void {
  if (name === 'outline') addOutline(state.flow, attributes);
  openLink(state, name, attributes);
  if (NOTES.has(name)) state.flow.add(' ');
  if (name === 'label') {
    endLabel(state);
    // Two labels without text between them, such as those of the fields of a form.
    if (state.pendingLabel !== '' && !isInText(state)) flushLabel(state);
    state.label = '';
  } else {
    // The end of the label is missing.
    if (!isInline(state, name)) endLabel(state);
    state.labelDepth++;
  }
  if (state.whole !== '') {
    if (name === state.whole) state.wholeDepth++;
  } else if (state.layout.whole.has(name)) Object.assign(state, { whole: name, wholeDepth: 1 });
  else if (!isInline(state, name)) openBlock(state, name);
}

function openLink(state: XmlState, name: string, attributes: string): void {
  const href = attributeOf(attributes, 'href') ?? (name === 'ulink' ? attributeOf(attributes, 'url') : undefined);
  if (!href || href.startsWith('#')) return;
  state.flow.endLink();
  state.flow.openLink(href);
  state.linkElement = name;
}

/** Adds a link of the header, such as that to the PDF. Its text is no text of the document. */
function addHeaderLink(flow: Flow, attributes: string): void {
  const href = attributeOf(attributes, 'href');
  if (!href || href.startsWith('#')) return;
  flow.openLink(href);
  flow.endLink('');
}

function openBlock(state: XmlState, name: string): void {
  const { flow } = state;
  // Sections are in no paragraph, item or table, whatever a damaged file has left open.
  if (SECTIONS.has(name)) state.depths = newDepths();
  if (ROWS.has(name)) flow.openRow();
  else if (!isCell(state, name)) endBlock(state);
  if (HEADINGS.has(name)) state.openHeading = name;
  step(state.depths, name, 1);
}

function closeElement(state: XmlState, name: string): void {
  const { flow } = state;
  if (name === state.linkElement) flow.endLink();
  if (name === 'label') {
    endLabel(state);
    return;
  }
  if (--state.labelDepth < 0 && state.pendingLabel !== '') addLabel(state);
  if (SPACES.has(name) || NOTES.has(name) || STRUCTURED.has(state.whole)) flow.add(' ');
  if (state.whole === '') {
    if (!isInline(state, name)) closeBlock(state, name);
  } else if (name === state.whole && --state.wholeDepth === 0) {
    state.whole = '';
    if (state.depths.paragraph === 0 && name !== 'math') endBlock(state);
  }
}

function closeBlock(state: XmlState, name: string): void {
  const { flow, depths } = state;
  if (name === state.openHeading) {
    flow.endHeading(2);
    state.title ??= lastHeading(flow.parts);
    state.openHeading = '';
  } else if (isCell(state, name)) flow.endCell();
  else if (ROWS.has(name)) flow.endRow();
  else endBlock(state);
  step(depths, name, -1);
}

const isCell = ({ depths }: XmlState, name: string): boolean => CELLS.has(name) && depths.row > 0;

/** Returns whether an element does not end a paragraph. A title in a paragraph is that of another work, and a note is part of it. */
const isInline = ({ layout, depths }: XmlState, name: string): boolean =>
  (layout.inline.has(name) && !(name === 'ref' && depths.reference > 0)) ||
  ((HEADINGS.has(name) || NOTES.has(name)) && depths.paragraph > 0);

const endBlock = ({ flow, depths }: XmlState): void => flow.end(depths.item > 0 ? 'item' : 'paragraph');

/** Counts the open elements of a kind. A damaged file may close more than it opens. */
function step(depths: XmlState['depths'], name: string, by: 1 | -1): void {
  const kind = PARAGRAPHS.has(name) ? 'paragraph' : ITEMS.has(name) ? 'item' : ROWS.has(name) ? 'row' : undefined;
  if (kind) depths[kind] = Math.max(0, depths[kind] + by);
  if (name === 'ref-list') depths.reference = Math.max(0, depths.reference + by);
}

/** Maximum length of a label, in UTF-16 units. */
const MAX_LABEL_LENGTH = 200;

function addText(state: XmlState, text: string): void {
  if (state.label !== undefined) {
    state.label += text;
    // No label is that long: its end is missing.
    if (state.label.length > MAX_LABEL_LENGTH) endLabel(state);
  } else if (state.pendingLabel !== '' && text.trim() !== '') {
    state.flow.add(state.pendingLabel + text);
    state.pendingLabel = '';
  } else state.flow.add(text);
}

/** Ends a label. The next text may be in another element, such as a title. The number of a reference gets the period that text has. */
function endLabel(state: XmlState): void {
  const label = state.label?.trim() ?? '';
  state.label = undefined;
  const period = state.depths.reference > 0 && /[\p{L}\p{N}]$/u.test(label) ? '.' : '';
  if (label === '') return;
  state.pendingLabel += `${label}${period} `;
  state.labelDepth = 0;
}

/** Adds a label that no text follows in its element. */
function addLabel(state: XmlState): void {
  state.flow.add(state.pendingLabel);
  state.pendingLabel = '';
}

/** Makes the pending label a paragraph. */
function flushLabel(state: XmlState): void {
  addLabel(state);
  endBlock(state);
}

/** Returns whether text that follows belongs to the part that is open. */
const isInText = ({ whole, openHeading, depths }: XmlState): boolean =>
  whole !== '' || openHeading !== '' || depths.paragraph > 0 || depths.row > 0;

/** Adds an entry of OPML, which has its text and its links in attributes. */
function addOutline(flow: Flow, attributes: string): void {
  flow.end('item');
  const text = attributeOf(attributes, 'text') ?? attributeOf(attributes, 'title') ?? '';
  flow.add(text);
  for (const href of ['htmlUrl', 'xmlUrl', 'url'].map((name) => attributeOf(attributes, name)))
    if (href) {
      flow.openLink(href);
      // The anchor is the text that is already there.
      flow.endLink(text);
    }
  flow.end('item');
}

/** Returns the text of the last part, or null if it is not a heading. */
function lastHeading(parts: readonly Part[]): string | null {
  const last = parts.at(-1);
  return last?.kind === 'heading' ? last.text.replace(/\s+/g, ' ').trim() : null;
}
