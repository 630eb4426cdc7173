/** PowerPoint slides since 2007 (ECMA-376, PresentationML), in their order, each with its notes. */

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
  if (presentation === undefined)
    throw new Unreadable('conversion-failed', 'a presentation without its list of slides');
  const relations = readRelationships(zip, main);
  const flow = newFlow(limits);
  for (const id of readSlideIds(presentation)) {
    const target = relations.get(id)?.target;
    const slide = target === undefined ? undefined : zip.text(target);
    if (target === undefined || slide === undefined) continue;
    const near = readRelationships(zip, target);
    readSlide(slide, flow, near);
    for (const { type, target: aside } of near.values()) {
      const xml = RELATED_PARTS.has(type) ? zip.text(aside) : undefined;
      if (xml !== undefined) readSlide(xml, flow, readRelationships(zip, aside));
    }
  }
  return { ...EMPTY_CONVERTED, ...readOfficeProperties(zip), parts: flow.parts, links: flow.links };
};

const RELATED_PARTS = new Set(['notesSlide', 'comments', 'diagramData', 'chart']);

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

/** Texts of other branches; numbers and dates that every slide shows. */
const HIDDEN_PLACEHOLDERS = new Set(['sldNum', 'dt', 'hdr', 'sldImg']);
const TEXT = new Set(['t', 'text', 'v']);

function readSlide(xml: string, flow: Flow, relations: Map<string, Relationship>): void {
  let isTitle = false;
  let isUnseen = false;
  let fallbacks = 0;
  let texts = 0;
  readMarkup(
    xml,
    {
      open(name, attributes) {
        if (name === 'Fallback') fallbacks++;
        if (TEXT.has(name)) texts++;
        if (name === 'sp') {
          isTitle = false;
          isUnseen = false;
        }
        if (name === 'ph') {
          const type = attributeOf(attributes, 'type') ?? '';
          isTitle = type === 'title' || type === 'ctrTitle';
          isUnseen = HIDDEN_PLACEHOLDERS.has(type);
        }
        if (name === 'tr') flow.openRow();
        if (name === 'br' || name === 'tab') flow.add(' ');
        // Descriptions of pictures; numbers and names that programs give are in another attribute.
        if (name === 'cNvPr') flow.add(` ${attributeOf(attributes, 'descr') ?? ''} `);
        const link = name === 'hlinkClick' ? relations.get(attributeOf(attributes, 'r:id') ?? '') : undefined;
        if (link?.isExternal) flow.openLink(link.target);
      },
      close(name) {
        if (name === 'Fallback') fallbacks--;
        if (TEXT.has(name)) texts--;
        if (name === 'r') flow.endLink();
        if (name === 'tc') flow.endCell();
        if (name === 'tr') flow.endRow();
        if (name === 'text' || name === 'v' || (name === 'p' && !isTitle)) flow.end();
        else if (name === 'p') flow.endHeading(2);
        if (name === 'sp') isTitle = isUnseen = false;
      },
      text(text) {
        if (texts > 0 && fallbacks === 0 && !isUnseen) flow.add(text);
      },
    },
    false,
    () => !flow.isFull(),
  );
  flow.end();
}
