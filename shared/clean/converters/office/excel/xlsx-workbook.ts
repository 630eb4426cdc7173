/** Reads what all sheets of an Excel workbook since 2007 share: the list of sheets, shared strings and number formats. */
import { attributeOf, readMarkup } from '../../markup.ts';
import { compileNumberFormat, type NumberFormat } from './number-format.ts';

/** `id`: relationship id of the sheet's part. `since1904`: whether dates count from 1904 instead of 1900. */
type XlsxWorkbook = { sheets: { name: string; id: string }[]; since1904: boolean };

/** Values of `state` of sheets that are not shown. */
const HIDDEN_STATES = new Set(['hidden', 'veryHidden']);

/** Reads the list of sheets that are shown. @param xml content of the workbook part */
export function readXlsxWorkbook(xml: string): XlsxWorkbook {
  const sheets: XlsxWorkbook['sheets'] = [];
  let since1904 = false;
  readMarkup(xml, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
      if (name !== 'sheet' || HIDDEN_STATES.has(attributeOf(attributes, 'state') ?? '')) return;
      sheets.push({ name: attributeOf(attributes, 'name') ?? '', id: attributeOf(attributes, 'id') ?? '' });
    },
    close() {},
    text() {},
  });
  return { sheets, since1904 };
}

/** Reads the strings that cells refer to by index. Phonetic text is left out. @param xml undefined if there are none */
export function readXlsxStrings(xml: string | undefined): string[] {
  const strings: string[] = [];
  let text = '';
  let isInText = false;
  let isInPhonetic = false;
  readMarkup(xml ?? '', {
    open(name) {
      if (name === 'si') text = '';
      if (name === 't') isInText = true;
      if (name === 'rPh') isInPhonetic = true;
    },
    close(name) {
      if (name === 'si') strings.push(text);
      if (name === 't') isInText = false;
      if (name === 'rPh') isInPhonetic = false;
    },
    text(more) {
      if (isInText && !isInPhonetic) text += more;
    },
  });
  return strings;
}

/** Reads the number formats of the cell formats, which cells refer to by index. @param xml undefined if there are no styles */
export function readXlsxFormats(xml: string | undefined, since1904: boolean): NumberFormat[] {
  const codes = new Map<number, string>();
  const formatById = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInCellFormats = false;
  readMarkup(xml ?? '', {
    open(name, attributes) {
      if (name === 'cellXfs') isInCellFormats = true;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '');
      if (name !== 'xf' || !isInCellFormats) return;
      const format = formatById.get(id) ?? compileNumberFormat(id, codes.get(id), since1904);
      formatById.set(id, format);
      formats.push(format);
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
    text() {},
  });
  return formats;
}
