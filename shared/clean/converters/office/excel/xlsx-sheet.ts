/** Reads a sheet of an Excel workbook since 2007: its rows, then its headers and footers. */
import type { Flow } from '../../flow.ts';
import { attributeOf, readMarkup } from '../../markup.ts';
import { stripHeaderCodes } from './excel-shared.ts';
import { formatGeneral, type NumberFormat } from './number-format.ts';

/** An open cell. `type`: as in the file; '' for a number. `column`: 0-based. `formula`: '' if it has none. */
type Cell = { type: string; format: NumberFormat; value: string; column: number; formula: string };

/**
 * Reads the rows of a sheet into the flow.
 * @param strings shared strings of the workbook
 * @param formats number formats of the workbook's cell formats
 */
export function readXlsxRows(
  xml: string,
  flow: Flow,
  strings: readonly string[],
  formats: readonly NumberFormat[],
): void {
  const cell: Cell = { type: '', format: formatGeneral, value: '', column: 0, formula: '' };
  let isInValue = false;
  let isInFormula = false;
  readMarkup(
    xml,
    {
      open(name, attributes) {
        if (name === 'row') flow.openRow();
        if (name === 'v' || name === 't') isInValue = true;
        if (name === 'f') isInFormula = true;
        if (name !== 'c') return;
        cell.type = attributeOf(attributes, 't') ?? '';
        cell.format = formats[Number(attributeOf(attributes, 's') ?? 0)] ?? formatGeneral;
        cell.column = columnIndex(attributeOf(attributes, 'r') ?? '');
        cell.value = '';
        cell.formula = '';
      },
      close(name) {
        if (name === 'v' || name === 't') isInValue = false;
        if (name === 'f') isInFormula = false;
        if (name === 'row') flow.endRow();
        if (name === 'c') addCell(cell, flow, strings);
      },
      text(text) {
        if (isInValue) cell.value += text;
        if (isInFormula) cell.formula += text;
      },
    },
    false,
    () => !flow.isFull(),
  );
}

function addCell(cell: Cell, flow: Flow, strings: readonly string[]): void {
  const text = formatCell(cell, strings);
  if (text !== '') flow.padRow(cell.column);
  const target = cell.formula === '' ? undefined : LINK_FORMULA.exec(cell.formula)?.[1];
  if (target !== undefined) flow.openLink(target);
  flow.add(text);
  if (target !== undefined) flow.endLink();
  flow.endCell();
}

/** A formula that shows a link with a fixed target. `#` is a place in the workbook. */
const LINK_FORMULA = /^\s*HYPERLINK\(\s*"([^"#][^"]*)"/i;

function formatCell({ type, format, value }: Cell, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== '' && type !== 'n') return value;
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? value : format(number);
}

/** Returns the 0-based column of a reference: 2 for `C2`. 0 if the cell has no reference. */
function columnIndex(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A';
  return [...letters].reduce((number, letter) => 26 * number + letter.charCodeAt(0) - 64, 0) - 1;
}

const HEADERS = new Set(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter']);

/** Reads headers and footers, which follow the rows. Repeated texts are written once. */
export function readXlsxHeaders(xml: string, flow: Flow): void {
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
  for (const header of texts) {
    flow.add(header);
    flow.end();
  }
}
