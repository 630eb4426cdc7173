/** Builds minimal OLE files with documents of Office 97 for tests. */

const SECTOR = 512;
const END = 0xfffffffe;
const NONE = 0xffffffff;

const padded = (data: Buffer, unit: number): Buffer => Buffer.concat([data, Buffer.alloc(-data.length & (unit - 1))]);
const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value & 255, (value >> 8) & 255])));
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * i);
  return bytes;
};
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};

/** Builds an OLE file. Streams below 4,096 bytes are in the mini stream. */
export function oleOf(streams: Record<string, Buffer>): Buffer {
  const sectors: Buffer[] = [];
  const next: number[] = [];
  const keep = (data: Buffer): number => {
    const start = sectors.length;
    const whole = padded(data, SECTOR);
    for (let at = 0; at < whole.length; at += SECTOR) {
      sectors.push(whole.subarray(at, at + SECTOR));
      next.push(at + SECTOR < whole.length ? next.length + 1 : END);
    }
    return whole.length === 0 ? END : start;
  };
  const small: Buffer[] = [];
  const smallNext: number[] = [];
  const rows = Object.entries(streams).map(([name, data]) => {
    if (data.length >= 4096) return { name, start: keep(data), bytes: data.length };
    const start = smallNext.length;
    const whole = padded(data, 64);
    small.push(whole);
    for (let at = 0; at < whole.length; at += 64) smallNext.push(at + 64 < whole.length ? smallNext.length + 1 : END);
    return { name, start, bytes: data.length };
  });
  const smallData = Buffer.concat(small);
  const smallTable = keep(u32(...smallNext));
  const entries = [{ name: 'Root Entry', start: keep(smallData), bytes: smallData.length }, ...rows].map(
    ({ name, start, bytes }, i) => {
      const entry = Buffer.alloc(128);
      entry.write(name, 'utf16le');
      entry.writeUInt16LE(2 * name.length + 2, 64);
      entry[66] = i === 0 ? 5 : 2;
      u32(NONE, i > 0 && i < rows.length ? i + 1 : NONE, i === 0 ? 1 : NONE).copy(entry, 68);
      u32(start, bytes).copy(entry, 116);
      return entry;
    },
  );
  const directory = keep(Buffer.concat(entries));
  const tables = Math.ceil((next.length + 16) / 128);
  const head = Buffer.alloc(SECTOR, 255);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.fill(0, 8, 76);
  u16(0x3e, 3, 0xfffe, 9, 6).copy(head, 24);
  u32(tables, directory, 0, 4096, smallTable, 1, END, 0).copy(head, 44);
  for (let i = 0; i < tables; i++) head.writeUInt32LE(sectors.length + i, 76 + 4 * i);
  const table = Buffer.alloc(tables * SECTOR, 255);
  u32(...next).copy(table);
  return Buffer.concat([head, ...sectors, table]);
}

/** Builds a property set by property id. Texts are windows-1252. */
export function summaryOf(properties: Record<number, string | Date>): Buffer {
  const values = Object.entries(properties).map(([id, value]): [number, Buffer] => {
    if (typeof value === 'string')
      return [Number(id), Buffer.concat([u32(0x1e, value.length + 1), padded(Buffer.from(`${value}\0`, 'latin1'), 4)])];
    const time = Buffer.alloc(8);
    time.writeBigUInt64LE(BigInt(value.getTime() + 11_644_473_600_000) * 10_000n);
    return [Number(id), Buffer.concat([u32(0x40), time])];
  });
  let at = 8 + 8 * values.length;
  const places = values.map(([id, { length }]) => {
    at += length;
    return u32(id, at - length);
  });
  const set = Buffer.concat([u32(at, values.length), ...places, ...values.map(([, value]) => value)]);
  return Buffer.concat([u16(0xfffe, 0), Buffer.alloc(20), u32(1), Buffer.alloc(16), u32(48), set]);
}

/** Builds a PowerPoint record: a container of records, or an atom of bytes. */
export const ppt = (type: number, content: Buffer | Buffer[], instance = 0): Buffer => {
  const body = Array.isArray(content) ? Buffer.concat(content) : content;
  return Buffer.concat([u16((instance << 4) | (Array.isArray(content) ? 15 : 0), type), u32(body.length), body]);
};
export const pptText = (kind: number, text: string): Buffer[] => [
  ppt(0x0f9f, u32(kind)),
  ppt(0x0fa0, Buffer.from(text, 'utf16le')),
];
/** Builds a slide or notes page. @param shapes records of each shape's text box @param notes id of the slide's notes */
export const pptSlide = (type: number, shapes: Buffer[][], notes = 0, more: Buffer[] = []): Buffer =>
  ppt(type, [
    ppt(type === 0x03ee ? 0x03ef : 0x03f1, Buffer.concat([Buffer.alloc(16), u32(notes, 0)])),
    ppt(0x040c, [
      ppt(0xf002, [
        ppt(
          0xf003,
          shapes.map((records) => ppt(0xf004, [ppt(0xf00d, records)])),
        ),
      ]),
    ]),
    ...more,
  ]);
/** Builds a presentation. @param objects persist objects; the first one is the document */
export function pptOf(objects: Buffer[], more: Record<string, Buffer> = {}): Buffer {
  let at = 0;
  const places = objects.map(({ length }) => {
    at += length;
    return at - length;
  });
  const directory = ppt(0x1772, u32((objects.length << 20) | 1, ...places));
  const edit = ppt(0x0ff5, u32(0, 0, 0, at, 1, objects.length + 1, 0));
  const user = ppt(0x0ff6, u32(20, 0xe391c05f, at + directory.length, 0, 0));
  return oleOf({ 'Current User': user, 'PowerPoint Document': Buffer.concat([...objects, directory, edit]), ...more });
}
export const pptPersistAtom = (id: number, slideId: number): Buffer => ppt(0x03f3, u32(id, 0, 0, slideId, 0));
export const numbers = u32;

/** Builds an Excel (BIFF) record. */
export const biff = (type: number, ...body: Buffer[]): Buffer => {
  const data = Buffer.concat(body);
  return Buffer.concat([u16(type, data.length), data]);
};
/** Builds a string of Excel 97. @param places size of its length field, in bytes */
export const biffString = (text: string, places: 1 | 2): Buffer => {
  const length = places === 1 ? Buffer.from([text.length]) : u16(text.length);
  return Buffer.concat([length, Buffer.from([1]), Buffer.from(text, 'utf16le')]);
};
export { double, u16 };

/**
 * Builds an Excel 97 workbook.
 * @param shared records of the workbook
 * @param sheets records of each sheet, by name
 * @param states numbers for how sheets are hidden, by name
 */
export function xlsOf(
  shared: Buffer[],
  sheets: Record<string, Buffer[]>,
  more: Record<string, Buffer> = {},
  states: Record<string, number> = {},
): Buffer {
  const begin = (kind: number) => biff(0x809, u16(0x600, kind, 0, 0), u32(0, 0));
  const bodies = Object.values(sheets).map((records) => Buffer.concat([begin(0x10), ...records, biff(0x0a)]));
  const listed = (from: number) => {
    let at = from;
    return Object.keys(sheets).map((name, i) => {
      at += bodies[i]!.length;
      return biff(0x85, u32(at - bodies[i]!.length), u16(states[name] ?? 0), biffString(name, 1));
    });
  };
  const head = (from: number) => Buffer.concat([begin(5), ...shared, ...listed(from), biff(0x0a)]);
  return oleOf({ Workbook: Buffer.concat([head(head(0).length), ...bodies]), ...more });
}

export type DocSample = {
  /** Pieces in reading order; the file stores them in reverse order. `wide`: UTF-16. */
  pieces: { text: string; wide?: boolean }[];
  /** Length of text, footnotes, headers, macros, comments, endnotes, text boxes and header text boxes, in characters. */
  lengths: number[];
  /** Encoded paragraph properties, by the text at the end of the paragraph. */
  paragraphs?: Record<string, number[]>;
  /** Encoded character properties, by text. */
  characters?: Record<string, number[]>;
  /** Ids of built-in styles. */
  styles?: number[];
};

/** Builds a Word 97 document. */
export function docOf(
  { pieces, lengths, paragraphs = {}, characters = {}, styles = [] }: DocSample,
  more: Record<string, Buffer> = {},
): Buffer {
  const bytes = pieces.map(({ text, wide }) => Buffer.from(text, wide ? 'utf16le' : 'latin1'));
  const places = new Map<number, number>();
  let at = 2 * SECTOR;
  for (const i of [...bytes.keys()].reverse()) {
    places.set(i, at);
    at += bytes[i]!.length;
  }
  const text = padded(Buffer.concat(bytes.toReversed()), SECTOR);
  const positions = [0];
  for (const piece of pieces) positions.push(positions.at(-1)! + piece.text.length);
  const table = pieces.map(({ wide }, i) =>
    Buffer.concat([u16(0), u32(wide ? places.get(i)! : (places.get(i)! * 2) | 0x40000000), u16(0)]),
  );
  const list = Buffer.concat([u32(...positions), ...table]);
  const clx = Buffer.concat([Buffer.from([2]), u32(list.length), list]);
  const placeOf = (words: string): [number, number] => {
    const i = pieces.findIndex((piece) => piece.text.includes(words));
    const width = pieces[i]!.wide ? 2 : 1;
    const from = places.get(i)! + pieces[i]!.text.indexOf(words) * width;
    return [from, from + words.length * width];
  };
  const page = (runs: Record<string, number[]>, row: number, asProperties: (list: number[]) => number[]) => {
    const data = Buffer.alloc(SECTOR);
    const rows = Object.entries(runs)
      .map(([words, properties]) => ({ place: placeOf(words), properties }))
      .sort((a, b) => a.place[0] - b.place[0]);
    data[SECTOR - 1] = 2 * rows.length;
    let free = SECTOR - 2;
    for (const [i, { place, properties }] of rows.entries()) {
      u32(...place).copy(data, 8 * i);
      const packed = asProperties(properties);
      free = (free - packed.length) & ~1;
      Buffer.from(packed).copy(data, free);
      data[4 * (2 * rows.length + 1) + row * 2 * i] = free / 2;
    }
    return data;
  };
  const paragraphPage = page(paragraphs, 13, (list) =>
    list.length % 2 === 1 ? [(list.length + 1) / 2, ...list] : [0, list.length / 2, ...list],
  );
  const characterPage = page(characters, 1, (list) => [list.length, ...list]);
  const first = 2 + text.length / SECTOR;
  const sheet = Buffer.concat([
    u16(18, styles.length, 10),
    Buffer.alloc(14),
    ...styles.map((id) => Buffer.concat([u16(10, id, 0xfff0), Buffer.alloc(6)])),
  ]);
  const head = Buffer.alloc(2 * SECTOR);
  u16(0xa5ec, 193, 0, 1033, 0, 0x200).copy(head);
  u32(...lengths).copy(head, 76);
  const tables: Buffer[] = [];
  const put = (pair: number, data: Buffer) => {
    u32(Buffer.concat(tables).length, data.length).copy(head, 154 + 8 * pair);
    tables.push(data);
  };
  put(1, sheet);
  put(12, u32(0, 1, first + 1));
  put(13, u32(0, 1, first));
  put(33, clx);
  return oleOf({
    WordDocument: Buffer.concat([head, text, paragraphPage, characterPage]),
    '1Table': Buffer.concat(tables),
    ...more,
  });
}
