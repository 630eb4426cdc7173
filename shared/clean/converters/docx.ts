/** Word documents since 2007 (ECMA-376, WordprocessingML). */
import { type Convert, NOTHING_CONVERTED } from './convert.ts';
import { type Flow, newFlow } from './flow.ts';
import { attributeOf, readMarkup } from './markup.ts';
import { mainPart, officeProperties, type Relation, relationsOf } from './office.ts';
import { Unreadable } from './unreadable.ts';
import { openZip, type Zip } from './zip.ts';

export const convertDocx: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const main = mainPart(zip, 'word/document.xml');
  const body = zip.text(main);
  if (body === undefined) throw new Unreadable('conversion-failed', 'a Word document without its text');
  const relations = relationsOf(zip, main);
  const flow = newFlow(limits);
  const levels = headingStyles(zip, relations);
  const alternatives: string[] = [];
  readWord(body, flow, levels, relations, alternatives);
  for (const { type, target } of inOrder(relations)) {
    const part = zip.text(target);
    if (part !== undefined && !flow.full()) readWord(part, flow, levels, relationsOf(zip, target), alternatives);
    // Headers and footers of every section are mostly the same one.
    if (type === 'header' || type === 'footer') dropRepeated(flow);
  }
  const properties = officeProperties(zip);
  if (alternatives.length > 0) properties.metadata['image.alt'] = alternatives;
  return { ...NOTHING_CONVERTED, ...properties, parts: flow.parts, links: flow.links };
};

const ASIDE = ['footnotes', 'endnotes', 'comments', 'chart', 'header', 'footer'];

function inOrder(relations: Map<string, Relation>): Relation[] {
  const all = [...relations.values()].filter(({ external }) => !external);
  return ASIDE.flatMap((type) => all.filter((relation) => relation.type === type));
}

function dropRepeated({ parts }: Flow): void {
  const last = JSON.stringify(parts.at(-1));
  if (parts.slice(-MAX_ASIDE, -1).some((part) => JSON.stringify(part) === last)) parts.pop();
}

const MAX_ASIDE = 20;

/** Id of a paragraph style → level of the heading that it makes; styles have their English name in every language. */
function headingStyles(zip: Zip, relations: Map<string, Relation>): Map<string, number> {
  const levels = new Map<string, number>();
  const target = [...relations.values()].find(({ type }) => type === 'styles')?.target;
  let id = '';
  readMarkup((target && zip.text(target)) || '', {
    open(name, attributes) {
      if (name === 'style') id = attributeOf(attributes, 'styleId') ?? '';
      const value = attributeOf(attributes, 'w:val') ?? '';
      const level = /^heading ([1-9])$/i.exec(value)?.[1];
      if (name === 'name' && level) levels.set(id, Number(level));
      if (name === 'name' && /^title$/i.test(value)) levels.set(id, 1);
      if (name === 'outlineLvl' && Number(value) < 9 && !levels.has(id)) levels.set(id, Number(value) + 1);
    },
    close() {},
    text() {},
  });
  return levels;
}

/** Text of other branches, of deletions, and of what fields are computed from. */
const UNSEEN = new Set(['Fallback', 'delText', 'instrText', 'del', 'moveFrom', 'rPrChange', 'pPrChange']);
/** `v`: names and numbers of charts. */
const TEXT = new Set(['t', 'delText', 'v']);

function readWord(
  xml: string,
  flow: Flow,
  levels: Map<string, number>,
  relations: Map<string, Relation>,
  alternatives: string[],
): void {
  let level = 0;
  let isItem = false;
  let texts = 0;
  let unseen = 0;
  let instruction: string | undefined;
  let inInstruction = false;

  const endParagraph = () => {
    if (level > 0) flow.endHeading(level);
    else flow.end(isItem ? 'item' : 'paragraph');
    level = 0;
    isItem = false;
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
      level = levels.get(attributeOf(a, 'val') ?? '') ?? level;
    },
    outlineLvl: (a) => {
      const given = Number(attributeOf(a, 'val'));
      if (given < 9) level = given + 1;
    },
    numPr: () => {
      isItem = true;
    },
    tab: () => flow.add('\t'),
    br: () => flow.add('\n'),
    cr: () => flow.add('\n'),
    noBreakHyphen: () => flow.add('-'),
    tr: () => flow.openRow(),
    hyperlink: (a) => {
      const relation = relations.get(attributeOf(a, 'r:id') ?? '');
      if (relation?.external) flow.openLink(relation.target);
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
        if (texts > 0 && unseen === 0) flow.add(text);
      },
    },
    false,
    () => !flow.full(),
  );
  flow.end();
}
