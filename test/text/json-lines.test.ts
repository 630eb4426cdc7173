import { createZstdCompress, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readJsonLines, writeJsonLines } from '../../shared/text/json-lines.ts';

const VALUES = [{ a: 1 }, 'zwei\nZeilen', null, [], { text: 'é\u2028\u2029😀\ud800' }];

test('values come back as they were, in their order', () => {
  expect([...readJsonLines(writeJsonLines(VALUES))]).toEqual(VALUES);
  expect([...readJsonLines(writeJsonLines([]))]).toEqual([]);
});

test('each value is one line of text, and the same values are the same bytes', () => {
  const bytes = writeJsonLines(VALUES);
  expect(zstdDecompressSync(bytes).toString().split('\n')).toHaveLength(VALUES.length + 1);
  expect(writeJsonLines(VALUES)).toEqual(bytes);
});

test('lines of any length come back, and a list that writes lines itself is not disturbed', () => {
  for (const length of [0, 1, 63, 64, 250, 260, 65_000, 66_000, 1_100_000, 6_000_000])
    expect([...readJsonLines(writeJsonLines(['é'.repeat(length)]))]).toEqual(['é'.repeat(length)]);
  const within = function* () {
    yield 'one';
    expect([...readJsonLines(writeJsonLines(['other', 'lines']))]).toEqual(['other', 'lines']);
    yield 'two';
  };
  expect([...readJsonLines(writeJsonLines(within()))]).toEqual(['one', 'two']);
});

test('what another packer wrote without saying how long it is, is read', async () => {
  const packer = createZstdCompress();
  packer.write('"a"\n');
  packer.end('"b"\n');
  const bytes = Buffer.concat(await packer.toArray());
  expect([...readJsonLines(bytes)]).toEqual(['a', 'b']);
});

test('a damaged file is an error', () => {
  expect(() => [...readJsonLines(writeJsonLines(VALUES).subarray(0, 20))]).toThrow();
});
