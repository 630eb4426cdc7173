/** Converts Excel workbooks since 2007 (ECMA-376, SpreadsheetML). Each sheet is a heading and its rows, then comments and drawings. */

import { Unreadable } from '../../../decode/unreadable.ts';
import { openZip, type ZipArchive } from '../../../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from '../../convert.ts';
import { type Flow, newFlow } from '../../flow.ts';
import { readMarkup } from '../../markup.ts';
import { findMainPart, readOfficeProperties, readRelationships } from '../opc-package.ts';
import { readXlsxHeaders, readXlsxRows } from './xlsx-sheet.ts';
import { readXlsxFormats, readXlsxStrings, readXlsxWorkbook } from './xlsx-workbook.ts';

export const convertXlsx: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const main = findMainPart(zip, 'xl/workbook.xml');
  const workbook = zip.text(main);
  if (workbook === undefined) throw new Unreadable('conversion-failed', 'the workbook has no list of sheets');
  const relationships = readRelationships(zip, main);
  const { sheets, since1904 } = readXlsxWorkbook(workbook);
  const partOfType = (wanted: string) =>
    zip.text([...relationships.values()].find(({ type }) => type === wanted)?.target ?? '');
  const strings = readXlsxStrings(partOfType('sharedStrings'));
  const formats = readXlsxFormats(partOfType('styles'), since1904);
  const flow = newFlow(limits);
  for (const { name, id } of sheets) {
    const target = relationships.get(id)?.target;
    const sheet = target === undefined ? undefined : zip.text(target);
    if (target === undefined || sheet === undefined) continue;
    flow.add(name);
    flow.endHeading(2);
    readXlsxRows(sheet, flow, strings, formats);
    readXlsxHeaders(sheet, flow);
    readRelatedParts(zip, target, flow);
  }
  return { ...EMPTY_CONVERTED, ...readOfficeProperties(zip), parts: flow.parts, links: flow.links };
};

/** Relationship types of the parts that follow a sheet. */
const RELATED_PARTS = new Set(['comments', 'drawing', 'threadedComment', 'chart']);

/**
 * Reads comments, drawings and charts of a sheet, and the links of its cells.
 *
 * @param part path of the sheet or drawing
 * @param seen paths of the drawings read so far: a damaged drawing may refer to itself
 */
function readRelatedParts(zip: ZipArchive, part: string, flow: Flow, seen = new Set<string>()): void {
  for (const { type, target, isExternal } of readRelationships(zip, part).values()) {
    if (isExternal && type === 'hyperlink') {
      flow.openLink(target);
      flow.endLink('');
    }
    if (isExternal || !RELATED_PARTS.has(type) || seen.has(target)) continue;
    readPartTexts(zip.text(target) ?? '', flow);
    // Drawings contain charts.
    if (type !== 'drawing') continue;
    seen.add(target);
    readRelatedParts(zip, target, flow, seen);
  }
}

/** Reads the texts of comments, drawings or charts, each as a paragraph. */
function readPartTexts(xml: string, flow: Flow): void {
  let isInText = false;
  readMarkup(xml, {
    open(name) {
      isInText = name === 't' || name === 'text' || name === 'v';
    },
    close(name) {
      isInText = false;
      if (name === 'p' || name === 'comment' || name === 'v') flow.end();
    },
    text(text) {
      if (isInText) flow.add(text);
    },
  });
  flow.end();
}
