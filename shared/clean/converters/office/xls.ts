/** Excel workbooks before 2007 ([MS-XLS], and its forerunners since Excel 2): each sheet a heading and its rows, then notes and boxes. */

import { type OleFile, openOle } from '../../decode/ole.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { newFlow } from '../flow.ts';
import { BIFF_HEADER_BYTES, type BiffRecord, biffRecords, readBiffString, readSharedStrings } from './biff-records.ts';
import { encodingOfCodePage } from './code-pages.ts';
import { compileNumberFormat, type NumberFormat } from './number-format.ts';
import { readOleProperties } from './ole-properties.ts';
import { readXlsSheet } from './xls-sheet.ts';

export type XlsWorkbook = {
  /** 2 to 5, and 8 since Excel 97. */
  version: number;
  /** Of texts; undefined: they are Unicode. */
  encoding: string | undefined;
  sharedStrings: string[];
  cellFormat(cell: number): NumberFormat;
};

const [FILE_PASS, CODE_PAGE, SINCE_1904, SHEET, STRINGS, END] = [0x2f, 0x42, 0x22, 0x85, 0xfc, 0x0a];
const FORMATS = new Set([0x1e, 0x41e]);
const CELL_FORMATS = new Set([0xe0, 0x243, 0x443]);
/** More than workbooks have. */
const MAX_SHEETS = 1_000;
/** Of the record that begins a stream, by version. */
const VERSIONS: Record<number, number> = { 9: 2, 521: 3, 1033: 4 };

export const convertXls: Convert = ({ bytes, limits }) => {
  const { stream, ole } = findStream(bytes);
  const flow = newFlow(limits);
  const version = readVersion(stream);
  const { book, sheets } = readWorkbook(stream, version);
  // Sheets do not lie in each other: all of them have no more records than fit.
  const left = { records: stream.length / BIFF_HEADER_BYTES };
  if (sheets.length === 0) readXlsSheet(stream, 0, book, flow, left);
  for (const { name, at } of sheets) {
    if (flow.isFull() || left.records <= 0) break;
    flow.add(name);
    flow.endHeading(2);
    readXlsSheet(stream, at, book, flow, left);
  }
  return { ...EMPTY_CONVERTED, ...(ole && readOleProperties(ole)), parts: flow.parts, links: flow.links };
};

/** Before Excel 5 the stream was the file. */
function findStream(bytes: Uint8Array): { stream: Buffer; ole?: OleFile } {
  if (bytes[0] === 0x09 && (bytes[1] ?? 9) <= 8)
    return { stream: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
  const ole = openOle(bytes);
  const stream = ole.stream('Workbook') ?? ole.stream('Book');
  if (!stream) throw new Unreadable('conversion-failed', 'a workbook without its stream');
  return { stream, ole };
}

function readVersion(stream: Buffer): number {
  if (stream.length < 8) throw new Unreadable('conversion-failed', 'an empty workbook');
  return VERSIONS[stream.readUInt16LE(0)] ?? (stream.readUInt16LE(4) >= 0x600 ? 8 : 5);
}

type WorkbookAndSheets = { book: XlsWorkbook; sheets: { name: string; at: number }[] };

/** What stands before the sheets and holds for all of them. */
function readWorkbook(stream: Buffer, version: number): WorkbookAndSheets {
  const sheets: WorkbookAndSheets['sheets'] = [];
  const codes = new Map<number, string>();
  const numbers: number[] = [];
  const formats = new Map<number, NumberFormat>();
  let since1904 = false;
  const book: XlsWorkbook = {
    version,
    encoding: version === 8 ? undefined : 'windows-1252',
    sharedStrings: [],
    cellFormat(cell) {
      const id = version === 2 ? cell : (numbers[cell] ?? 0);
      const known = formats.get(id) ?? compileNumberFormat(id, codes.get(id), since1904);
      formats.set(id, known);
      return known;
    },
  };
  const read = (record: BiffRecord) => {
    const { type, body } = record;
    if (type === FILE_PASS) throw new Unreadable('encrypted', 'it asks for a password');
    if (type === CODE_PAGE && version < 8 && body.length >= 2) book.encoding = encodingOfCodePage(body.readUInt16LE(0));
    if (type === SINCE_1904) since1904 = body[0] === 1;
    if (
      type === SHEET &&
      body.length > 7 &&
      sheets.length < MAX_SHEETS &&
      !sheets.some(({ at }) => at === body.readUInt32LE(0))
    )
      sheets.push({ at: body.readUInt32LE(0), name: readBiffString(body, 6, 1, book.encoding) });
    if (type === STRINGS) book.sharedStrings = readSharedStrings(record);
    if (FORMATS.has(type)) readFormat(body, book, codes);
    if (CELL_FORMATS.has(type) && body.length >= 4) numbers.push(version >= 5 ? body.readUInt16LE(2) : body[1]!);
  };
  for (const record of biffRecords(stream)) {
    if (record.type === END && version >= 5) break;
    read(record);
  }
  return { book, sheets };
}

/** Before Excel 5 a format's number is its place. */
function readFormat(body: Buffer, { version, encoding }: XlsWorkbook, codes: Map<number, string>): void {
  if (version < 5) codes.set(codes.size, readBiffString(body, version === 4 ? 2 : 0, 1, encoding));
  else if (body.length >= 4) codes.set(body.readUInt16LE(0), readBiffString(body, 2, version === 8 ? 2 : 1, encoding));
}
