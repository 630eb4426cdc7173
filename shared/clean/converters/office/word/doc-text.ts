/** Reads the text of a Word 6–2003 document: characters, and the control characters that structure them. */
import type { Flow } from '../../flow.ts';
import type { Piece } from './doc-file.ts';
import type { DocFormats, ParagraphFormat } from './doc-formats.ts';
import type { ListCounter } from './word-lists.ts';

/** What all parts of a document share. */
export type DocContext = { formats: DocFormats; counter: ListCounter; flow: Flow };

/** An open field. `instruction`: its code, such as `HYPERLINK "…"`. `isInResult`: the result has begun, which is shown. */
type Field = { instruction: string; isInResult: boolean };

/** State of reading a part. It lasts over all pieces of the part. */
type DocTextState = DocContext & {
  fields: Field[];
  /** Number of open fields whose result has not begun. While it is positive, text is not shown. */
  openInstructions: number;
  isInRow: boolean;
  previousCharacter: number;
  /** Whether the paragraph has text, so that its list number is written. */
  hasText: boolean;
};

/** Control characters with a meaning. The others below the blank stand for pictures, note references and the like. */
const [CELL, TAB, LINE, PAGE, PARAGRAPH, COLUMN, FIELD_BEGIN, FIELD_RESULT, FIELD_END, HARD_HYPHEN] = [
  7, 9, 11, 12, 13, 14, 19, 20, 21, 30,
];
const BLANK = 32;
/** Maximum length of a field's instruction that is kept, in UTF-16 units. */
const MAX_INSTRUCTION_LENGTH = 2_000;
/** List index from which on a paragraph is excluded from the list of its style. */
const NO_LIST = 0xf801;

export function createDocTextState(context: DocContext): DocTextState {
  return { ...context, fields: [], openInstructions: 0, isInRow: false, previousCharacter: 0, hasText: false };
}

/** Reads the characters `begin` to `end` of a piece. */
export function readDocText(state: DocTextState, piece: Piece, begin: number, end: number): void {
  const { text, offset, bytesPerCharacter } = piece;
  let from = begin;
  for (let i = begin; i < end; i++) {
    const character = text.charCodeAt(i);
    const isHidden = state.formats.isHidden(offset + i * bytesPerCharacter);
    if (isHidden || character < BLANK) {
      addText(state, piece, from, i);
      from = i + 1;
    }
    if (!isHidden && character < BLANK) handleControl(state, character, offset + i * bytesPerCharacter);
    state.previousCharacter = character;
  }
  addText(state, piece, from, end);
}

/** Ends a part. */
export function endDocText(state: DocTextState): void {
  endRow(state);
  state.flow.end();
}

/** Adds text without control characters. The first text of a paragraph is preceded by its list number. */
function addText(state: DocTextState, { text, offset, bytesPerCharacter }: Piece, from: number, to: number): void {
  if (to <= from) return;
  if (!state.hasText) beginParagraph(state, offset + from * bytesPerCharacter);
  add(state, text.slice(from, to));
}

/** Adds text to the output, or to the instruction of the innermost open field. */
function add(state: DocTextState, text: string): void {
  const last = state.fields.at(-1);
  if (state.openInstructions === 0) state.flow.add(text);
  else if (last && !last.isInResult && last.instruction.length < MAX_INSTRUCTION_LENGTH) last.instruction += text;
}

/** @param at byte offset of the character in the stream */
function handleControl(state: DocTextState, character: number, at: number): void {
  if (character >= FIELD_BEGIN && character <= FIELD_END) handleField(state, character);
  else if (character === CELL) endCell(state, at);
  else if (character === PARAGRAPH || character === PAGE || character === COLUMN) endParagraph(state, at);
  else if (character === TAB || character === LINE) add(state, character === TAB ? '\t' : '\n');
  else if (character === HARD_HYPHEN) add(state, '-');
}

function handleField(state: DocTextState, character: number): void {
  const last = state.fields.at(-1);
  if (character === FIELD_BEGIN) {
    state.fields.push({ instruction: '', isInResult: false });
    state.openInstructions++;
  } else if (character === FIELD_RESULT && last && !last.isInResult) {
    last.isInResult = true;
    state.openInstructions--;
    const target = /^\s*HYPERLINK\s+(?!\\l)"?([^"\s]+)/i.exec(last.instruction)?.[1];
    if (target) state.flow.openLink(target);
  } else if (character === FIELD_END && last) {
    state.fields.pop();
    if (!last.isInResult) state.openInstructions--;
    state.flow.endLink();
  }
}

/** Writes the list number of a paragraph. All characters of a paragraph have its format, so `at` may be any of them. */
function beginParagraph(state: DocTextState, at: number): void {
  state.hasText = true;
  const format = state.formats.paragraphAt(at);
  if (!format || !isInList(format)) return;
  const label = state.counter.nextLabel(`${format.list}`, format.listLevel);
  if (label !== '') state.flow.add(`${label} `);
}

function endParagraph(state: DocTextState, at: number): void {
  const format = state.formats.paragraphAt(at);
  if (format?.isInTable) openRow(state);
  else endRow(state);
  if (format && format.headingLevel > 0) state.flow.endHeading(format.headingLevel);
  else state.flow.end(format && isInList(format) ? 'item' : 'paragraph');
  state.hasText = false;
}

const isInList = ({ list }: ParagraphFormat): boolean => list > 0 && list < NO_LIST;

/** Ends a cell. The mark that ends a row is the same character; without a format, a second mark in a row ends the row. */
function endCell(state: DocTextState, at: number): void {
  const format = state.formats.paragraphAt(at);
  state.hasText = false;
  openRow(state);
  if (format ? format.isRowEnd : state.previousCharacter === CELL) endRow(state);
  else state.flow.endCell();
}

function openRow(state: DocTextState): void {
  if (!state.isInRow) state.flow.openRow(true);
  state.isInRow = true;
}

function endRow(state: DocTextState): void {
  if (state.isInRow) state.flow.endRow();
  state.isInRow = false;
}
