/** Converts PowerPoint presentations since 2007 (ECMA-376, PresentationML): slides in order, each with its notes. */

import { Unreadable } from '../../decode/unreadable.ts';
import { openZip } from '../../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { findMainPart, type Relationship, readOfficeProperties, readRelationships } from './opc-package.ts';

export const convertPptx: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const main = findMainPart(zip, 'ppt/presentation.xml');
  const presentation = zip.text(main);
  if (presentation === undefined) throw new Unreadable('conversion-failed', 'the presentation has no list of slides');
  const relationships = readRelationships(zip, main);
  const flow = newFlow(limits);
  for (const id of readSlideIds(presentation)) {
    const target = relationships.get(id)?.target;
    const slide = target === undefined ? undefined : zip.text(target);
    if (target === undefined || slide === undefined) continue;
    const slideRelationships = readRelationships(zip, target);
    readSlide(slide, flow, slideRelationships);
    for (const { type, target: related } of slideRelationships.values()) {
      const xml = RELATED_PARTS.has(type) ? zip.text(related) : undefined;
      if (xml !== undefined) readSlide(xml, flow, readRelationships(zip, related));
    }
  }
  return { ...EMPTY_CONVERTED, ...readOfficeProperties(zip), parts: flow.parts, links: flow.links };
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

type SlideState = {
  flow: Flow;
  relationships: ReadonlyMap<string, Relationship>;
  /** Whether the shape is a title. */
  isTitle: boolean;
  /** Whether the shape is a hidden placeholder. */
  isHidden: boolean;
  /** Number of open fallbacks of alternate content. */
  openFallbacks: number;
  /** Number of open elements in `TEXT`. */
  openTexts: number;
};

/** Reads a slide, or a part related to it, into the flow. */
function readSlide(xml: string, flow: Flow, relationships: ReadonlyMap<string, Relationship>): void {
  const state: SlideState = {
    ...{ flow, relationships, isTitle: false, isHidden: false },
    ...{ openFallbacks: 0, openTexts: 0 },
  };
  readMarkup(
    xml,
    {
      open: (name, attributes) => openElement(state, name, attributes),
      close: (name) => closeElement(state, name),
      text(text) {
        if (state.openTexts > 0 && state.openFallbacks === 0 && !state.isHidden) flow.add(text);
      },
    },
    false,
    () => !flow.isFull(),
  );
  flow.end();
}

function openElement(state: SlideState, name: string, attributes: string): void {
  const { flow } = state;
  if (name === 'Fallback') state.openFallbacks++;
  if (TEXT.has(name)) state.openTexts++;
  if (name === 'sp') state.isTitle = state.isHidden = false;
  if (name === 'ph') {
    const type = attributeOf(attributes, 'type') ?? '';
    state.isTitle = type === 'title' || type === 'ctrTitle';
    state.isHidden = HIDDEN_PLACEHOLDERS.has(type);
  }
  if (name === 'tr') flow.openRow();
  if (name === 'br' || name === 'tab') flow.add(' ');
  // Alternative text of images. Generated names are in another attribute.
  if (name === 'cNvPr') flow.add(` ${attributeOf(attributes, 'descr') ?? ''} `);
  const link = name === 'hlinkClick' ? state.relationships.get(attributeOf(attributes, 'r:id') ?? '') : undefined;
  if (link?.isExternal) flow.openLink(link.target);
}

function closeElement(state: SlideState, name: string): void {
  const { flow } = state;
  if (name === 'Fallback') state.openFallbacks--;
  if (TEXT.has(name)) state.openTexts--;
  if (name === 'r') flow.endLink();
  if (name === 'tc') flow.endCell();
  if (name === 'tr') flow.endRow();
  if (name === 'text' || name === 'v' || (name === 'p' && !state.isTitle)) flow.end();
  else if (name === 'p') flow.endHeading(2);
  if (name === 'sp') state.isTitle = state.isHidden = false;
}
