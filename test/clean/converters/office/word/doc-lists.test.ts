import { describe, expect, test } from 'vitest';
import type { DocFile } from '../../../../../shared/clean/converters/office/word/doc-file.ts';
import { readDocLists } from '../../../../../shared/clean/converters/office/word/doc-lists.ts';
import { createListCounter } from '../../../../../shared/clean/converters/office/word/word-lists.ts';

const [DEFINITIONS, LISTS] = [73, 74];

/** @param bits flags: 4 for legal numbers, 8 for a restart of its own */
function levelOf(start: number, form: number, text: string, bits = 0, restart = 0): Buffer {
  const head = Buffer.alloc(28);
  head.writeInt32LE(start, 0);
  [head[4], head[5], head[24], head[26]] = [form, bits, 2, restart];
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([head, Buffer.alloc(2, 0xff), length, Buffer.from(text, 'utf16le')]);
}

/** Creates a file with one definition, whose id is 7, and lists that use it. */
function fileOf(levels: Buffer[], lists: { levels: number; data: Buffer }[]): DocFile {
  const definition = Buffer.alloc(2 + 28);
  definition.writeUInt16LE(1, 0);
  definition.writeInt32LE(7, 2);
  definition[2 + 26] = levels.length === 1 ? 1 : 0;
  const count = Buffer.alloc(4);
  count.writeUInt32LE(lists.length);
  const heads = lists.map(({ levels: many }) => {
    const head = Buffer.alloc(16);
    head.writeInt32LE(7, 0);
    head[12] = many;
    return head;
  });
  const data = lists.flatMap((list) => [Buffer.alloc(4, 0xff), list.data]);
  const tables: Record<number, Buffer> = {
    [DEFINITIONS]: definition,
    [LISTS]: Buffer.concat([count, ...heads, ...data]),
  };
  return {
    ...{ stream: Buffer.alloc(0), lengths: [], pieces: [] },
    table: (pair) => tables[pair] ?? Buffer.alloc(0),
    tableToEnd: (pair) => Buffer.concat([tables[pair]!, ...levels]),
  };
}

const nine = (...first: Buffer[]): Buffer[] => [
  ...first,
  ...Array.from({ length: 9 - first.length }, () => levelOf(1, 0, '')),
];
const startsAt = (level: number, value: number): Buffer => {
  const data = Buffer.alloc(8);
  data.writeInt32LE(value, 0);
  data.writeUInt32LE(level | 0x10, 4);
  return data;
};
const NONE = { levels: 0, data: Buffer.alloc(0) };

describe('lists of Word 97–2003', () => {
  test('share a count unless a list has its own start', () => {
    const file = fileOf(nine(levelOf(1, 0, '\0.'), levelOf(1, 4, '\0\x01)')), [
      NONE,
      { levels: 1, data: startsAt(0, 7) },
    ]);
    const { nextLabel: next } = createListCounter(readDocLists(file));
    const shown = [next('1', 0), next('1', 1), next('1', 1), next('1', 0), next('1', 1), next('2', 0), next('1', 0)];
    expect(shown).toEqual(['1.', '1a)', '1b)', '2.', '2a)', '7.', '8.']);
  });

  test('format all kinds of numbers and count skipped levels', () => {
    const file = fileOf(nine(levelOf(4, 1, '\0'), levelOf(1, 22, '\0-\x01'), levelOf(1, 0, '\0.\x02', 4)), [NONE]);
    const { nextLabel: next } = createListCounter(readDocLists(file));
    expect([next('1', 0), next('1', 2), next('1', 1), next('1', 2)]).toEqual(['IV', '4.1', 'IV-02', '4.1']);
  });

  test('have one level if simple, and no number for bullets', () => {
    const { nextLabel: next } = createListCounter(readDocLists(fileOf([levelOf(1, 23, '·')], [NONE])));
    expect([next('1', 0), next('1', 0), next('9', 0), next('1', 99)]).toEqual(['', '', '', '']);
  });

  test('keep what precedes the truncation of a file', () => {
    const file = fileOf([levelOf(1, 0, '\0.').subarray(0, 20)], [NONE]);
    expect(readDocLists(file).lists.size).toBe(0);
    expect(readDocLists(fileOf([levelOf(1, 0, '\0.')], [{ levels: 200, data: Buffer.alloc(2) }])).lists.size).toBe(1);
  });
});
