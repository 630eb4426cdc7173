/** What Word before 2007 says of paragraphs and characters ([MS-DOC] 2.8.35, 2.9.175): as much as tells what a reader sees. */
import type { DocFile } from './doc-file.ts';

/** `list`: the place of its list, from 1; 0: it is in none. `listLevel`: from 0. */
export type ParagraphFormat = {
  headingLevel: number;
  list: number;
  listLevel: number;
  isInTable: boolean;
  isRowEnd: boolean;
};
/** Of a style. */
type Style = { headingLevel: number; list: number; listLevel: number };
/** By the place of a character in the stream of the document. */
export type DocFormats = {
  paragraphAt(at: number): ParagraphFormat | undefined;
  /** Deleted, or hidden. */
  isHidden(at: number): boolean;
};

/** Numbers of tables in the head of the file. */
const [STYLES, CHARACTERS, PARAGRAPHS] = [1, 12, 13];
const PAGE_BYTES = 512;
/** Names of properties. */
const [IN_TABLE, ROW_END, OUTLINE_LEVEL, DELETED, HIDDEN] = [0x2416, 0x2417, 0x2640, 0x0800, 0x083c];
const [LIST, LIST_LEVEL] = [0x460b, 0x260a];
const [TABLE_WIDTHS, TABS] = [0xd608, 0xc615];
/** Bytes of an operand by the three upper bits of a property's name; 0: its first byte says. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, 0, 3];
/** Also the opposite of what the style says, which is seldom hidden. */
const ON_VALUES = new Set([0x01, 0x81]);
/** Built-in styles: headings are 1 to 9. */
const TITLE_STYLE_ID = 62;

type Run<T> = { from: number; to: number; value: T };

export function readDocFormats(file: DocFile): DocFormats {
  const styles = readStyles(file.table(STYLES));
  const paragraphs = readRuns(file, file.table(PARAGRAPHS), 13, (page, at) => readParagraphFormat(page, at, styles));
  const characters = readRuns(file, file.table(CHARACTERS), 1, readIsHidden);
  return {
    paragraphAt: (at) => findRunValue(paragraphs, at),
    isHidden: (at) => findRunValue(characters, at) ?? false,
  };
}

function findRunValue<T>(runs: readonly Run<T>[], at: number): T | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.from <= at) low = middle + 1;
    else high = middle;
  }
  const run = runs[low - 1];
  return run && at < run.to ? run.value : undefined;
}

/** Pages of 512 bytes that list where runs end, and where in the page their properties are. @param row bytes of each of the latter. */
function readRuns<T>(
  { stream }: DocFile,
  table: Buffer,
  row: number,
  read: (page: Buffer, at: number) => T | undefined,
): Run<T>[] {
  const count = Math.max(0, Math.floor((table.length - 4) / 8));
  const pages = new Set<number>();
  for (let i = 0; i < count; i++) pages.add(table.readUInt32LE(4 * (count + 1) + 4 * i) & 0x3fffff);
  const runs: Run<T>[] = [];
  for (const number of pages) {
    const page = stream.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES);
    if (page.length < PAGE_BYTES) continue;
    const most = Math.min(page[PAGE_BYTES - 1]!, Math.floor((PAGE_BYTES - 5) / (4 + row)));
    for (let i = 0; i < most; i++) {
      const place = 2 * page[4 * (most + 1) + row * i]!;
      const value = place === 0 ? undefined : read(page, place);
      if (value !== undefined) runs.push({ from: page.readUInt32LE(4 * i), to: page.readUInt32LE(4 * i + 4), value });
    }
  }
  return runs.sort((a, b) => a.from - b.from);
}

function readParagraphFormat(page: Buffer, at: number, styles: ReadonlyMap<number, Style>): ParagraphFormat {
  // An odd number of bytes is told as half of it rounded up; an even one behind a zero.
  const from = page[at] === 0 ? at + 2 : at + 1;
  const bytes = page[at] === 0 ? 2 * (page[at + 1] ?? 0) : 2 * page[at]! - 1;
  const format = { ...NO_STYLE, isInTable: false, isRowEnd: false };
  if (bytes < 2 || from + 2 > page.length) return format;
  Object.assign(format, styles.get(page.readUInt16LE(from)));
  for (const [name, value] of readProperties(page.subarray(from + 2, from + bytes))) {
    if (name === IN_TABLE) format.inTable = value !== 0;
    else if (name === ROW_END) format.endsRow = value !== 0;
    else if (name === LIST) format.list = value;
    else if (name === LIST_LEVEL) format.listLevel = value;
    else if (name === OUTLINE_LEVEL) format.headingLevel = value < 9 ? value + 1 : 0;
  }
  return format;
}

function readIsHidden(page: Buffer, at: number): true | undefined {
  for (const [name, value] of readProperties(page.subarray(at + 1, at + 1 + page[at]!)))
    if ((name === DELETED || name === HIDDEN) && ON_VALUES.has(value)) return true;
  return undefined;
}

/** Values are the first byte or two of operands. */
function* readProperties(data: Buffer): Generator<[name: number, value: number]> {
  for (let at = 0; at + 3 <= data.length; ) {
    const name = data.readUInt16LE(at);
    const bytes = OPERAND_BYTES[name >> 13]!;
    if (name === TABLE_WIDTHS || (name === TABS && data[at + 2] === 255)) return;
    yield [name, bytes === 1 || at + 4 > data.length ? data[at + 2]! : data.readUInt16LE(at + 2)];
    at += 2 + (bytes === 0 ? 1 + data[at + 2]! : bytes);
  }
}

const NO_STYLE: Style = { headingLevel: 0, list: 0, listLevel: 0 };

/** By number: what a style, or one on which it is based, makes of paragraphs ([MS-DOC] 2.9.258). */
function readStyles(sheet: Buffer): Map<number, Style> {
  const styles = new Map<number, Style>();
  if (sheet.length < 6) return styles;
  const fixed = sheet.readUInt16LE(2);
  let at = 2 + sheet.readUInt16LE(0);
  for (let number = 0; at + 2 <= sheet.length; number++) {
    const bytes = sheet.readUInt16LE(at);
    if (bytes >= 4 && at + 6 <= sheet.length) {
      const based = styles.get(sheet.readUInt16LE(at + 4) >> 4) ?? NO_STYLE;
      styles.set(number, readStyle(sheet.subarray(at + 2, at + 2 + bytes), fixed, based));
    }
    at += 2 + bytes + (bytes & 1);
  }
  return styles;
}

function readStyle(definition: Buffer, fixed: number, based: Style): Style {
  const id = definition.readUInt16LE(0) & 0xfff;
  const style = { ...based, level: id >= 1 && id <= 9 ? id : id === TITLE_STYLE_ID ? 1 : based.headingLevel };
  const isParagraphs = definition.length > 4 && (definition[2]! & 0x0f) === 1;
  for (const [name, value] of isParagraphs ? readProperties(stylePropertyBytes(definition, fixed)) : []) {
    if (name === LIST) style.list = value;
    else if (name === LIST_LEVEL) style.listLevel = value;
  }
  return style;
}

/** Behind the fixed part and the name, which counts its signs and ends with a zero; the number of the style comes first. */
function stylePropertyBytes(definition: Buffer, fixed: number): Buffer {
  if (fixed + 2 > definition.length) return Buffer.alloc(0);
  const name = fixed + 2 + 2 * (definition.readUInt16LE(fixed) + 1);
  if (name + 4 > definition.length) return Buffer.alloc(0);
  const from = name + (name & 1);
  return definition.subarray(from + 4, from + 2 + definition.readUInt16LE(from));
}
