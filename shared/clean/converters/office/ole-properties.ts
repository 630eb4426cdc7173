/** Reads document properties of OLE files: the property sets that Office writes ([MS-OLEPS] 2.18 ff., [MS-OSHARED] 2.3.3.2). */

import type { OleFile } from '../../decode/ole.ts';
import { addProperty, type DocumentProperties, newProperties } from '../document-properties.ts';
import { decodeBytes, encodingOfCodePage } from './code-pages.ts';
import { type ConvertedProperties, mapProperties } from './properties.ts';

/** Names of the properties in the summary, by id. */
const SUMMARY: Record<number, string> = {
  ...{ 2: 'title', 3: 'subject', 4: 'creator', 5: 'keywords', 6: 'description', 8: 'lastmodifiedby' },
  ...{ 12: 'created', 13: 'modified', 18: 'application' },
};
/** Names of the properties in the document summary, by id. */
const DOCUMENT_SUMMARY: Record<number, string> = { 2: 'category', 14: 'manager', 15: 'company' };

/** Value types. */
const [TEXT, WIDE_TEXT, FILE_TIME] = [0x1e, 0x1f, 0x40];
/** Id of the property that holds the code page of texts. */
const CODE_PAGE = 1;
/** Maximum number of properties read from a set. */
const MAX_PROPERTIES = 1_000;

/** Reads the properties of a document. Missing sets give none. */
export function readOleProperties(ole: OleFile): ConvertedProperties {
  const properties = newProperties();
  readPropertySet(ole.stream('\x05SummaryInformation'), SUMMARY, properties);
  readPropertySet(ole.stream('\x05DocumentSummaryInformation'), DOCUMENT_SUMMARY, properties);
  return mapProperties(properties);
}

function readPropertySet(
  stream: Buffer | undefined,
  names: Record<number, string>,
  properties: DocumentProperties,
): void {
  if (!stream || stream.length < 48) return;
  const set = stream.subarray(stream.readUInt32LE(44));
  if (set.length < 8) return;
  const entries: [id: number, at: number][] = [];
  for (let i = 0; i < Math.min(set.readUInt32LE(4), MAX_PROPERTIES) && 16 + 8 * i <= set.length; i++)
    entries.push([set.readUInt32LE(8 + 8 * i), set.readUInt32LE(12 + 8 * i)]);
  const codePageAt = entries.find(([id]) => id === CODE_PAGE)?.[1] ?? set.length;
  const encoding = encodingOfCodePage(codePageAt + 6 <= set.length ? set.readUInt16LE(codePageAt + 4) : 1252);
  for (const [id, at] of entries)
    if (names[id] !== undefined && at + 8 <= set.length)
      addProperty(properties, names[id], readPropertyValue(set, at, encoding));
}

function readPropertyValue(set: Buffer, at: number, encoding: string): string {
  const type = set.readUInt16LE(at);
  const length = set.readUInt32LE(at + 4);
  if (type === WIDE_TEXT) return set.toString('utf16le', at + 8, Math.min(set.length, at + 8 + 2 * length));
  if (type === TEXT)
    return decodeBytes(set.toString('latin1', at + 8, Math.min(set.length, at + 8 + length)), encoding);
  return type === FILE_TIME && at + 12 <= set.length ? formatFileTime(set.readBigUInt64LE(at + 4)) : '';
}

/**
 * Formats a FILETIME, a count of 100 ns since 1601, in ISO 8601.
 * @returns '' for a value in the first century, which is a duration, and for one beyond the range of `Date`
 */
function formatFileTime(ticks: bigint): string {
  const ms = Number(ticks / 10_000n) - 11_644_473_600_000;
  return ms < -8_000_000_000_000 || ms > 8_640_000_000_000_000 ? '' : new Date(ms).toISOString();
}
