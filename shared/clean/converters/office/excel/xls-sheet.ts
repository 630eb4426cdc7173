/** Reads a sheet of an Excel workbook before 2007: its rows as they are shown, then notes, headers and links. */

import type { Flow } from '../../flow.ts';
import { type BiffRecord, biffRecords, readBiffString } from './biff-records.ts';
import { stripHeaderCodes } from './excel-shared.ts';
import { createCellState, endCells, readCell } from './xls-cells.ts';
import type { XlsWorkbook } from './xls-workbook.ts';

/** Record types. */
const [BEGIN, END, HEADER, FOOTER, NOTE, TEXT_BOX, LINK, CHART_TEXT] = [
  0x09, 0x0a, 0x14, 0x15, 0x1c, 0x1b6, 0x1b8, 0x100d,
];

/** Texts outside of the cells. */
type SheetTexts = { notes: string[]; headers: Set<string> };

/**
 * Reads a sheet into the flow.
 * @param from offset of the sheet's first record
 * @param budget number of records that may still be read from the workbook; the records read are subtracted
 */
export function readXlsSheet(
  stream: Buffer,
  from: number,
  workbook: XlsWorkbook,
  flow: Flow,
  budget: { records: number },
): void {
  const texts: SheetTexts = { notes: [], headers: new Set() };
  const cells = createCellState(workbook, flow);
  let depth = 0;
  for (const record of biffRecords(stream, from)) {
    budget.records -= 1 + record.continuations.length;
    if (flow.isFull() || budget.records < 0) break;
    // Charts are nested in their sheet.
    if ((record.type & 0xff) === BEGIN && record.type < 0x900) depth++;
    else if (record.type === END && --depth <= 0) break;
    else {
      readCell(cells, record);
      readOtherText(record, workbook, texts, flow);
    }
  }
  endCells(cells);
  for (const text of [...texts.notes, ...texts.headers]) {
    flow.add(text);
    flow.end();
  }
}

function readOtherText(
  { type, body, continuations }: BiffRecord,
  { encoding, version }: XlsWorkbook,
  { notes, headers }: SheetTexts,
  flow: Flow,
): void {
  if (type === HEADER || type === FOOTER)
    headers.add(stripHeaderCodes(readBiffString(body, 0, version === 8 ? 2 : 1, encoding)).trim());
  // Since Excel 97 the text of a note is in its text box.
  else if (type === NOTE && version < 8) notes.push(readBiffString(body, 4, 2, encoding));
  else if (type === TEXT_BOX && version === 8) notes.push(readBoxText(body, continuations));
  else if (type === CHART_TEXT) notes.push(readBiffString(body, 2, 1, encoding));
  else if (type === LINK && body.length > 32) {
    const href = readLinkUrl(body);
    if (href !== undefined) flow.links.push({ href, anchor: '' });
  }
}

/** Reads a text from the continuation records. Each begins with a flag for the width of its characters. */
function readBoxText(body: Buffer, continuations: readonly Buffer[]): string {
  let remaining = body.length >= 12 ? body.readUInt16LE(10) : 0;
  let text = '';
  for (const part of continuations) {
    if (remaining === 0) break;
    const piece = part.toString((part[0] ?? 0) & 1 ? 'utf16le' : 'latin1', 1).slice(0, remaining);
    remaining -= piece.length;
    text += piece;
  }
  return text;
}

/** Class id of a URL moniker ([MS-OSHARED] 2.3.7.6). Links to files and cells have others. */
const URL_MONIKER = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');

/** @returns undefined if the link does not lead to a URL */
function readLinkUrl(body: Buffer): string | undefined {
  const at = body.indexOf(URL_MONIKER, 32);
  if (at === -1 || at + 20 > body.length) return undefined;
  const text = body.toString('utf16le', at + 20, Math.min(body.length, at + 20 + body.readUInt32LE(at + 16)));
  return text.split('\0')[0];
}
