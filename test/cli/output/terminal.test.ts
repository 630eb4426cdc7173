import { expect, test } from 'vitest';
import { linesOf, printable } from '../../../cli/output/terminal.ts';

test.each([
  ['lines end with a line feed', ['a\nb\n'], ['a', 'b']],
  ['a last line needs no end', ['a\nb'], ['a', 'b']],
  ['a line may come in pieces', ['a', 'b\nc', 'd\n'], ['ab', 'cd']],
  ['empty lines are lines', ['a\n\nb\n'], ['a', '', 'b']],
  ['nothing has no line', [], []],
])('%s', async (_, chunks, lines) => expect(await all(chunks.map((text) => Buffer.from(text)))).toEqual(lines));

test('decodes a character that is split between two chunks', async () => {
  const bytes = Buffer.from('ä€\nö');
  expect(await all([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['ä€', 'ö']);
});

test('untrusted text cannot move the cursor', () => {
  expect(printable('a\x1b[2Jb\u009bc\r\nd\u202ee')).toBe('a [2Jb c d e');
});

async function all(chunks: Uint8Array[]): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of linesOf(stream())) lines.push(line);
  return lines;
}
