/**
 * Storage of the text in Word 6–2003 documents ([MS-DOC] 2.4.1). The text is split into pieces, which a table puts in order: a
 * fast save appends new text and keeps the old. Word 6 and 95 use the same scheme with a shorter header and other offsets.
 */
import { decodeText } from '../../../decode/charset.ts';
import type { OleFile } from '../../../decode/ole.ts';
import { Unreadable } from '../../../decode/unreadable.ts';
import { decodeBytes, encodingOfCodePage } from '../code-pages.ts';

/** A run of text. `offset`: byte offset in the document stream. */
export type Piece = { text: string; offset: number; bytesPerCharacter: 1 | 2 };

export type DocFile = {
  stream: Buffer;
  /**
   * Returns a table by the number of its entry in the file information block. Empty in Word 6 and 95.
   * @param pair index of the entry, a pair of offset and length
   */
  table(pair: number): Buffer;
  /** Returns a table and everything after it. */
  tableToEnd(pair: number): Buffer;
  /** Length of each part in characters, in the order of `DOC_PARTS`. */
  lengths: readonly number[];
  pieces: readonly Piece[];
};

/** Parts of a document, in the order in which the file stores them. */
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

/** Values of the first field of the header. East Asian editions of Word 95 store UTF-16. */
const [WORD_97, WORD_6, WORD_95_EAST_ASIA] = [0xa5ec, 0xa5dc, 0xa699];
/** Lowest version number of the file format of Word 97. */
const MIN_WORD_97_VERSION = 106;
/** Minimum length of the document stream in bytes. */
const MIN_STREAM_BYTES = 0x1aa;
/** Header flags. */
const [ENCRYPTED, USES_TABLE_1] = [0x100, 0x200];
/** Number of the piece table in the file information block. */
const PIECE_TABLE = 33;
/** Value of the header's environment byte in files written on a Mac. */
const MAC_ENVIRONMENT = 1;
/** Maximum length of all pieces in characters. Pieces may overlap, so a small file can hold far more text than bytes. */
const MAX_CHARACTERS = 20_000_000;
/** Size of the sample from which the encoding is detected. */
const MAX_SAMPLE_BYTES = 20_000;
/** Windows code page of Word 6, by primary language id. Other languages use windows-1252. */
const CODE_PAGE_BY_LANGUAGE: Record<number, number> = {
  ...{ 1: 1256, 2: 1251, 4: 936, 5: 1250, 8: 1253, 13: 1255, 14: 1250, 17: 932, 18: 949 },
  ...{ 21: 1250, 24: 1250, 25: 1251, 26: 1250, 27: 1250, 30: 874, 31: 1254, 34: 1251, 35: 1251 },
  ...{ 36: 1250, 37: 1257, 38: 1257, 39: 1257, 42: 1258 },
};

/** Fields of the header that decide how the rest of the file is read. */
type DocHeader = { kind: number; language: number; flags: number; isOld: boolean };

/** @throws Unreadable if the document is encrypted or its header or tables are missing */
export function readDocFile(ole: OleFile): DocFile {
  const stream = ole.stream('WordDocument') ?? Buffer.alloc(0);
  const header = readHeader(stream);
  const { isOld } = header;
  const encoding = isOld ? detectOldEncoding(stream, header.language) : 'windows-1252';
  const tables = isOld ? stream : ole.stream(header.flags & USES_TABLE_1 ? '1Table' : '0Table');
  if (!tables) throw new Unreadable('conversion-failed', 'the Word document has no table stream');
  const tableAt = (at: number) =>
    tables.subarray(stream.readUInt32LE(at), stream.readUInt32LE(at) + stream.readUInt32LE(at + 4));
  const lengths = DOC_PARTS.map((_, i) => stream.readUInt32LE((isOld ? 0x34 : 76) + 4 * i));
  const pieces = readPieces(tableAt(isOld ? 0x160 : 154 + 8 * PIECE_TABLE), (position, length) => {
    const isNarrow = isOld ? header.kind !== WORD_95_EAST_ASIA : (position & 0x40000000) !== 0;
    const offset = isNarrow && !isOld ? (position & 0x3fffffff) >>> 1 : position;
    return readPiece(stream, offset, Math.min(length, stream.length), isNarrow ? 1 : 2, encoding);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    stream,
    table: (pair) => (isOld ? Buffer.alloc(0) : tableAt(154 + 8 * pair)),
    tableToEnd: (pair) => (isOld ? Buffer.alloc(0) : tables.subarray(stream.readUInt32LE(154 + 8 * pair))),
    lengths,
    // Without a piece table the text is one contiguous piece.
    pieces: pieces.length > 0 ? pieces : [readPiece(stream, stream.readUInt32LE(0x18), total, 1, encoding)],
  };
}

function readHeader(stream: Buffer): DocHeader {
  if (stream.length < MIN_STREAM_BYTES)
    throw new Unreadable('conversion-failed', 'the Word document has no complete header');
  const [kind, version, language, flags] = [0, 2, 6, 10].map((at) => stream.readUInt16LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  if (flags & ENCRYPTED) throw new Unreadable('encrypted', 'it asks for a password');
  const isOld = kind === WORD_6 || (kind !== WORD_97 && version < MIN_WORD_97_VERSION);
  return { kind, language, flags, isOld };
}

/** Detects the encoding of Word 6 and 95. Their language is often English whatever the text is, so the text is examined, too. */
function detectOldEncoding(stream: Buffer, language: number): string {
  if (stream[18] === MAC_ENVIRONMENT) return 'macintosh';
  const page = CODE_PAGE_BY_LANGUAGE[language & 0x3ff];
  if (page !== undefined) return encodingOfCodePage(page);
  const sample = stream.subarray(stream.readUInt32LE(0x18), stream.readUInt32LE(0x1c)).subarray(0, MAX_SAMPLE_BYTES);
  if (!NON_WESTERN.test(sample.toString('latin1'))) return 'windows-1252';
  const { charset } = decodeText(sample, '', false);
  return charset === 'windows-1252' ? 'windows-1251' : charset;
}

/** Four accented letters in a row: no Western language has them. If detection fails, Russian is the most likely. */
const NON_WESTERN = /[\xc0-\xff]{4}/;

/**
 * Reads the piece table: text positions, then eight bytes for each piece. Format changes may precede it.
 * @param createPiece makes a piece of its encoded position and its length in characters
 */
function readPieces(clx: Buffer, createPiece: (position: number, length: number) => Piece): Piece[] {
  let at = 0;
  while (at + 3 <= clx.length && clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (at + 5 > clx.length || clx[at] !== 2) return [];
  const table = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
  const count = Math.max(0, Math.floor((table.length - 4) / 12));
  const pieces: Piece[] = [];
  let remaining = MAX_CHARACTERS;
  for (let i = 0; i < count && remaining > 0; i++) {
    const length = Math.min(remaining, table.readUInt32LE(4 * i + 4) - table.readUInt32LE(4 * i));
    if (length <= 0) continue;
    pieces.push(createPiece(table.readUInt32LE(4 * (count + 1) + 8 * i + 2), length));
    remaining -= length;
  }
  return pieces;
}

function readPiece(
  stream: Buffer,
  offset: number,
  length: number,
  bytesPerCharacter: Piece['bytesPerCharacter'],
  encoding: string,
): Piece {
  const bytes = stream.subarray(offset, offset + length * bytesPerCharacter);
  const text = bytesPerCharacter === 2 ? bytes.toString('utf16le') : decodeBytes(bytes.toString('latin1'), encoding);
  return { text, offset, bytesPerCharacter };
}
