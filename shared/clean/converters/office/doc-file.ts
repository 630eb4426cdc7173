/**
 * Where the text of a Word document before 2007 lies ([MS-DOC] 2.4.1): in pieces, which a table puts in order, as a document
 * that was saved fast keeps its old text and adds new. Word 6 and 95 have the same with a shorter head and other places.
 */
import { decodeText } from '../../decode/charset.ts';
import type { OleFile } from '../../decode/ole.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { decodeBytes, encodingOfCodePage } from './code-pages.ts';

/** A run of text. `at`: where it lies in the stream of the document; `width`: bytes of a character. */
export type Piece = { text: string; offset: number; bytesPerCharacter: 1 | 2 };

export type DocFile = {
  stream: Buffer;
  /** Of tables: what a pair of numbers in the head says where it is; empty in Word 6 and 95. @param pair its number. */
  table(pair: number): Buffer;
  /** The same, with all that follows it. */
  tableToEnd(pair: number): Buffer;
  /** Characters of each part, in the order in which they lie: `DOC_PARTS`. */
  lengths: readonly number[];
  pieces: readonly Piece[];
};

export const DOC_PARTS = [
  'text',
  'footnotes',
  'headers',
  'macros',
  'comments',
  'endnotes',
  'boxes',
  'headerBoxes',
] as const;

const WORD_97 = 0xa5ec;
const WORD_6 = 0xa5dc;
const PIECE_TABLE = 33;
/** Word 95 of East Asia has Unicode. */
const WORD_95_EAST_ASIA = 0xa699;
const MAC_ENVIRONMENT = 1;
/** Pieces may all be of the same place. */
const MAX_CHARACTERS = 20_000_000;
const MAX_SAMPLE_BYTES = 20_000;
/** Languages whose Word 6 wrote in another code page than the Western one. */
const CODE_PAGE_BY_LANGUAGE: Record<number, number> = {
  ...{ 1: 1256, 2: 1251, 4: 936, 5: 1250, 8: 1253, 13: 1255, 14: 1250, 17: 932, 18: 949 },
  ...{ 21: 1250, 24: 1250, 25: 1251, 26: 1250, 27: 1250, 30: 874, 31: 1254, 34: 1251, 35: 1251 },
  ...{ 36: 1250, 37: 1257, 38: 1257, 39: 1257, 42: 1258 },
};

/** @throws Unreadable */
export function readDocFile(ole: OleFile): DocFile {
  const stream = ole.stream('WordDocument') ?? Buffer.alloc(0);
  if (stream.length < 0x1aa) throw new Unreadable('conversion-failed', 'a Word document without its head');
  const [kind, version, language, flags] = [0, 2, 6, 10].map((at) => stream.readUInt16LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  if (flags & 0x100) throw new Unreadable('encrypted', 'it asks for a password');
  const isOld = kind === WORD_6 || (kind !== WORD_97 && version < 106);
  const encoding = isOld ? detectOldEncoding(stream, language) : 'windows-1252';
  const tables = isOld ? stream : ole.stream(flags & 0x200 ? '1Table' : '0Table');
  if (!tables) throw new Unreadable('conversion-failed', 'a Word document without its tables');
  const within = (at: number) =>
    tables.subarray(stream.readUInt32LE(at), stream.readUInt32LE(at) + stream.readUInt32LE(at + 4));
  const lengths = DOC_PARTS.map((_, i) => stream.readUInt32LE((isOld ? 0x34 : 76) + 4 * i));
  const found = readPieces(within(isOld ? 0x160 : 154 + 8 * PIECE_TABLE), (place, length) => {
    const isNarrow = isOld ? kind !== WORD_95_EAST_ASIA : (place & 0x40000000) !== 0;
    const start = isNarrow && !isOld ? (place & 0x3fffffff) >>> 1 : place;
    return readPiece(stream, start, Math.min(length, stream.length), isNarrow ? 1 : 2, encoding);
  });
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return {
    stream,
    table: (pair) => (isOld ? Buffer.alloc(0) : within(154 + 8 * pair)),
    tableToEnd: (pair) => (isOld ? Buffer.alloc(0) : tables.subarray(stream.readUInt32LE(154 + 8 * pair))),
    lengths,
    // Without a table the text lies in one piece.
    pieces: found.length > 0 ? found : [readPiece(stream, stream.readUInt32LE(0x18), all, 1, encoding)],
  };
}

/** Files for a Mac say so; the language is often English whatever was written, so bytes that are no ASCII are looked at. */
function detectOldEncoding(stream: Buffer, language: number): string {
  if (stream[18] === MAC_ENVIRONMENT) return 'macintosh';
  const page = CODE_PAGE_BY_LANGUAGE[language & 0x3ff];
  if (page !== undefined) return encodingOfCodePage(page);
  const sample = stream.subarray(stream.readUInt32LE(0x18), stream.readUInt32LE(0x1c)).subarray(0, MAX_SAMPLE_BYTES);
  if (!NON_WESTERN.test(sample.toString('latin1'))) return 'windows-1252';
  const { charset } = decodeText(sample, '', false);
  return charset === 'windows-1252' ? 'windows-1251' : charset;
}

/** No word of a Western language has so many such letters in a row; of others, Russian is the most likely. */
const NON_WESTERN = /[\xc0-\xff]{4}/;

/** Changes of format may stand before the table of pieces: positions in the text, then eight bytes for each piece. */
function readPieces(clx: Buffer, pieceOf: (place: number, length: number) => Piece): Piece[] {
  let at = 0;
  while (at + 3 <= clx.length && clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (at + 5 > clx.length || clx[at] !== 2) return [];
  const table = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
  const count = Math.max(0, Math.floor((table.length - 4) / 12));
  const pieces: Piece[] = [];
  let left = MAX_CHARACTERS;
  for (let i = 0; i < count && left > 0; i++) {
    const length = Math.min(left, table.readUInt32LE(4 * i + 4) - table.readUInt32LE(4 * i));
    if (length <= 0) continue;
    pieces.push(pieceOf(table.readUInt32LE(4 * (count + 1) + 8 * i + 2), length));
    left -= length;
  }
  return pieces;
}

function readPiece(stream: Buffer, at: number, length: number, width: 1 | 2, encoding: string): Piece {
  const bytes = stream.subarray(at, at + length * width);
  return {
    text: width === 2 ? bytes.toString('utf16le') : decodeBytes(bytes.toString('latin1'), encoding),
    offset: at,
    bytesPerCharacter: width,
  };
}
