/** List definitions in Word 97–2003 documents ([MS-DOC] 2.9.131 to 2.9.134, 2.9.150). A definition has nine levels, or one. */
import type { DocFile } from './doc-file.ts';
import { type ListLevel, newListLevel, type WordLists } from './word-lists.ts';

/** Numbers of the tables in the file information block. */
const [DEFINITIONS, OVERRIDES] = [73, 74];
const [LIST_BYTES, OVERRIDE_BYTES, LEVEL_BYTES] = [28, 16, 28];
/** Maximum number of lists and of definitions read from a file. */
const MAX_LISTS = 5_000;
/** Maximum length of a level's template, in UTF-16 units. */
const MAX_TEMPLATE_LENGTH = 40;
/** Number formats ([MS-OSHARED] 2.2.1.3), by the names that Office Open XML uses. */
const NUMBER_FORMATS: Record<number, string> = {
  ...{ 0: 'decimal', 1: 'upperRoman', 2: 'lowerRoman', 3: 'upperLetter', 4: 'lowerLetter', 5: 'ordinal' },
  ...{ 22: 'decimalZero', 23: 'bullet', 255: 'none' },
};

/** Reads the lists of a document. The key of a list is its 1-based index, which paragraphs refer to. */
export function readDocLists(file: DocFile): WordLists {
  const lists: WordLists = { levels: new Map(), lists: new Map() };
  try {
    readDefinitions(file, lists);
    readOverrides(file.table(OVERRIDES), lists);
  } catch {
    // A truncated table ends here. The lists read so far are kept.
  }
  return lists;
}

/** Reads the definitions. Their levels follow the table and are not part of its length. */
function readDefinitions(file: DocFile, { levels }: WordLists): void {
  const table = file.table(DEFINITIONS);
  if (table.length < 2) return;
  const count = Math.min(MAX_LISTS, table.readUInt16LE(0));
  let at = table.length;
  const data = file.tableToEnd(DEFINITIONS);
  for (let i = 0; i < count; i++) {
    const header = table.subarray(2 + i * LIST_BYTES);
    const own = new Map<number, ListLevel>();
    levels.set(`${header.readInt32LE(0)}`, own);
    const isSimple = (header[26]! & 1) === 1;
    for (let level = 0; level < (isSimple ? 1 : 9); level++) at = readLevel(data, at, level, own);
  }
}

/** Reads a level into `levels`. @returns the position of the next level */
function readLevel(data: Buffer, at: number, level: number, levels: Map<number, ListLevel>): number {
  const flags = data[at + 5]!;
  const textAt = at + LEVEL_BYTES + data[at + 24]! + data[at + 25]!;
  const length = data.readUInt16LE(textAt);
  const text = data.subarray(textAt + 2, textAt + 2 + 2 * length).toString('utf16le');
  levels.set(level, {
    ...newListLevel(),
    start: data.readInt32LE(at),
    numberFormat: NUMBER_FORMATS[data[at + 4]!] ?? 'decimal',
    template: levelTemplate(text),
    isLegal: (flags & 0x04) !== 0,
    ...((flags & 0x08) !== 0 && { restartAfter: data[at + 26]! }),
  });
  return textAt + 2 + 2 * length;
}

/** Converts a level's text to a template. The characters U+0000 to U+0008 stand for the numbers of the levels 0 to 8. */
const levelTemplate = (text: string): string =>
  [...text.slice(0, MAX_TEMPLATE_LENGTH)]
    .map((character) => (character < '\x09' ? `%${character.charCodeAt(0) + 1}` : character))
    .join('');

/** Reads the lists: first the headers of all lists, then the level overrides of each. */
function readOverrides(table: Buffer, { lists }: WordLists): void {
  if (table.length < 4) return;
  const count = Math.min(MAX_LISTS, table.readUInt32LE(0));
  let at = 4 + count * OVERRIDE_BYTES;
  for (let i = 0; i < count; i++) {
    const header = table.subarray(4 + i * OVERRIDE_BYTES);
    const list = { definition: `${header.readInt32LE(0)}`, starts: new Map<number, number>(), levels: new Map() };
    lists.set(`${i + 1}`, list);
    at += 4;
    for (let k = 0; k < header[12]!; k++) {
      const flags = table.readUInt32LE(at + 4);
      const level = flags & 0x0f;
      if (flags & 0x10) list.starts.set(level, table.readInt32LE(at));
      at += 8;
      if (flags & 0x20) at = readLevel(table, at, level, list.levels);
    }
  }
}
