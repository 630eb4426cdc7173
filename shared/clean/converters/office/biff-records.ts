/** Records of Excel's stream before 2007 ([MS-XLS] 2.1.4) and the texts in them ([MS-XLS] 2.5.293 ff.). */
import { decodeBytes } from './code-pages.ts';

/** `more`: what continues the record, as none has more than 8,224 bytes. */
export type BiffRecord = { type: number; body: Buffer; continuations: Buffer[] };

/** Of a record without a body. */
export const BIFF_HEADER_BYTES = 4;

const CONTINUE = 0x3c;

/** @param from where the first record begins. One that is longer than what is left ends there. */
export function* biffRecords(stream: Buffer, from = 0): Generator<BiffRecord> {
  let last: BiffRecord | undefined;
  for (let at = from; at + BIFF_HEADER_BYTES <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const body = stream.subarray(at + 4, at + 4 + stream.readUInt16LE(at + 2));
    if (type === CONTINUE && last) last.continuations.push(body);
    else {
      if (last) yield last;
      last = { type, body, continuations: [] };
    }
    at += 4 + body.length;
  }
  if (last) yield last;
}

/** @param places of the length: one or two bytes. @param encoding undefined: Unicode, as since Excel 97. @returns '' where it is cut. */
export function readBiffString(body: Buffer, at: number, places: 1 | 2, encoding: string | undefined): string {
  const from = at + places;
  if (from > body.length) return '';
  const length = places === 1 ? body[at]! : body.readUInt16LE(at);
  if (encoding !== undefined) return decodeBytes(body.toString('latin1', from, from + length), encoding);
  const isWide = ((body[from] ?? 0) & 1) === 1;
  const marks = markBytes(body, from);
  return isWide
    ? body.toString('utf16le', marks, Math.min(body.length, marks + 2 * length))
    : body.toString('latin1', marks, marks + length);
}

/** Where the characters begin: numbers of runs of fonts, and of bytes of phonetic signs, may stand before them. */
function markBytes(body: Buffer, at: number): number {
  const marks = body[at] ?? 0;
  return at + 1 + (marks & 8 ? 2 : 0) + (marks & 4 ? 4 : 0);
}

/** The texts that cells name by number: one row of bytes over several records, where each that goes on says anew how wide its characters are. */
export function readSharedStrings({ body, continuations: more }: BiffRecord): string[] {
  const bytes = [body.subarray(8), ...more];
  const texts: string[] = [];
  let part = 0;
  let at = 0;
  const here = (): Buffer | undefined => {
    while (part < bytes.length && at >= bytes[part]!.length) {
      part++;
      at = 0;
    }
    return bytes[part];
  };
  const byte = (): number => here()?.[at++] ?? 0;
  const number = (places: number): number => {
    let value = 0;
    for (let i = 0; i < places; i++) value += byte() * 256 ** i;
    return value;
  };
  const skip = (count: number) => {
    let left = count;
    for (let data = here(); left > 0 && data; data = here()) {
      const step = Math.min(left, data.length - at);
      at += step;
      left -= step;
    }
  };
  const characters = (length: number, wide: boolean): string => {
    let isWide = wide;
    let text = '';
    for (let left = length; left > 0; ) {
      if (at >= (bytes[part]?.length ?? 0)) {
        if (!here()) break;
        isWide = (byte() & 1) === 1;
      }
      const data = bytes[part]!;
      const width = isWide ? 2 : 1;
      const count = Math.min(left, Math.max(1, Math.floor((data.length - at) / width)));
      text += data.toString(isWide ? 'utf16le' : 'latin1', at, at + count * width);
      at += count * width;
      left -= count;
    }
    return text;
  };
  while (here()) {
    const length = number(2);
    const marks = byte();
    const runs = marks & 8 ? number(2) : 0;
    const phonetic = marks & 4 ? number(4) : 0;
    texts.push(characters(length, (marks & 1) === 1));
    skip(4 * runs + phonetic);
  }
  return texts;
}
