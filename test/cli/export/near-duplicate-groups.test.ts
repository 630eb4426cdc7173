import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNearDuplicateGroups } from '../../../cli/export/near-duplicate-groups.ts';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { countOnes, hammingDistance } from '../../../shared/search/hamming-distance.ts';
import { thresher } from '../test-terminal.ts';
import { crawlNearCopies } from './near-copies.ts';

const hex = (bits: bigint): string => BigInt.asUintN(64, bits).toString(16).padStart(16, '0');
const idOf = (i: number) => i.toString(16).padStart(8, '0').padEnd(64, '0');

type Fingerprinted = { id: string; simhash?: string };

async function* asStored(records: readonly Fingerprinted[]) {
  yield* records;
}

const groupsOf = async (records: readonly Fingerprinted[], bits: number): Promise<string[]> => {
  const groupOf = await findNearDuplicateGroups(asStored(records), bits);
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
      const near = records.map(({ simhash }) =>
        records.flatMap((other, j) => (hammingDistance(simhash!, other.simhash!) <= 6 ? [j] : [])),
      );
      for (let changed = true; changed; ) {
        changed = false;
        for (const [i, others] of near.entries())
          for (const j of others)
            if (expected[j]! < expected[i]!) {
              expected[i] = expected[j]!;
              changed = true;
            }
      }
      expect(await groupsOf(records, 6)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('thousands of pages of one template are one group', async () => {
  const template = Array.from({ length: 9_000 }, (_, i) => BigInt(i % 64) << 40n);
  const other = 0x0123456789abcdefn;
  const groups = await groupsOf(fingerprints([...template, other]), 6);
  expect(new Set(groups)).toEqual(new Set([idOf(0), idOf(9_000)]));
});

/** Returns fingerprints whose first 24 bits are equal, and of whose other bits three of ten are 1: some have near-duplicates. */
function crowd(count: number): { high: number; low: number }[] {
  const random = seededRandom(1);
  const bitsOf = (n: number) =>
    Array.from({ length: n }, () => (random() < 0.3 ? 1 : 0)).reduce<number>((all, bit) => 2 * all + bit, 0);
  return Array.from({ length: count }, () => ({ high: bitsOf(8), low: bitsOf(32) }));
}

const crowdRecords = (all: ReturnType<typeof crowd>): Fingerprinted[] =>
  fingerprints(all.map(({ high, low }) => (BigInt(high) << 32n) | BigInt(low)));

test('groups of thousands of records with equal bytes are those of a comparison of all pairs', async () => {
  const all = crowd(4_500);
  const expected = all.map((_, i) => i);
  const rootOf = (i: number): number => {
    let at = i;
    while (expected[at] !== at) at = expected[at] as number;
    return at;
  };
  for (const [i, { high, low }] of all.entries())
    for (let j = 0; j < i; j++) {
      const other = all[j] as { high: number; low: number };
      if (countOnes(high ^ other.high) + countOnes(low ^ other.low) > 6) continue;
      const [one, two] = [rootOf(i), rootOf(j)];
      expected[Math.max(one, two)] = Math.min(one, two);
    }
  const groups = await groupsOf(crowdRecords(all), 6);
  expect(groups).toEqual(all.map((_, i) => idOf(rootOf(i))));
  expect(new Set(groups).size).toBeGreaterThan(100);
});

test('the search for groups can be interrupted', async () => {
  const interrupt = new AbortController();
  const found = findNearDuplicateGroups(asStored(crowdRecords(crowd(100))), 6, interrupt.signal);
  setImmediate(() => interrupt.abort(new Error('interrupted')));
  await expect(found).rejects.toThrow('interrupted');
});

test('--groups adds the group to records, also if the export has only some of them', async () => {
  const dir = await crawlNearCopies();
  try {
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
    const interrupted = await thresher(['export', '--dir', dir, '--groups'], [], { interrupt: AbortSignal.abort() });
    expect([interrupted.code, interrupted.printed, interrupted.stderr]).toEqual([
      130,
      [],
      ['interrupted: standard output is not complete; the same command starts the export again'],
    ]);
    const { printed: usage } = await thresher(['export', '--help']);
    expect(usage.join('\n')).toMatch(/--format md -o FOLDER .*\[--groups\]/);
    const refused = await thresher(['export', '--dir', dir, '-f', 'urls', '--groups']);
    expect([refused.code, refused.stderr[0]]).toEqual([
      2,
      '--groups: not possible with the format urls; the formats jsonl, csv, parquet, md have groups',
    ]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
