/** Excel workbooks since 2007 (ECMA-376, SpreadsheetML): each sheet a heading and its rows, then comments and drawings. */

import { Unreadable } from '../../decode/unreadable.ts';
import { openZip, type ZipArchive } from '../../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { stripHeaderCodes } from './excel-shared.ts';
import { compileNumberFormat, formatGeneral, type NumberFormat } from './number-format.ts';
import { findMainPart, readOfficeProperties, readRelationships } from './opc-package.ts';

export const convertXlsx: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const main = findMainPart(zip, 'xl/workbook.xml');
  const workbook = zip.text(main);
  if (workbook === undefined) throw new Unreadable('conversion-failed', 'a workbook without its list of sheets');
  const relations = readRelationships(zip, main);
  const { sheets, since1904 } = readWorkbook(workbook);
  const near = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const strings = readStrings(zip.text(near('sharedStrings') ?? ''));
  const formats = readFormats(zip.text(near('styles') ?? ''), since1904);
  const flow = newFlow(limits);
  for (const { name, id } of sheets) {
    const target = relations.get(id)?.target;
    const sheet = target === undefined ? undefined : zip.text(target);
    if (target === undefined || sheet === undefined) continue;
    flow.add(name);
    flow.endHeading(2);
    readSheet(sheet, flow, strings, formats);
    readHeaders(sheet, flow);
    readRelatedParts(zip, target, flow);
  }
  return { ...EMPTY_CONVERTED, ...readOfficeProperties(zip), parts: flow.parts, links: flow.links };
};

function readWorkbook(xml: string) {
  const sheets: { name: string; id: string }[] = [];
  let since1904 = false;
  readMarkup(xml, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      sheets.push({ name: attributeOf(attributes, 'name') ?? '', id: attributeOf(attributes, 'id') ?? '' });
    },
    close() {},
    text() {},
  });
  return { sheets, since1904 };
}

/** Texts that cells name by number; phonetic hints are left out. */
function readStrings(xml: string | undefined): string[] {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = false;
  readMarkup(xml ?? '', {
    open(name) {
      if (name === 'si') text = '';
      if (name === 't') inText = true;
      if (name === 'rPh') phonetic = true;
    },
    close(name) {
      if (name === 'si') strings.push(text);
      if (name === 't') inText = false;
      if (name === 'rPh') phonetic = false;
    },
    text(more) {
      if (inText && !phonetic) text += more;
    },
  });
  return strings;
}

/** Of the styles that cells name by number. */
function readFormats(xml: string | undefined, since1904: boolean): NumberFormat[] {
  const codes = new Map<number, string>();
  const known = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  readMarkup(xml ?? '', {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '');
      if (name !== 'xf' || !inCells) return;
      const format = known.get(id) ?? compileNumberFormat(id, codes.get(id), since1904);
      known.set(id, format);
      formats.push(format);
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
    text() {},
  });
  return formats;
}

function readSheet(xml: string, flow: Flow, strings: readonly string[], formats: readonly NumberFormat[]): void {
  let type = '';
  let format: NumberFormat = formatGeneral;
  let value = '';
  let reads = false;
  let column = 0;
  const shown = (): string => {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type !== '' && type !== 'n') return value;
    const number = Number(value);
    return value === '' || Number.isNaN(number) ? value : format(number);
  };
  readMarkup(
    xml,
    {
      open(name, attributes) {
        if (name === 'row') flow.openRow();
        if (name === 'v' || name === 't') reads = true;
        if (name !== 'c') return;
        type = attributeOf(attributes, 't') ?? '';
        format = formats[Number(attributeOf(attributes, 's') ?? 0)] ?? formatGeneral;
        column = columnIndex(attributeOf(attributes, 'r') ?? '');
        value = '';
      },
      close(name) {
        if (name === 'v' || name === 't') reads = false;
        if (name === 'row') flow.endRow();
        if (name !== 'c') return;
        const text = shown();
        if (text !== '') flow.padRow(column);
        flow.add(text);
        flow.endCell();
      },
      text(text) {
        if (reads) value += text;
      },
    },
    false,
    () => !flow.isFull(),
  );
}

/** Of `C2`: 2, as columns are counted from 0. Where nothing is said: 0. */
function columnIndex(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A';
  return [...letters].reduce((number, letter) => 26 * number + letter.charCodeAt(0) - 64, 0) - 1;
}

const HEADERS = new Set(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter']);

/** They stand behind the rows; the same one is told once. */
function readHeaders(xml: string, flow: Flow): void {
  const texts = new Set<string>();
  let text: string | undefined;
  const from = xml.lastIndexOf('headerFooter', xml.lastIndexOf('headerFooter') - 1);
  readMarkup(from === -1 ? '' : xml.slice(from), {
    open(name) {
      if (HEADERS.has(name)) text = '';
    },
    close(name) {
      if (HEADERS.has(name)) texts.add(stripHeaderCodes(text ?? '').trim());
      text = undefined;
    },
    text(more) {
      if (text !== undefined) text += more;
    },
  });
  for (const one of texts) {
    flow.add(one);
    flow.end();
  }
}

const RELATED_PARTS = new Set(['comments', 'drawing', 'threadedComment', 'chart']);

/** Comments and texts in drawings; links of cells. */
function readRelatedParts(zip: ZipArchive, sheet: string, flow: Flow): void {
  for (const { type, target, isExternal: external } of readRelationships(zip, sheet).values()) {
    if (external && type === 'hyperlink') flow.links.push({ href: target, anchor: '' });
    if (external || !RELATED_PARTS.has(type)) continue;
    let inText = false;
    readMarkup(zip.text(target) ?? '', {
      open(name) {
        inText = name === 't' || name === 'text' || name === 'v';
      },
      close(name) {
        inText = false;
        if (name === 'p' || name === 'comment' || name === 'v') flow.end();
      },
      text(text) {
        if (inText) flow.add(text);
      },
    });
    flow.end();
    // A drawing holds charts.
    if (type === 'drawing') readRelatedParts(zip, target, flow);
  }
}
