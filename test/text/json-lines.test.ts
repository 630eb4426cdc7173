import { createZstdCompress, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readJsonLines, writeJsonLines } from '../../shared/text/json-lines.ts';

const VALUES = [{ a: 1 }, 'zwei\nZeilen', null, [], { text: 'é\u2028\u2029😀\ud800' }];

test('round-trips values in order', () => {
  expect([...readJsonLines(writeJsonLines(VALUES))]).toEqual(VALUES);
  expect([...readJsonLines(writeJsonLines([]))]).toEqual([]);
});

test('writes one line per value, deterministically', () => {
  const bytes = writeJsonLines(VALUES);
  expect(zstdDecompressSync(bytes).toString().split('\n')).toHaveLength(VALUES.length + 1);
  expect(writeJsonLines(VALUES)).toEqual(bytes);
});

test('round-trips lines of any length, also if generating values writes other lines', () => {
  for (const length of [0, 1, 63, 64, 250, 260, 65_000, 66_000, 1_100_000, 6_000_000])
    expect([...readJsonLines(writeJsonLines(['é'.repeat(length)]))]).toEqual(['é'.repeat(length)]);
  const within = function* () {
    yield 'one';
    expect([...readJsonLines(writeJsonLines(['other', 'lines']))]).toEqual(['other', 'lines']);
    yield 'two';
  };
  expect([...readJsonLines(writeJsonLines(within()))]).toEqual(['one', 'two']);
});

test('reads frames without a content size', async () => {
  const packer = createZstdCompress();
  packer.write('"a"\n');
  packer.end('"b"\n');
  const bytes = Buffer.concat(await packer.toArray());
  expect([...readJsonLines(bytes)]).toEqual(['a', 'b']);
});

test('throws for a damaged file', () => {
  expect(() => [...readJsonLines(writeJsonLines(VALUES).subarray(0, 20))]).toThrow();
});
