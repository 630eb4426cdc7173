/** Formats of paragraphs and characters in Word 97–2003 documents ([MS-DOC] 2.8.35, 2.9.175): those that change the text shown. */
import type { DocFile } from './doc-file.ts';
import { LIST, LIST_LEVEL, NO_STYLE, readDocStyles, readProperties, type Style } from './doc-styles.ts';

/** Format of a paragraph. */
export type ParagraphFormat = Style & { isInTable: boolean; isRowEnd: boolean };
/** Formats, looked up by the byte offset of a character in the document stream. */
export type DocFormats = {
  /** Returns undefined if the file has no format for the offset. */
  paragraphAt(offset: number): ParagraphFormat | undefined;
  /** Returns whether the character is deleted or hidden. */
  isHidden(offset: number): boolean;
};

/** Numbers of the tables in the file information block. */
const [STYLES, CHARACTERS, PARAGRAPHS] = [1, 12, 13];
/** Size of a page of formatted runs. */
const PAGE_BYTES = 512;
/** Property codes (sprm). */
const [IN_TABLE, ROW_END, OUTLINE_LEVEL, DELETED, HIDDEN] = [0x2416, 0x2417, 0x2640, 0x0800, 0x083c];
/** 0x81 means "the opposite of the style". Styles are seldom hidden, so it counts as on. */
const ON_VALUES = new Set([0x01, 0x81]);

type Run<T> = { from: number; to: number; value: T };

/** Reads the formats of all paragraphs and characters. */
export function readDocFormats(file: DocFile): DocFormats {
  const styles = readDocStyles(file.table(STYLES));
  const paragraphs = readRuns(file, file.table(PARAGRAPHS), 13, (page, at) => readParagraphFormat(page, at, styles));
  const characters = readRuns(file, file.table(CHARACTERS), 1, readIsHidden);
  return {
    paragraphAt: (offset) => findRunValue(paragraphs, offset),
    isHidden: (offset) => findRunValue(characters, offset) ?? false,
  };
}

/** Binary search for the run that contains an offset. */
function findRunValue<T>(runs: readonly Run<T>[], offset: number): T | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  const run = runs[low - 1];
  return run && offset < run.to ? run.value : undefined;
}

/**
 * Reads the runs of a table. The table lists pages of 512 bytes. A page lists the offsets where runs end, and the position of
 * each run's properties inside the page.
 * @param entryBytes size of an entry that points to properties
 */
function readRuns<T>(
  { stream }: DocFile,
  table: Buffer,
  entryBytes: number,
  read: (page: Buffer, at: number) => T | undefined,
): Run<T>[] {
  const count = Math.max(0, Math.floor((table.length - 4) / 8));
  const pages = new Set<number>();
  for (let i = 0; i < count; i++) pages.add(table.readUInt32LE(4 * (count + 1) + 4 * i) & 0x3fffff);
  const runs: Run<T>[] = [];
  for (const number of pages) {
    const page = stream.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES);
    if (page.length < PAGE_BYTES) continue;
    const runCount = Math.min(page[PAGE_BYTES - 1]!, Math.floor((PAGE_BYTES - 5) / (4 + entryBytes)));
    for (let i = 0; i < runCount; i++) {
      const at = 2 * page[4 * (runCount + 1) + entryBytes * i]!;
      const value = at === 0 ? undefined : read(page, at);
      if (value !== undefined) runs.push({ from: page.readUInt32LE(4 * i), to: page.readUInt32LE(4 * i + 4), value });
    }
  }
  return runs.sort((a, b) => a.from - b.from);
}

function readParagraphFormat(page: Buffer, at: number, styles: ReadonlyMap<number, Style>): ParagraphFormat {
  // An odd size is stored as half of it, rounded up. An even size is stored as half of it, after a zero byte.
  const from = page[at] === 0 ? at + 2 : at + 1;
  const bytes = page[at] === 0 ? 2 * (page[at + 1] ?? 0) : 2 * page[at]! - 1;
  const format: ParagraphFormat = { ...NO_STYLE, isInTable: false, isRowEnd: false };
  if (bytes < 2 || from + 2 > page.length) return format;
  Object.assign(format, styles.get(page.readUInt16LE(from)));
  for (const [name, value] of readProperties(page.subarray(from + 2, from + bytes))) {
    if (name === IN_TABLE) format.isInTable = value !== 0;
    else if (name === ROW_END) format.isRowEnd = value !== 0;
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
