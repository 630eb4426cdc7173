/** Reads a part of WordprocessingML that holds text: the document, notes, comments, headers and footers. */
import type { Flow } from '../../flow.ts';
import { attributeOf } from '../../markup.ts';
import type { Relationship } from '../opc-package.ts';
import { type PartState, readPart } from '../read-part.ts';
import { type DocxStyle, isOn, isStyleVanished, resolveStyleList } from './docx-styles.ts';
import type { ListCounter } from './word-lists.ts';

/** Elements that are not shown: fallbacks of alternate content, deleted text, field instructions and tracked formatting. */
const HIDDEN = new Set(['Fallback', 'delText', 'instrText', 'del', 'moveFrom', 'rPrChange', 'pPrChange']);
/** Elements that hold text. `v`: names and numbers in charts. */
const TEXT = new Set(['t', 'delText', 'v']);
/** Maximum number of alternative texts of images that are kept. */
const MAX_ALTERNATIVES = 1_000;
/** Maximum length of a field's instruction before text is no longer added, in UTF-16 units. */
const MAX_INSTRUCTION_LENGTH = 2_000;
/** Maximum length of the text in the style Title that is kept, in UTF-16 units. Longer text is no title. */
const MAX_TITLE_TEXT = 1_000;

/** What reading a part needs. The counter and the alternative texts are shared by all parts of a document. */
export type DocxContext = {
  flow: Flow;
  styles: ReadonlyMap<string, DocxStyle>;
  counter: ListCounter;
  /** Relationships of this part. */
  relationships: ReadonlyMap<string, Relationship>;
  /** Alternative texts of images. */
  alternatives: string[];
};

type DocxState = DocxContext &
  PartState & {
    /** Whether the paragraph has the style Title. */
    isTitle: boolean;
    /** Text of the paragraphs in the style Title. */
    title: string;
    /** Level of the paragraph's heading; 0 if it is none. */
    headingLevel: number;
    isItem: boolean;
    list: string;
    listLevel: number | undefined;
    /** List number that precedes the first text of the paragraph. */
    label: string;
    /** Number of open elements in `TEXT`. */
    openTexts: number;
    /** Instruction of the last field. Undefined before the first. */
    instruction: string | undefined;
    isInInstruction: boolean;
    /** Whether the text of the run is formatted as hidden. */
    isVanished: boolean;
    /** Whether the style of the paragraph hides its text. */
    isParagraphVanished: boolean;
    /** Numbers of columns of the open cells, those of tables in each other included. */
    spans: number[];
    /** Open text boxes, each with whether the run and the paragraph around it are hidden. */
    boxes: { isVanished: boolean; isParagraphVanished: boolean }[];
  };

/** Reads a part into the flow. @returns the text of its paragraphs in the style Title; '' if there is none */
export function readDocxText(xml: string, context: DocxContext): string {
  const state: DocxState = {
    ...context,
    ...{ headingLevel: 0, isItem: false, list: '', listLevel: undefined, label: '' },
    ...{ isTitle: false, title: '', openTexts: 0, openHidden: 0, instruction: undefined, isInInstruction: false },
    ...{ isVanished: false, isParagraphVanished: false, spans: [], boxes: [] },
  };
  readPart(xml, state, { isHidden, open: OPEN, close: CLOSE, text: addText, enter, leave });
  return state.title;
}

const isHidden = (_: DocxState, name: string): boolean => HIDDEN.has(name);

function enter(state: DocxState, name: string): void {
  if (name === 'instrText') state.isInInstruction = true;
  if (TEXT.has(name)) state.openTexts++;
  if (name === TEXT_BOX) openTextBox(state);
}

function leave(state: DocxState, name: string): void {
  if (TEXT.has(name)) state.openTexts--;
  if (name === 'instrText') state.isInInstruction = false;
  if (name === TEXT_BOX) closeTextBox(state);
}

/** The content of a text box, which has paragraphs of its own within a run. A box in a hidden run is not shown. */
const TEXT_BOX = 'txbxContent';

function openTextBox(state: DocxState): void {
  const { isVanished, isParagraphVanished } = state;
  state.boxes.push({ isVanished, isParagraphVanished });
  if (isVanished) state.openHidden++;
}

function closeTextBox(state: DocxState): void {
  const box = state.boxes.pop();
  if (!box) return;
  if (box.isVanished && state.openHidden > 0) state.openHidden--;
  Object.assign(state, box);
}

function addText(state: DocxState, text: string): void {
  if (state.isInInstruction && state.instruction !== undefined && state.instruction.length < MAX_INSTRUCTION_LENGTH)
    state.instruction += text;
  if (state.openTexts === 0 || state.openHidden > 0 || state.isVanished) return;
  if (state.label !== '') state.flow.add(state.label);
  state.label = '';
  if (state.isTitle && state.title.length < MAX_TITLE_TEXT) state.title += text;
  state.flow.add(text);
}

function addSpace(state: DocxState, space: string): void {
  if (state.isVanished) return;
  if (state.isTitle) state.title += ' ';
  state.flow.add(space);
}

function endParagraph(state: DocxState): void {
  if (state.isTitle) state.title += ' ';
  state.isTitle = false;
  state.isParagraphVanished = false;
  if (state.headingLevel > 0) state.flow.endHeading(state.headingLevel);
  else state.flow.end(state.isItem ? 'item' : 'paragraph');
  state.headingLevel = 0;
  state.isItem = false;
  state.label = '';
  state.list = '';
  state.listLevel = undefined;
}

/** Counts the paragraph in its list. List `0` means that it is in no list, even if its style has one. */
function endParagraphProperties(state: DocxState): void {
  if (state.list === '' || state.list === '0') return;
  const label = state.counter.nextLabel(state.list, state.listLevel ?? 0);
  state.label = label === '' ? '' : `${label} `;
}

/** Handles the begin, the separator before the result, or the end of a field. */
function handleField(state: DocxState, type: string | undefined): void {
  if (type === 'begin') state.instruction = '';
  if (type === 'separate') openFieldLink(state, state.instruction ?? '');
  if (type === 'end') state.flow.endLink();
}

/** Opens the link of a field. @param instruction such as `HYPERLINK "http://bog.example/"`, also without quotes */
function openFieldLink({ flow }: DocxState, instruction: string): void {
  const [, quoted, bare] = /^\s*HYPERLINK\s+(?:"([^"]+)"|([^\s"\\]\S*))/i.exec(instruction) ?? [];
  const target = quoted ?? bare;
  if (target) flow.openLink(target);
}

function addAlternative({ alternatives, flow, isVanished }: DocxState, alternative: string | undefined): void {
  if (!alternative || isVanished || alternatives.length >= MAX_ALTERNATIVES) return;
  alternatives.push(alternative);
  flow.add(` ${alternative} `);
}

/** Handlers of opening tags, by element name. */
const OPEN: Record<string, (state: DocxState, attributes: string) => void> = {
  p: endParagraph,
  pStyle(state, attributes) {
    const id = attributeOf(attributes, 'val') ?? '';
    const style = state.styles.get(id);
    state.headingLevel = style?.heading || state.headingLevel;
    state.isTitle = style?.isTitle ?? false;
    state.isParagraphVanished = isStyleVanished(state.styles, id);
    const { list, level } = resolveStyleList(state.styles, id);
    state.list = list;
    state.listLevel = level;
  },
  outlineLvl(state, attributes) {
    const level = Number(attributeOf(attributes, 'val'));
    if (level < 9) state.headingLevel = level + 1;
  },
  numPr(state) {
    state.isItem = true;
  },
  ilvl(state, attributes) {
    state.listLevel = Number(attributeOf(attributes, 'val'));
  },
  numId(state, attributes) {
    state.list = attributeOf(attributes, 'val') ?? '';
  },
  r(state) {
    state.isVanished = state.isParagraphVanished;
  },
  // Styles of a paragraph and of characters that both hide cancel each other out (ECMA-376, 17.7.3).
  rStyle(state, attributes) {
    const isHiding = isStyleVanished(state.styles, attributeOf(attributes, 'val') ?? '');
    state.isVanished = isHiding !== state.isParagraphVanished;
  },
  vanish(state, attributes) {
    state.isVanished = isOn(attributeOf(attributes, 'val') ?? '');
  },
  tab: (state) => addSpace(state, '\t'),
  br: (state) => addSpace(state, '\n'),
  cr: (state) => addSpace(state, '\n'),
  noBreakHyphen: ({ flow }) => flow.add('-'),
  tr: ({ flow }) => flow.openRow(),
  tc: ({ spans }) => spans.push(1),
  gridSpan({ spans }, attributes) {
    spans[spans.length - 1] = Number(attributeOf(attributes, 'val'));
  },
  hyperlink({ relationships, flow }, attributes) {
    const relationship = relationships.get(attributeOf(attributes, 'r:id') ?? '');
    if (relationship?.isExternal) flow.openLink(relationship.target);
  },
  fldSimple: (state, attributes) => openFieldLink(state, attributeOf(attributes, 'instr') ?? ''),
  fldChar: (state, attributes) => handleField(state, attributeOf(attributes, 'fldCharType')),
  docPr: (state, attributes) => addAlternative(state, attributeOf(attributes, 'descr')),
};

/** Handlers of closing tags, by element name. */
const CLOSE: Record<string, (state: DocxState) => void> = {
  p: endParagraph,
  pPr: endParagraphProperties,
  v: ({ flow }) => flow.add(' '),
  tc: ({ flow, spans }) => flow.endWideCell(spans.pop()),
  tr: ({ flow }) => flow.endRow(),
  hyperlink: ({ flow }) => flow.endLink(),
  fldSimple: ({ flow }) => flow.endLink(),
};
