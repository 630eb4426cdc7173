import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNearDuplicateGroups } from '../../../cli/export/near-duplicate-groups.ts';
import { hammingDistance } from '../../../shared/search/hamming-distance.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const hex = (bits: bigint): string => BigInt.asUintN(64, bits).toString(16).padStart(16, '0');
const idOf = (i: number) => i.toString(16).padStart(8, '0').padEnd(64, '0');

type Fingerprinted = { id: string; simhash?: string };

const groupsOf = async (records: readonly Fingerprinted[], bits: number): Promise<string[]> => {
  const given = async function* () {
    yield* records;
  };
  const groupOf = await findNearDuplicateGroups(given(), bits);
  return records.map(({ id }) => groupOf(id));
};

const fingerprints = (all: readonly (bigint | undefined)[]): Fingerprinted[] =>
  all.map((bits, i) => ({ id: idOf(i), ...(bits !== undefined && { simhash: hex(bits) }) }));

test('a group has near-duplicates and theirs, and the smallest id', async () => {
  // The first and the third differ in 8 bits, and both in 4 from the second.
  const records = fingerprints([0n, 0b1111n, 0b1111_1111n, ~0n, undefined, undefined]);
  const [first, , , other, ...short] = records.map(({ id }) => id);
  expect(await groupsOf(records, 6)).toEqual([first, first, first, other, ...short]);
  expect(await groupsOf(records, 3)).toEqual(records.map(({ id }) => id));
});

test('a record that was not there when the groups were found is a group of its own', async () => {
  const groupOf = await findNearDuplicateGroups((async function* () {})(), 6);
  expect(groupOf(idOf(7))).toBe(idOf(7));
});

test('groups are those of a comparison of all pairs', async () => {
  const noise = fc
    .uniqueArray(fc.nat(63), { maxLength: 4 })
    .map((bits) => bits.reduce((sum, bit) => sum ^ (1n << BigInt(bit)), 0n));
  const one = fc.tuple(fc.constantFrom(0n, 0x0123456789abcdefn, ~0n), noise).map(([from, bits]) => from ^ bits);
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 40 }), async (all) => {
      const records = fingerprints(all);
      const expected = records.map(({ id }) => id);
      for (let changed = true; changed; ) {
        changed = false;
        for (const [i, { simhash }] of records.entries())
          for (const [j, other] of records.entries())
            if (hammingDistance(simhash!, other.simhash!) <= 6 && expected[j]! < expected[i]!) {
              expected[i] = expected[j]!;
              changed = true;
            }
      }
      expect(await groupsOf(records, 6)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test('thousands of pages of one template are one group', async () => {
  const template = Array.from({ length: 9_000 }, (_, i) => BigInt(i % 64) << 40n);
  const other = 0x0123456789abcdefn;
  const groups = await groupsOf(fingerprints([...template, other]), 6);
  expect(new Set(groups)).toEqual(new Set([idOf(0), idOf(9_000)]));
});

test('--groups adds the group to records, also if the export has only some of them', async () => {
  const links = '<a href=/moss>1</a><a href=/copy>2</a><a href=/fen>3</a>';
  const site = await startSite({
    '/': `${prose('bog')}${links}`,
    '/moss': prose('moss', 300),
    '/copy': prose('moss', 301),
    '/fen': prose('fen', 300),
  });
  const dir = mkdtempSync(join(tmpdir(), 'thresher-groups-'));
  try {
    const crawl = ['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
    expect((await thresher(crawl)).code).toBe(0);
    const exported = async (...args: string[]) => {
      const { code, answers } = await thresher(['export', '--dir', dir, ...args]);
      expect(code).toBe(0);
      return Object.fromEntries(
        answers().map(({ url, id, group }) => [new URL(url as string).pathname, { id, group }]),
      );
    };
    const all = await exported('--groups');
    const { '/moss': moss, '/copy': copy, '/fen': fen } = all;
    expect(moss!.group).toBe([moss!.id, copy!.id].sort()[0]);
    expect(copy!.group).toBe(moss!.group);
    expect(fen!.group).toBe(fen!.id);
    expect((await exported())['/fen']).toEqual({ id: fen!.id });
    expect(await exported('--groups', '-q', 'url:copy')).toEqual({ '/copy': copy });
    const { printed } = await thresher(['export', '--dir', dir, '-f', 'csv', '--groups']);
    expect(printed.join('\n')).toContain(moss!.group as string);
    const refused = await thresher(['export', '--dir', dir, '-f', 'urls', '--groups']);
    expect([refused.code, refused.stderr[0]]).toEqual([
      2,
      '--groups: not possible with --format urls; the formats jsonl, csv, parquet, md have groups',
    ]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
    site.close();
  }
});
