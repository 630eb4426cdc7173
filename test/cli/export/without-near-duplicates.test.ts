import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newNearDuplicateFilter } from '../../../cli/export/without-near-duplicates.ts';
import { hammingDistance } from '../../../shared/search/hamming-distance.ts';
import { thresher } from '../test-terminal.ts';
import { crawlNearCopies } from './near-copies.ts';

const hex = (bits: bigint): string => BigInt.asUintN(64, bits).toString(16).padStart(16, '0');
const idOf = (i: number) => i.toString(16).padStart(8, '0').padEnd(64, '0');

test('keeps the first of near-duplicates, and records without a fingerprint', () => {
  const isExported = newNearDuplicateFilter(6);
  const rows: [simhash: string | undefined, expected: boolean][] = [
    [hex(0n), true],
    [hex(0b111n), false],
    [hex(0n), false],
    [hex(~0n), true],
    [undefined, true],
    [undefined, true],
  ];
  for (const [i, [simhash, expected]] of rows.entries())
    expect(isExported({ id: idOf(i), ...(simhash !== undefined && { simhash }) })).toBe(expected);
});

test('keeps no two near-duplicates with a common key, and answers a second pass alike', () => {
  const fingerprints = fc.array(
    fc
      .tuple(fc.constantFrom(0n, 0x0123456789abcdefn, ~0n), fc.bigInt(0n, 0xfffn))
      .map(([one, noise]) => hex(one ^ noise)),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(fingerprints, (all) => {
      const isExported = newNearDuplicateFilter(4);
      const records = all.map((simhash, i) => ({ id: idOf(i), simhash }));
      const kept = records.filter(isExported);
      // Fingerprints that differ in up to 4 bits share a key.
      for (const [i, { simhash }] of kept.entries())
        expect(kept.slice(i + 1).filter((one) => hammingDistance(one.simhash, simhash) <= 4)).toEqual([]);
      for (const { simhash } of records)
        expect(kept.some((one) => hammingDistance(one.simhash, simhash) <= 4)).toBe(true);
      expect([...records].reverse().filter(isExported)).toEqual(kept.reverse());
    }),
  );
});

test('keeps thousands of different records', () => {
  const isExported = newNearDuplicateFilter(6);
  const different = Array.from({ length: 5_000 }, (_, i) => hex(BigInt(i + 1) * 0x9e3779b97f4a7c15n));
  const kept = different.filter((simhash, i) => isExported({ id: idOf(i), simhash }));
  expect(kept.length).toBeGreaterThan(4_900);
});

test('--unique exports one of near-duplicates in every format of records', async () => {
  const dir = await crawlNearCopies();
  const count = async (...args: string[]) => (await thresher(['export', '--dir', dir, ...args])).printed.length;
  expect([await count(), await count('--unique'), await count('-f', 'urls', '--unique')]).toEqual([4, 3, 3]);
  expect(await count('--unique', '-q', 'moss17')).toBe(1);
  const { printed } = await thresher(['export', '--dir', dir, '-f', 'graphml', '--unique']);
  expect(printed.filter((line) => line.includes('<node '))).toHaveLength(3);
  const refused = await thresher(['export', '--dir', dir, '-f', 'warc', '-o', join(dir, 'x.warc'), '--unique']);
  expect([refused.code, refused.stderr[0]]).toEqual([
    2,
    '--unique: not possible with the format warc, which has all captures',
  ]);
  rmSync(dir, { recursive: true });
});

test('--unique with --type keeps a document whose near-duplicate is of another type', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-unique-'));
  const pages = join(dir, 'pages');
  mkdirSync(pages);
  const text = Array.from({ length: 300 }, (_, i) => `moss${i}`).join(' ');
  writeFileSync(join(pages, 'a.html'), `<p>${text}</p>`);
  writeFileSync(join(pages, 'b.txt'), `${text} once`);
  const at = ['--dir', join(dir, 'data')];
  expect((await thresher(['import', pages, '--base', 'https://a.example/', ...at])).code).toBe(0);
  const names = async (...args: string[]) => {
    const files = join(dir, 'files');
    expect((await thresher(['export', '-f', 'files', '-o', files, '--unique', ...at, ...args])).code).toBe(0);
    const lines = readFileSync(join(files, 'files.jsonl'), 'utf8').trim().split('\n');
    return lines.map((line) => (JSON.parse(line) as { originalName: string }).originalName);
  };
  expect([await names('--type', 'text'), await names('--type', 'html')]).toEqual([['b.txt'], ['a.html']]);
  expect(await names()).toHaveLength(1);
  rmSync(dir, { recursive: true });
});
