/** Reads what stands before the sheets of an Excel workbook before 2007 and holds for all of them ([MS-XLS] 2.1.7.20.1). */
import { Unreadable } from '../../../decode/unreadable.ts';
import { encodingOfCodePage } from '../code-pages.ts';
import { type BiffRecord, biffRecords, readBiffString, readSharedStrings } from './biff-records.ts';
import { compileNumberFormat, type NumberFormat } from './number-format.ts';

/** Settings and tables that all sheets share. */
export type XlsWorkbook = {
  /** Version of the record format: 2 to 5, and 8 since Excel 97. */
  version: number;
  /** Encoding of texts. Undefined if they are Unicode, as since Excel 97. */
  encoding: string | undefined;
  sharedStrings: string[];
  /** Returns the number format of a cell format, by the index of the latter. */
  cellFormat(index: number): NumberFormat;
};
/** `at`: byte offset of the sheet's first record in the stream. `isHidden`: whether users do not see it. */
type SheetEntry = { name: string; at: number; isHidden: boolean };

/** Record types. */
const [FILE_PASS, CODE_PAGE, DATE_1904, SHEET, SHARED_STRINGS, END] = [0x2f, 0x42, 0x22, 0x85, 0xfc, 0x0a];
const NUMBER_FORMATS = new Set([0x1e, 0x41e]);
const CELL_FORMATS = new Set([0xe0, 0x243, 0x443]);
/** Bits of the state of a sheet that is hidden, or can only be shown by a program. */
const HIDDEN = 3;
/** Maximum number of sheets read from a workbook. Real workbooks have fewer. */
const MAX_SHEETS = 1_000;
/** Version, by the type of the first record. */
const VERSIONS: Record<number, number> = { 9: 2, 521: 3, 1033: 4 };

type WorkbookState = {
  workbook: XlsWorkbook;
  sheets: SheetEntry[];
  /** Codes of number formats, by id. */
  codes: Map<number, string>;
  /** Ids of number formats, by cell format. */
  formatIds: number[];
  since1904: boolean;
};

/** @throws Unreadable if the workbook is encrypted or empty */
export function readXlsWorkbook(stream: Buffer): { workbook: XlsWorkbook; sheets: SheetEntry[] } {
  const version = readVersion(stream);
  const state = createWorkbookState(version);
  for (const record of biffRecords(stream)) {
    if (record.type === END && version >= 5) break;
    readRecord(state, record);
  }
  return state;
}

function readVersion(stream: Buffer): number {
  if (stream.length < 8) throw new Unreadable('conversion-failed', 'the workbook is empty');
  return VERSIONS[stream.readUInt16LE(0)] ?? (stream.readUInt16LE(4) >= 0x600 ? 8 : 5);
}

function createWorkbookState(version: number): WorkbookState {
  const formats = new Map<number, NumberFormat>();
  const workbook: XlsWorkbook = {
    version,
    encoding: version === 8 ? undefined : 'windows-1252',
    sharedStrings: [],
    cellFormat(index) {
      const id = version === 2 ? index : (state.formatIds[index] ?? 0);
      const format = formats.get(id) ?? compileNumberFormat(id, state.codes.get(id), state.since1904);
      formats.set(id, format);
      return format;
    },
  };
  const state: WorkbookState = { workbook, sheets: [], codes: new Map(), formatIds: [], since1904: false };
  return state;
}

function readRecord(state: WorkbookState, record: BiffRecord): void {
  const { type, body } = record;
  const { workbook } = state;
  const { version } = workbook;
  if (type === FILE_PASS) throw new Unreadable('encrypted', 'it asks for a password');
  if (type === CODE_PAGE && version < 8 && body.length >= 2)
    workbook.encoding = encodingOfCodePage(body.readUInt16LE(0));
  if (type === DATE_1904) state.since1904 = body[0] === 1;
  if (type === SHEET) readSheetEntry(state, body);
  if (type === SHARED_STRINGS) workbook.sharedStrings = readSharedStrings(record);
  if (NUMBER_FORMATS.has(type)) readNumberFormat(state, body);
  if (CELL_FORMATS.has(type) && body.length >= 4) state.formatIds.push(version >= 5 ? body.readUInt16LE(2) : body[1]!);
}

function readSheetEntry({ workbook, sheets }: WorkbookState, body: Buffer): void {
  if (body.length <= 7 || sheets.length >= MAX_SHEETS) return;
  const at = body.readUInt32LE(0);
  if (!sheets.some((sheet) => sheet.at === at))
    sheets.push({ at, isHidden: (body[4]! & HIDDEN) !== 0, name: readBiffString(body, 6, 1, workbook.encoding) });
}

/** Before Excel 5 the id of a number format is its position. */
function readNumberFormat({ workbook: { version, encoding }, codes }: WorkbookState, body: Buffer): void {
  if (version < 5) codes.set(codes.size, readBiffString(body, version === 4 ? 2 : 0, 1, encoding));
  else if (body.length >= 4) codes.set(body.readUInt16LE(0), readBiffString(body, 2, version === 8 ? 2 : 1, encoding));
}
