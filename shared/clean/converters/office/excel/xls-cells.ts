/** Reads the cells of a sheet of an Excel workbook before 2007 ([MS-XLS] 2.4). */
import type { Flow } from '../../flow.ts';
import { type BiffRecord, readBiffString } from './biff-records.ts';
import { CELL_ERRORS } from './excel-shared.ts';
import type { XlsWorkbook } from './xls-workbook.ts';

/** Record types of cells, without the upper byte, which Excel 3, 4 and 5 changed. */
const [INTEGER, NUMBER, LABEL, BOOLEAN, FORMULA, STRING] = [0x02, 0x03, 0x04, 0x05, 0x06, 0x07];
/** Record types of cells since Excel 3 or later, with the upper byte. `RK`: a number in 32 bits. */
const [RK, MULTIPLE_RK, SHARED_STRING, RICH_TEXT] = [0x27e, 0xbd, 0xfd, 0xd6];
/** Last two bytes of a formula's result that is not a number. */
const NOT_A_NUMBER = 0xffff;

export type CellState = {
  workbook: XlsWorkbook;
  flow: Flow;
  /** Row that is being written; -1 before the first. */
  row: number;
  /** Cell of a formula whose text follows in a record of its own. */
  formulaCell: [row: number, column: number] | undefined;
};

export const createCellState = (workbook: XlsWorkbook, flow: Flow): CellState => ({
  ...{ workbook, flow },
  ...{ row: -1, formulaCell: undefined },
});

/** Ends the last row. */
export function endCells(state: CellState): void {
  if (state.row !== -1) state.flow.endRow();
  state.row = -1;
}

function addCell(state: CellState, row: number, column: number, text: string): void {
  if (row !== state.row) {
    endCells(state);
    state.flow.openRow();
    state.row = row;
  }
  if (text !== '') state.flow.padRow(column);
  state.flow.add(text);
  state.flow.endCell();
}

/** Reads a record if it is a cell. */
export function readCell(state: CellState, { type, body }: BiffRecord): void {
  const { workbook } = state;
  const kind = cellKind(type);
  if (kind === STRING) addFormulaText(state, body);
  if (body.length < 7 || kind === undefined) return;
  const [row, column] = [body.readUInt16LE(0), body.readUInt16LE(2)];
  const add = (text: string) => addCell(state, row, column, text);
  const isExcel2 = workbook.version === 2;
  const format = workbook.cellFormat(isExcel2 ? body[5]! & 0x3f : body.readUInt16LE(4));
  // Excel 2 has three bytes of attributes, later versions two.
  const at = isExcel2 ? 7 : 6;
  const has = (bytes: number) => body.length >= at + bytes;
  if (kind === INTEGER && has(2)) add(format(body.readUInt16LE(at)));
  else if (kind === NUMBER && has(8)) add(format(body.readDoubleLE(at)));
  else if (kind === LABEL || kind === RICH_TEXT) add(readBiffString(body, at, isExcel2 ? 1 : 2, workbook.encoding));
  else if (kind === BOOLEAN && has(2)) add(formatBoolean(body[at]!, body[at + 1] === 1));
  else if (kind === SHARED_STRING && has(4)) add(workbook.sharedStrings[body.readUInt32LE(at)] ?? '');
  else if (kind === RK && has(4)) add(format(decodeRk(body.readUInt32LE(at))));
  else if (kind === MULTIPLE_RK) addMultipleRk(state, body, row, column);
  else if (kind === FORMULA && has(8)) {
    const result = body.subarray(at, at + 8);
    if (result.readUInt16LE(6) !== NOT_A_NUMBER) add(format(result.readDoubleLE(0)));
    else if (result[0] === 0) state.formulaCell = [row, column];
    else if (result[0] === 1 || result[0] === 2) add(formatBoolean(result[2]!, result[0] === 2));
  }
}

function addFormulaText(state: CellState, body: Buffer): void {
  const { formulaCell, workbook } = state;
  state.formulaCell = undefined;
  if (formulaCell)
    addCell(state, ...formulaCell, readBiffString(body, 0, workbook.version === 2 ? 1 : 2, workbook.encoding));
}

/** Adds adjacent cells of a row: six bytes each, its cell format and its number. */
function addMultipleRk(state: CellState, body: Buffer, row: number, column: number): void {
  for (let i = 4; i + 8 <= body.length; i += 6) {
    const format = state.workbook.cellFormat(body.readUInt16LE(i));
    addCell(state, row, column + (i - 4) / 6, format(decodeRk(body.readUInt32LE(i + 2))));
  }
}

/** @returns the record type, without the upper byte if versions differ in it; undefined if the record is not a cell */
function cellKind(type: number): number | undefined {
  if (type === RK || type === MULTIPLE_RK || type === SHARED_STRING || type === RICH_TEXT) return type;
  const isCell = type < 8 || (type >= 0x202 && type <= 0x207) || type === 0x406;
  return isCell && (type & 0xff) >= INTEGER ? type & 0xff : undefined;
}

const formatBoolean = (value: number, isError: boolean): string =>
  isError ? (CELL_ERRORS[value] ?? '') : value === 1 ? 'TRUE' : 'FALSE';

/** Decodes an RK number: an integer or the upper bits of a double, in 30 bits. One flag says that it was multiplied by 100. */
function decodeRk(bits: number): number {
  const value = bits & 2 ? bits >> 2 : doubleFromUpperBits(bits & ~3);
  return bits & 1 ? value / 100 : value;
}

function doubleFromUpperBits(bits: number): number {
  const double = Buffer.alloc(8);
  double.writeInt32LE(bits | 0, 4);
  return double.readDoubleLE(0);
}
