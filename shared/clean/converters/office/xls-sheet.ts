/** A sheet of an Excel workbook before 2007: its cells as they are shown, then what stands around them. */

import type { Flow } from '../flow.ts';
import { type BiffRecord, biffRecords, readBiffString } from './biff-records.ts';
import { CELL_ERRORS, stripHeaderCodes } from './excel-shared.ts';
import type { XlsWorkbook } from './xls.ts';

const [BEGINS, END, HEADER, FOOTER, NOTE, BOX, LINK, CHART_TEXT] = [0x09, 0x0a, 0x14, 0x15, 0x1c, 0x1b6, 0x1b8, 0x100d];
/** Records of cells; those below 16 are of Excel 2, later ones of Excel 3, 4 and 5 are known by their lower byte. */
const [INTEGER, NUMBER, LABEL, LOGICAL, FORMULA, STRING] = [0x02, 0x03, 0x04, 0x05, 0x06, 0x07];
const [SHORT_NUMBER, SHORT_NUMBERS, SHARED_TEXT, RICH_TEXT] = [0x27e, 0xbd, 0xfd, 0xd6];

type Aside = { notes: string[]; headers: Set<string> };

/** @param from where its first record begins. @param left records that may be read; those that were are taken off. */
export function readXlsSheet(
  stream: Buffer,
  from: number,
  book: XlsWorkbook,
  flow: Flow,
  left: { records: number },
): void {
  const aside: Aside = { notes: [], headers: new Set() };
  const cells = createCellWriter(flow);
  let depth = 0;
  for (const record of biffRecords(stream, from)) {
    left.records -= 1 + record.continuations.length;
    if (flow.isFull() || left.records < 0) break;
    // Charts lie within their sheet.
    if ((record.type & 0xff) === BEGINS && record.type < 0x900) depth++;
    else if (record.type === END && --depth <= 0) break;
    else {
      readCell(record, book, cells);
      readAside(record, book, aside, flow);
    }
  }
  cells.end();
  for (const text of [...aside.notes, ...aside.headers]) {
    flow.add(text);
    flow.end();
  }
}

type CellWriter = { put(row: number, column: number, text: string): void; end(): void };

function createCellWriter(flow: Flow): CellWriter {
  let current = -1;
  const end = () => {
    if (current !== -1) flow.endRow();
    current = -1;
  };
  return {
    put(row, column, text) {
      if (row !== current) {
        end();
        flow.openRow();
        current = row;
      }
      if (text !== '') flow.padRow(column);
      flow.add(text);
      flow.endCell();
    },
    end,
  };
}

/** Row and column of the formula whose text follows in a record of its own. */
const awaited = new WeakMap<CellWriter, [row: number, column: number]>();

function readCell({ type, body }: BiffRecord, book: XlsWorkbook, cells: CellWriter): void {
  const kind = cellKind(type);
  if (kind === STRING) {
    const place = awaited.get(cells);
    awaited.delete(cells);
    if (place) cells.put(...place, readBiffString(body, 0, book.version === 2 ? 1 : 2, book.encoding));
  }
  if (body.length < 7 || kind === undefined) return;
  const [row, column] = [body.readUInt16LE(0), body.readUInt16LE(2)];
  const put = (text: string) => cells.put(row, column, text);
  const isFirst = book.version === 2;
  const format = book.cellFormat(isFirst ? body[5]! & 0x3f : body.readUInt16LE(4));
  // Excel 2 has three bytes of attributes.
  const at = isFirst ? 7 : 6;
  const has = (bytes: number) => body.length >= at + bytes;
  if (kind === INTEGER && has(2)) put(format(body.readUInt16LE(at)));
  else if (kind === NUMBER && has(8)) put(format(body.readDoubleLE(at)));
  else if (kind === LABEL || kind === RICH_TEXT) put(readBiffString(body, at, isFirst ? 1 : 2, book.encoding));
  else if (kind === LOGICAL && has(2)) put(formatBoolean(body[at]!, body[at + 1] === 1));
  else if (kind === SHARED_TEXT && has(4)) put(book.sharedStrings[body.readUInt32LE(at)] ?? '');
  else if (kind === SHORT_NUMBER && has(4)) put(format(decodeRk(body.readUInt32LE(at))));
  else if (kind === SHORT_NUMBERS)
    for (let i = 4; i + 8 <= body.length; i += 6)
      cells.put(row, column + (i - 4) / 6, book.cellFormat(body.readUInt16LE(i))(decodeRk(body.readUInt32LE(i + 2))));
  else if (kind === FORMULA && has(8)) {
    const result = body.subarray(at, at + 8);
    if (result.readUInt16LE(6) !== 0xffff) put(format(result.readDoubleLE(0)));
    else if (result[0] === 0) awaited.set(cells, [row, column]);
    else if (result[0] === 1 || result[0] === 2) put(formatBoolean(result[2]!, result[0] === 2));
  }
}

/** @returns undefined: no record of a cell. */
function cellKind(type: number): number | undefined {
  if (type === SHORT_NUMBER || type === SHORT_NUMBERS || type === SHARED_TEXT || type === RICH_TEXT) return type;
  const isCell = type < 8 || (type >= 0x202 && type <= 0x207) || type === 0x406;
  return isCell && (type & 0xff) >= INTEGER ? type & 0xff : undefined;
}

const formatBoolean = (value: number, isError: boolean): string =>
  isError ? (CELL_ERRORS[value] ?? '') : value === 1 ? 'TRUE' : 'FALSE';

/** Thirty bits, of a whole number or the upper ones of a double; perhaps of its hundredfold. */
function decodeRk(bits: number): number {
  const value = bits & 2 ? bits >> 2 : doubleFromUpperBits(bits & ~3);
  return bits & 1 ? value / 100 : value;
}

function doubleFromUpperBits(bits: number): number {
  const double = Buffer.alloc(8);
  double.writeInt32LE(bits | 0, 4);
  return double.readDoubleLE(0);
}

function readAside(
  { type, body, continuations: more }: BiffRecord,
  book: XlsWorkbook,
  { notes, headers }: Aside,
  flow: Flow,
): void {
  const { encoding, version } = book;
  if (type === HEADER || type === FOOTER)
    headers.add(stripHeaderCodes(readBiffString(body, 0, version === 8 ? 2 : 1, encoding)).trim());
  // Since Excel 97 the text of a note is in its box.
  else if (type === NOTE && version < 8) notes.push(readBiffString(body, 4, 2, encoding));
  else if (type === BOX && version === 8) notes.push(readBoxText(body, more));
  else if (type === CHART_TEXT) notes.push(readBiffString(body, 2, 1, encoding));
  else if (type === LINK && body.length > 32) {
    const href = readLinkUrl(body);
    if (href !== undefined) flow.links.push({ href, anchor: '' });
  }
}

/** In the records that follow, each of which says anew how wide its characters are. */
function readBoxText(body: Buffer, more: readonly Buffer[]): string {
  let left = body.length >= 12 ? body.readUInt16LE(10) : 0;
  let text = '';
  for (const part of more) {
    if (left === 0) break;
    const piece = part.toString((part[0] ?? 0) & 1 ? 'utf16le' : 'latin1', 1).slice(0, left);
    left -= piece.length;
    text += piece;
  }
  return text;
}

/** Of an address on the web, and of nothing else that a cell may lead to ([MS-OSHARED] 2.3.7.6). */
const URL_MONIKER = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');

function readLinkUrl(body: Buffer): string | undefined {
  const at = body.indexOf(URL_MONIKER, 32);
  if (at === -1 || at + 20 > body.length) return undefined;
  const text = body.toString('utf16le', at + 20, Math.min(body.length, at + 20 + body.readUInt32LE(at + 16)));
  return text.split('\0')[0];
}
