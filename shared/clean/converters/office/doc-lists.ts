/** Definitions of lists in Word documents before 2007 ([MS-DOC] 2.9.131 to 2.9.134, 2.9.150): nine levels each, or one. */
import type { DocFile } from './doc-file.ts';
import { type ListLevel, newListLevel, type WordLists } from './word-lists.ts';

/** Numbers of tables in the head of the file. */
const [DEFINITIONS, OVERRIDES] = [73, 74];
const [LIST_BYTES, OVERRIDE_BYTES, LEVEL_BYTES] = [28, 16, 28];
const MAX_LISTS = 5_000;
const MAX_TEMPLATE_LENGTH = 40;
/** Codes of forms ([MS-OSHARED] 2.2.1.3), by the names that newer files have for them. */
const NUMBER_FORMATS: Record<number, string> = {
  ...{ 0: 'decimal', 1: 'upperRoman', 2: 'lowerRoman', 3: 'upperLetter', 4: 'lowerLetter', 5: 'ordinal' },
  ...{ 22: 'decimalZero', 23: 'bullet', 255: 'none' },
};

/** Lists are named by their place, counted from 1, as paragraphs name them. */
export function readDocLists(file: DocFile): WordLists {
  const found: WordLists = { levels: new Map(), lists: new Map() };
  try {
    readDefinitions(file, found);
    readOverrides(file.table(OVERRIDES), found);
  } catch {
    // What is cut off in the middle says no more.
  }
  return found;
}

/** The levels lie behind the table of definitions, which does not count them. */
function readDefinitions(file: DocFile, { levels }: WordLists): void {
  const table = file.table(DEFINITIONS);
  if (table.length < 2) return;
  const count = Math.min(MAX_LISTS, table.readUInt16LE(0));
  let at = table.length;
  const data = file.tableToEnd(DEFINITIONS);
  for (let i = 0; i < count; i++) {
    const head = table.subarray(2 + i * LIST_BYTES);
    const own = new Map<number, ListLevel>();
    levels.set(`${head.readInt32LE(0)}`, own);
    const isSimple = (head[26]! & 1) === 1;
    for (let level = 0; level < (isSimple ? 1 : 9); level++) at = readLevel(data, at, level, own);
  }
}

/** @returns where the next one begins. */
function readLevel(data: Buffer, at: number, level: number, levels: Map<number, ListLevel>): number {
  const bits = data[at + 5]!;
  const texts = at + LEVEL_BYTES + data[at + 24]! + data[at + 25]!;
  const length = data.readUInt16LE(texts);
  const written = data.subarray(texts + 2, texts + 2 + 2 * length).toString('utf16le');
  levels.set(level, {
    ...newListLevel(),
    start: data.readInt32LE(at),
    numberFormat: NUMBER_FORMATS[data[at + 4]!] ?? 'decimal',
    template: levelTemplate(written),
    isLegal: (bits & 0x04) !== 0,
    ...((bits & 0x08) !== 0 && { restartAfter: data[at + 26]! }),
  });
  return texts + 2 + 2 * length;
}

/** The places of numbers are signs of the numbers of levels, from 0. */
const levelTemplate = (written: string): string =>
  [...written.slice(0, MAX_TEMPLATE_LENGTH)]
    .map((sign) => (sign < '\x09' ? `%${sign.charCodeAt(0) + 1}` : sign))
    .join('');

/** First all lists, then what each says of levels. */
function readOverrides(table: Buffer, { lists }: WordLists): void {
  if (table.length < 4) return;
  const count = Math.min(MAX_LISTS, table.readUInt32LE(0));
  let at = 4 + count * OVERRIDE_BYTES;
  for (let i = 0; i < count; i++) {
    const head = table.subarray(4 + i * OVERRIDE_BYTES);
    const list = { definition: `${head.readInt32LE(0)}`, starts: new Map<number, number>(), levels: new Map() };
    lists.set(`${i + 1}`, list);
    at += 4;
    for (let k = 0; k < head[12]!; k++) {
      const bits = table.readUInt32LE(at + 4);
      const level = bits & 0x0f;
      if (bits & 0x10) list.starts.set(level, table.readInt32LE(at));
      at += 8;
      if (bits & 0x20) at = readLevel(table, at, level, list.levels);
    }
  }
}
