/** Converts PowerPoint presentations since 2007 (ECMA-376, PresentationML): slides in order, each with its notes. */

import { Unreadable } from '../../decode/unreadable.ts';
import { openZip } from '../../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { chooseTitle } from '../document-title.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { findMainPart, type Relationship, readOfficeProperties, readRelationships } from './opc-package.ts';
import { type PartState, readPart } from './read-part.ts';

export const convertPptx: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const main = findMainPart(zip, 'ppt/presentation.xml');
  const presentation = zip.text(main);
  if (presentation === undefined) throw new Unreadable('conversion-failed', 'the presentation has no list of slides');
  const relationships = readRelationships(zip, main);
  const flow = newFlow(limits);
  let title: string | undefined;
  for (const id of readSlideIds(presentation)) {
    const target = relationships.get(id)?.target;
    const slide = target === undefined ? undefined : zip.text(target);
    if (target === undefined || slide === undefined) continue;
    const slideRelationships = readRelationships(zip, target);
    const slideTitle = readSlide(slide, flow, slideRelationships);
    title ??= slideTitle;
    for (const { type, target: related } of slideRelationships.values()) {
      const xml = RELATED_PARTS.has(type) ? zip.text(related) : undefined;
      if (xml !== undefined) readSlide(xml, flow, readRelationships(zip, related));
    }
  }
  const properties = readOfficeProperties(zip);
  return {
    ...{ ...EMPTY_CONVERTED, ...properties },
    title: chooseTitle(properties.title, { marked: title ?? '', parts: flow.parts, hasHeading: false }),
    ...{ parts: flow.parts, links: flow.links },
  };
};

/** Relationship types of the parts that follow a slide. */
const RELATED_PARTS = new Set(['notesSlide', 'comments', 'diagramData', 'chart']);

/** Reads the relationship ids of the slides, in order. */
function readSlideIds(xml: string): string[] {
  const ids: string[] = [];
  readMarkup(xml, {
    open(name, attributes) {
      const id = name === 'sldId' ? attributeOf(attributes, 'r:id') : undefined;
      if (id) ids.push(id);
    },
    close() {},
    text() {},
  });
  return ids;
}

/** Placeholder types that are not text of a slide: slide number, date, header and slide image. */
const HIDDEN_PLACEHOLDERS = new Set(['sldNum', 'dt', 'hdr', 'sldImg']);
/** Elements that hold text. */
const TEXT = new Set(['t', 'text', 'v']);
/** Maximum length of a title that is kept, in UTF-16 units. Longer text is no title. */
const MAX_TITLE_TEXT = 1_000;

type SlideState = PartState & {
  relationships: ReadonlyMap<string, Relationship>;
  /** Whether the shape is a title. */
  isTitle: boolean;
  /** Whether the shape is a hidden placeholder. */
  isPlaceholder: boolean;
  /** Number of open elements in `TEXT`. */
  openTexts: number;
  /** Text of the titles. */
  title: string;
};

/** Reads a slide, or a part related to it, into the flow. @returns the text of its titles; '' if it has none */
function readSlide(xml: string, flow: Flow, relationships: ReadonlyMap<string, Relationship>): string {
  const state: SlideState = {
    ...{ flow, relationships, isTitle: false, isPlaceholder: false },
    ...{ openHidden: 0, openTexts: 0, title: '' },
  };
  readPart(xml, state, { isHidden, open: OPEN, close: CLOSE, text: addText, enter, leave });
  return state.title;
}

/** Fallbacks repeat the content for older programs. */
const isHidden = (_: SlideState, name: string): boolean => name === 'Fallback';

function enter(state: SlideState, name: string): void {
  if (TEXT.has(name)) state.openTexts++;
}

function leave(state: SlideState, name: string): void {
  if (TEXT.has(name)) state.openTexts--;
}

function addText(state: SlideState, text: string): void {
  if (state.openTexts === 0 || state.openHidden > 0 || state.isPlaceholder) return;
  if (state.isTitle && state.title.length < MAX_TITLE_TEXT) state.title += text;
  state.flow.add(text);
}

function endShape(state: SlideState): void {
  state.isTitle = state.isPlaceholder = false;
}

function endParagraph(state: SlideState): void {
  if (state.isTitle) state.title += ' ';
  if (state.isTitle) state.flow.endHeading(2);
  else state.flow.end();
}

function addSpace(state: SlideState): void {
  if (state.isTitle) state.title += ' ';
  state.flow.add(' ');
}

/** Handlers of opening tags, by element name. */
const OPEN: Record<string, (state: SlideState, attributes: string) => void> = {
  sp: endShape,
  ph(state, attributes) {
    const type = attributeOf(attributes, 'type') ?? '';
    state.isTitle = type === 'title' || type === 'ctrTitle';
    state.isPlaceholder = HIDDEN_PLACEHOLDERS.has(type);
  },
  tr: ({ flow }) => flow.openRow(),
  br: addSpace,
  tab: addSpace,
  // Alternative text of images. Generated names are in another attribute.
  cNvPr: ({ flow }, attributes) => flow.add(` ${attributeOf(attributes, 'descr') ?? ''} `),
  hlinkClick({ flow, relationships }, attributes) {
    const link = relationships.get(attributeOf(attributes, 'r:id') ?? '');
    if (link?.isExternal) flow.openLink(link.target);
  },
};

/** Handlers of closing tags, by element name. */
const CLOSE: Record<string, (state: SlideState) => void> = {
  r: ({ flow }) => flow.endLink(),
  tc: ({ flow }) => flow.endCell(),
  tr: ({ flow }) => flow.endRow(),
  p: endParagraph,
  text: ({ flow }) => flow.end(),
  v: ({ flow }) => flow.end(),
  sp: endShape,
};
