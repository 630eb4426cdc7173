/** Word documents since 2007 (ECMA-376, WordprocessingML). */

import { Unreadable } from '../../decode/unreadable.ts';
import { openZip } from '../../decode/zip.ts';
import { type Convert, NOTHING_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { readDocxLists, resolveStyleList, type StyleList } from './docx-lists.ts';
import { findMainPart, type Relationship, readOfficeProperties, readRelationships } from './opc-package.ts';
import { createListCounter, type ListCounter } from './word-lists.ts';

export const convertDocx: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const main = findMainPart(zip, 'word/document.xml');
  const body = zip.text(main);
  if (body === undefined) throw new Unreadable('conversion-failed', 'a Word document without its text');
  const relations = readRelationships(zip, main);
  const flow = newFlow(limits);
  const partOf = (kind: string) =>
    zip.text([...relations.values()].find(({ type }) => type === kind)?.target ?? '') ?? '';
  const styles = readStyles(partOf('styles'));
  const counter = createListCounter(readDocxLists(partOf('numbering')));
  const alternatives: string[] = [];
  readWord(body, { flow, styles, counter, relations, alternatives });
  for (const { type, target } of inOrder(relations)) {
    const part = zip.text(target);
    if (part !== undefined && !flow.full())
      readWord(part, { flow, styles, counter, relations: readRelationships(zip, target), alternatives });
    // Headers and footers of every section are mostly the same one.
    if (type === 'header' || type === 'footer') dropRepeated(flow);
  }
  const properties = readOfficeProperties(zip);
  if (alternatives.length > 0) properties.metadata['image.alt'] = alternatives;
  return { ...NOTHING_CONVERTED, ...properties, parts: flow.parts, links: flow.links };
};

const ASIDE = ['footnotes', 'endnotes', 'comments', 'chart', 'header', 'footer'];

function inOrder(relations: Map<string, Relationship>): Relationship[] {
  const all = [...relations.values()].filter(({ isExternal: external }) => !external);
  return ASIDE.flatMap((type) => all.filter((relation) => relation.type === type));
}

function dropRepeated({ parts }: Flow): void {
  const last = JSON.stringify(parts.at(-1));
  if (parts.slice(-MAX_ASIDE, -1).some((part) => JSON.stringify(part) === last)) parts.pop();
}

const MAX_ASIDE = 20;

/** Of paragraph styles, by id: the level of the heading that it makes (0: of none), and the list that it puts paragraphs into. */
type Styles = Map<string, Style>;
type Style = StyleList & { heading: number; base: string };

/** Styles have their English name in every language. */
function readStyles(xml: string): Styles {
  const styles: Styles = new Map();
  let style: Style = { heading: 0, base: '', list: '', level: -1 };
  readMarkup(xml, {
    open(name, attributes) {
      const value = attributeOf(attributes, 'w:val') ?? '';
      if (name === 'style') {
        style = { heading: 0, base: '', list: '', level: -1 };
        if (styles.size < MAX_STYLES) styles.set(attributeOf(attributes, 'styleId') ?? '', style);
      } else if (name === 'name')
        style.heading = Number(/^heading ([1-9])$/i.exec(value)?.[1] ?? (/^title$/i.test(value) ? 1 : 0));
      else if (name === 'outlineLvl' && Number(value) < 9 && style.heading === 0) style.heading = Number(value) + 1;
      else if (name === 'basedOn') style.base = value;
      else if (name === 'numId') style.list = value;
      else if (name === 'ilvl') style.level = Number(value);
    },
    close() {},
    text() {},
  });
  return styles;
}

const MAX_STYLES = 10_000;

/** Text of other branches, of deletions, and of what fields are computed from. */
const UNSEEN = new Set(['Fallback', 'delText', 'instrText', 'del', 'moveFrom', 'rPrChange', 'pPrChange']);
/** `v`: names and numbers of charts. */
const TEXT = new Set(['t', 'delText', 'v']);

type Word = {
  flow: Flow;
  styles: Styles;
  counter: ListCounter;
  relations: Map<string, Relationship>;
  alternatives: string[];
};

function readWord(xml: string, { flow, styles, counter, relations, alternatives }: Word): void {
  let level = 0;
  let isItem = false;
  let place: { list: string; level: number | undefined } = { list: '', level: undefined };
  /** What stands before the paragraph's first words. */
  let number = '';
  let texts = 0;
  let unseen = 0;
  let instruction: string | undefined;
  let inInstruction = false;

  const endParagraph = () => {
    if (level > 0) flow.endHeading(level);
    else flow.end(isItem ? 'item' : 'paragraph');
    [level, isItem, number] = [0, false, ''];
    place = { list: '', level: undefined };
  };
  /** A paragraph may be of another list than those of its style are, or of none (`0`). */
  const endOfProperties = () => {
    if (place.list === '' || place.list === '0') return;
    const shown = counter.nextLabel(place.list, place.level ?? 0);
    number = shown === '' ? '' : `${shown} `;
  };
  const openField = (kind: string | undefined) => {
    if (kind === 'begin') instruction = '';
    const target = kind === 'separate' && /HYPERLINK\s+"([^"]+)"/i.exec(instruction ?? '')?.[1];
    if (target) flow.openLink(target);
    if (kind === 'end') flow.endLink();
  };
  const open: Record<string, (attributes: string) => void> = {
    p: endParagraph,
    pStyle: (a) => {
      const id = attributeOf(a, 'val') ?? '';
      level = styles.get(id)?.heading || level;
      place = resolveStyleList(styles, id);
    },
    outlineLvl: (a) => {
      const given = Number(attributeOf(a, 'val'));
      if (given < 9) level = given + 1;
    },
    numPr: () => {
      isItem = true;
    },
    ilvl: (a) => {
      place.level = Number(attributeOf(a, 'val'));
    },
    numId: (a) => {
      place.list = attributeOf(a, 'val') ?? '';
    },
    tab: () => flow.add('\t'),
    br: () => flow.add('\n'),
    cr: () => flow.add('\n'),
    noBreakHyphen: () => flow.add('-'),
    tr: () => flow.openRow(),
    hyperlink: (a) => {
      const relation = relations.get(attributeOf(a, 'r:id') ?? '');
      if (relation?.isExternal) flow.openLink(relation.target);
    },
    fldChar: (a) => openField(attributeOf(a, 'fldCharType')),
    docPr: (a) => {
      const alternative = attributeOf(a, 'descr');
      if (!alternative || alternatives.length >= 1_000) return;
      alternatives.push(alternative);
      flow.add(` ${alternative} `);
    },
  };
  const close: Record<string, () => void> = {
    p: endParagraph,
    pPr: endOfProperties,
    v: () => flow.add(' '),
    tc: () => flow.endCell(),
    tr: () => flow.endRow(),
    hyperlink: () => flow.endLink(),
  };
  readMarkup(
    xml,
    {
      open(name, attributes) {
        if (UNSEEN.has(name)) unseen++;
        if (name === 'instrText') inInstruction = true;
        if (TEXT.has(name)) texts++;
        if (unseen === 0 && Object.hasOwn(open, name)) open[name]!(attributes);
      },
      close(name) {
        if (unseen === 0 && Object.hasOwn(close, name)) close[name]!();
        if (TEXT.has(name)) texts--;
        if (name === 'instrText') inInstruction = false;
        if (UNSEEN.has(name) && unseen > 0) unseen--;
      },
      text(text) {
        if (inInstruction && instruction !== undefined && instruction.length < 2_000) instruction += text;
        if (texts === 0 || unseen > 0) return;
        if (number !== '') flow.add(number);
        number = '';
        flow.add(text);
      },
    },
    false,
    () => !flow.full(),
  );
  flow.end();
}
