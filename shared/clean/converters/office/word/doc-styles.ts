/** Styles of Word 97–2003 documents ([MS-DOC] 2.9.258), and the property lists that styles and paragraphs share. */

/**
 * What a style sets for its paragraphs. `headingLevel`: 0 if it is not a heading.
 * `list`: 1-based index of the list; 0 if the paragraph is in no list. `listLevel`: 0-based.
 */
export type Style = { headingLevel: number; list: number; listLevel: number };

export const NO_STYLE: Style = { headingLevel: 0, list: 0, listLevel: 0 };

/** Property codes (sprm). */
export const [LIST, LIST_LEVEL] = [0x460b, 0x260a];
const [TABLE_WIDTHS, TABS] = [0xd608, 0xc615];
/** Size of an operand in bytes, by the upper three bits of the property code. 0: the operand's first byte holds the size. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, 0, 3];
/** Id of the built-in style "Title". The ids 1 to 9 are headings. */
const TITLE_STYLE_ID = 62;

/** Iterates over a property list. A value is the first byte of its operand, or the first two. */
export function* readProperties(data: Buffer): Generator<[name: number, value: number]> {
  for (let at = 0; at + 3 <= data.length; ) {
    const name = data.readUInt16LE(at);
    const bytes = OPERAND_BYTES[name >> 13]!;
    // The operands of these two do not follow the general rule for sizes.
    if (name === TABLE_WIDTHS || (name === TABS && data[at + 2] === 255)) return;
    yield [name, bytes === 1 || at + 4 > data.length ? data[at + 2]! : data.readUInt16LE(at + 2)];
    at += 2 + (bytes === 0 ? 1 + data[at + 2]! : bytes);
  }
}

/** Reads the style sheet, by style number. A style inherits from the style that it is based on. */
export function readDocStyles(sheet: Buffer): Map<number, Style> {
  const styles = new Map<number, Style>();
  if (sheet.length < 6) return styles;
  const fixedBytes = sheet.readUInt16LE(2);
  let at = 2 + sheet.readUInt16LE(0);
  for (let number = 0; at + 2 <= sheet.length; number++) {
    const bytes = sheet.readUInt16LE(at);
    if (bytes >= 4 && at + 6 <= sheet.length) {
      const base = styles.get(sheet.readUInt16LE(at + 4) >> 4) ?? NO_STYLE;
      styles.set(number, readStyle(sheet.subarray(at + 2, at + 2 + bytes), fixedBytes, base));
    }
    at += 2 + bytes + (bytes & 1);
  }
  return styles;
}

function readStyle(definition: Buffer, fixedBytes: number, base: Style): Style {
  const id = definition.readUInt16LE(0) & 0xfff;
  const style = { ...base, headingLevel: id >= 1 && id <= 9 ? id : id === TITLE_STYLE_ID ? 1 : base.headingLevel };
  const isParagraphStyle = definition.length > 4 && (definition[2]! & 0x0f) === 1;
  if (!isParagraphStyle) return style;
  for (const [name, value] of readProperties(stylePropertyBytes(definition, fixedBytes))) {
    if (name === LIST) style.list = value;
    else if (name === LIST_LEVEL) style.listLevel = value;
  }
  return style;
}

/**
 * Returns the property list of a paragraph style. It follows the fixed part and the name, which has its length in front and a
 * zero at its end. The first two bytes of the list are the style's number.
 */
function stylePropertyBytes(definition: Buffer, fixedBytes: number): Buffer {
  if (fixedBytes + 2 > definition.length) return Buffer.alloc(0);
  const nameEnd = fixedBytes + 2 + 2 * (definition.readUInt16LE(fixedBytes) + 1);
  if (nameEnd + 4 > definition.length) return Buffer.alloc(0);
  const from = nameEnd + (nameEnd & 1);
  return definition.subarray(from + 4, from + 2 + definition.readUInt16LE(from));
}
