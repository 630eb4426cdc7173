/** Reads the records of an Excel stream before 2007 ([MS-XLS] 2.1.4) and the texts in them ([MS-XLS] 2.5.293 ff.). */
import { decodeBytes } from '../code-pages.ts';

/** `continuations`: bodies of the records that continue it. The body of a record has at most 8,224 bytes. */
export type BiffRecord = { type: number; body: Buffer; continuations: Buffer[] };

/** Size of a record without a body. */
export const BIFF_HEADER_BYTES = 4;

const CONTINUE = 0x3c;

/** Iterates over records. A record that is longer than the stream is truncated. @param from offset of the first record */
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

/**
 * Reads a text.
 * @param lengthBytes size of the length field
 * @param encoding undefined for Unicode, as since Excel 97
 * @returns '' if the length field is truncated
 */
export function readBiffString(body: Buffer, at: number, lengthBytes: 1 | 2, encoding: string | undefined): string {
  const from = at + lengthBytes;
  if (from > body.length) return '';
  const length = lengthBytes === 1 ? body[at]! : body.readUInt16LE(at);
  if (encoding !== undefined) return decodeBytes(body.toString('latin1', from, from + length), encoding);
  const isWide = ((body[from] ?? 0) & 1) === 1;
  const start = charactersAt(body, from);
  return isWide
    ? body.toString('utf16le', start, Math.min(body.length, start + 2 * length))
    : body.toString('latin1', start, start + length);
}

/** Returns the offset of the characters. The number of font runs and the size of phonetic text may precede them. @param at offset of the flags */
function charactersAt(body: Buffer, at: number): number {
  const flags = body[at] ?? 0;
  return at + 1 + (flags & 8 ? 2 : 0) + (flags & 4 ? 4 : 0);
}

/**
 * Reads the shared strings, which cells refer to by index. They are a stream of bytes over several records. A continuation that
 * begins inside a text repeats the flag for the width of its characters.
 */
export function readSharedStrings({ body, continuations }: BiffRecord): string[] {
  const blocks = [body.subarray(8), ...continuations];
  const texts: string[] = [];
  let block = 0;
  let at = 0;
  const currentBlock = (): Buffer | undefined => {
    while (block < blocks.length && at >= blocks[block]!.length) {
      block++;
      at = 0;
    }
    return blocks[block];
  };
  const readByte = (): number => currentBlock()?.[at++] ?? 0;
  const readNumber = (size: number): number => {
    let value = 0;
    for (let i = 0; i < size; i++) value += readByte() * 256 ** i;
    return value;
  };
  const skip = (count: number) => {
    let remaining = count;
    for (let data = currentBlock(); remaining > 0 && data; data = currentBlock()) {
      const step = Math.min(remaining, data.length - at);
      at += step;
      remaining -= step;
    }
  };
  const readCharacters = (length: number, startsWide: boolean): string => {
    let isWide = startsWide;
    let text = '';
    for (let remaining = length; remaining > 0; ) {
      if (at >= (blocks[block]?.length ?? 0)) {
        if (!currentBlock()) break;
        isWide = (readByte() & 1) === 1;
      }
      const data = blocks[block]!;
      const width = isWide ? 2 : 1;
      const count = Math.min(remaining, Math.max(1, Math.floor((data.length - at) / width)));
      text += data.toString(isWide ? 'utf16le' : 'latin1', at, at + count * width);
      at += count * width;
      remaining -= count;
    }
    return text;
  };
  while (currentBlock()) {
    const length = readNumber(2);
    const flags = readByte();
    const runs = flags & 8 ? readNumber(2) : 0;
    const phonetic = flags & 4 ? readNumber(4) : 0;
    texts.push(readCharacters(length, (flags & 1) === 1));
    skip(4 * runs + phonetic);
  }
  return texts;
}
