import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressIndex } from '../../../../cli/export/archive/compressed-index.ts';
import { sortedLines } from '../../../../cli/export/archive/sorted-lines.ts';

test('each line of the secondary index leads to the member that begins with its key', () => {
  const lines = sortedLines();
  for (let i = 699; i >= 0; i--) lines.add(`test,a)/{${String(i).padStart(3, '0')} 20261127 {"n":${i}}\n`);
  const secondary: string[] = [];
  const bytes = Buffer.concat([...compressIndex(lines.lines(), 'index.cdx.gz', (line) => secondary.push(line))]);
  lines.close();

  expect(gunzipSync(bytes).toString().split('\n')).toHaveLength(701);
  expect(secondary[0]).toBe('!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}\n');
  const members = secondary.slice(1).map((line) => {
    const json = line.indexOf(' {') + 1;
    const { offset, length } = JSON.parse(line.slice(json)) as { offset: number; length: number };
    return { key: line.slice(0, json), text: gunzipSync(bytes.subarray(offset, offset + length)).toString() };
  });
  expect(members.map(({ text }) => text.trimEnd().split('\n').length)).toEqual([300, 300, 100]);
  expect(members.map(({ key, text }) => text.startsWith(`${key}{`))).toEqual([true, true, true]);
  expect(members.map(({ text }) => text).join('')).toBe(gunzipSync(bytes).toString());
});

test('the index of an empty archive is empty', () => {
  const secondary: string[] = [];
  expect([...compressIndex([], 'index.cdx.gz', (line) => secondary.push(line))]).toEqual([]);
  expect(secondary).toHaveLength(1);
});

test('lines are sorted by their bytes, not by the rules of a language', () => {
  const lines = sortedLines();
  for (const line of ['b', 'a~', 'B', 'a b', 'é', 'a']) lines.add(line);
  expect([...lines.lines()]).toEqual(['B', 'a', 'a b', 'a~', 'b', 'é']);
  lines.close();
});
