/** Converts Excel workbooks of Excel 2 to 2003 ([MS-XLS]). Each sheet is a heading and its rows, then notes and text boxes. */

import { type OleFile, openOle } from '../../../decode/ole.ts';
import { Unreadable } from '../../../decode/unreadable.ts';
import { type Convert, EMPTY_CONVERTED } from '../../convert.ts';
import { newFlow } from '../../flow.ts';
import { readOleProperties } from '../ole-properties.ts';
import { BIFF_HEADER_BYTES } from './biff-records.ts';
import { readXlsSheet } from './xls-sheet.ts';
import { readXlsWorkbook } from './xls-workbook.ts';

export const convertXls: Convert = ({ bytes, limits }) => {
  const { stream, ole } = findStream(bytes);
  const flow = newFlow(limits);
  const { workbook, sheets } = readXlsWorkbook(stream);
  // Sheets do not overlap, so together they have no more records than fit into the stream.
  const budget = { records: stream.length / BIFF_HEADER_BYTES };
  if (sheets.length === 0) readXlsSheet(stream, 0, workbook, flow, budget);
  for (const { name, at, isHidden } of sheets) {
    if (isHidden) continue;
    if (flow.isFull() || budget.records <= 0) break;
    flow.add(name);
    flow.endHeading(2);
    readXlsSheet(stream, at, workbook, flow, budget);
  }
  return { ...EMPTY_CONVERTED, ...(ole && readOleProperties(ole)), parts: flow.parts, links: flow.links };
};

/** Finds the stream of records. Before Excel 5 it is the whole file. */
function findStream(bytes: Uint8Array): { stream: Buffer; ole?: OleFile } {
  if (bytes[0] === 0x09 && (bytes[1] ?? 9) <= 8)
    return { stream: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
  const ole = openOle(bytes);
  const stream = ole.stream('Workbook') ?? ole.stream('Book');
  if (!stream) throw new Unreadable('conversion-failed', 'the file has no workbook stream');
  return { stream, ole };
}
