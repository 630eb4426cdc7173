/** What an OLE file says of itself: the property sets that Office writes ([MS-OLEPS] 2.18 ff., [MS-OSHARED] 2.3.3.2). */

import type { OleFile } from '../../decode/ole.ts';
import { addProperty, type DocumentProperties, newProperties } from '../document-properties.ts';
import { decodeBytes, encodingOfCodePage } from './code-pages.ts';
import { type ConvertedProperties, mapProperties } from './properties.ts';

const SUMMARY: Record<number, string> = {
  ...{ 2: 'title', 3: 'subject', 4: 'creator', 5: 'keywords', 6: 'description', 8: 'lastmodifiedby' },
  ...{ 12: 'created', 13: 'modified', 18: 'application' },
};
const DOCUMENT_SUMMARY: Record<number, string> = { 2: 'category', 14: 'manager', 15: 'company' };

/** Types of values. */
const [TEXT, WIDE_TEXT, FILE_TIME] = [0x1e, 0x1f, 0x40];
const CODE_PAGE = 1;
const MAX_PROPERTIES = 1_000;

export function readOleProperties(ole: OleFile): ConvertedProperties {
  const said = newProperties();
  readPropertySet(ole.stream('\x05SummaryInformation'), SUMMARY, said);
  readPropertySet(ole.stream('\x05DocumentSummaryInformation'), DOCUMENT_SUMMARY, said);
  return mapProperties(said);
}

function readPropertySet(stream: Buffer | undefined, names: Record<number, string>, said: DocumentProperties): void {
  if (!stream || stream.length < 48) return;
  const set = stream.subarray(stream.readUInt32LE(44));
  if (set.length < 8) return;
  const places: [id: number, at: number][] = [];
  for (let i = 0; i < Math.min(set.readUInt32LE(4), MAX_PROPERTIES) && 16 + 8 * i <= set.length; i++)
    places.push([set.readUInt32LE(8 + 8 * i), set.readUInt32LE(12 + 8 * i)]);
  const pageAt = places.find(([id]) => id === CODE_PAGE)?.[1] ?? set.length;
  const encoding = encodingOfCodePage(pageAt + 6 <= set.length ? set.readUInt16LE(pageAt + 4) : 1252);
  for (const [id, at] of places)
    if (names[id] !== undefined && at + 8 <= set.length)
      addProperty(said, names[id], readPropertyValue(set, at, encoding));
}

function readPropertyValue(set: Buffer, at: number, encoding: string): string {
  const type = set.readUInt16LE(at);
  const length = set.readUInt32LE(at + 4);
  if (type === WIDE_TEXT) return set.toString('utf16le', at + 8, Math.min(set.length, at + 8 + 2 * length));
  if (type === TEXT)
    return decodeBytes(set.toString('latin1', at + 8, Math.min(set.length, at + 8 + length)), encoding);
  return type === FILE_TIME && at + 12 <= set.length ? formatFileTime(set.readBigUInt64LE(at + 4)) : '';
}

/** Tenths of microseconds since 1601; less than a century of them is a span, not a time. */
function formatFileTime(ticks: bigint): string {
  const ms = Number(ticks / 10_000n) - 11_644_473_600_000;
  return ms < -8_000_000_000_000 || ms > 8_640_000_000_000_000 ? '' : new Date(ms).toISOString();
}
