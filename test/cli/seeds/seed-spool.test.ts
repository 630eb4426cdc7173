import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSpoolComplete, readSpool, spoolWriter } from '../../../cli/seeds/seed-spool.ts';
import type { OfferedLink } from '../../../shared/frontier/offer.ts';
import { hostOf, type Url } from '../../../shared/url/url.ts';
import { anyText } from '../../any-text.ts';
import { fewOrMany } from '../../long-test.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-spool-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const linkTo = (url: string, about?: string): OfferedLink => {
  const link = { url: url as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  return about === undefined ? link : { ...link, about: { title: about } };
};

/** Writes the seeds one by one and reads them back. */
async function through(links: readonly OfferedLink[], runSeeds: number) {
  const file = join(dir, `s${Math.trunc(performance.now() * 1000)}`);
  const writer = spoolWriter(file, runSeeds);
  for (const link of links) {
    writer.add(link);
    await writer.drained();
  }
  const runs = await writer.end();
  const batches: OfferedLink[][] = [];
  for await (const batch of readSpool(file, runs)) batches.push(batch);
  return { runs, batches, links: batches.flat() };
}

const seed = fc
  .tuple(fc.nat(30), fc.nat(50), fc.option(anyText(), { nil: undefined }))
  .map(([host, page, about]) => linkTo(`http://host${host}.example/${page}`, about));

test('returns every seed unchanged and grouped by host, for any number of files', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(seed, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), async (given, runSeeds) => {
      const { links, runs } = await through(given, runSeeds);
      expect(runs).toBe(Math.ceil(given.length / runSeeds));
      const sorted = (list: readonly OfferedLink[]) => list.map((link) => JSON.stringify(link)).sort();
      expect(sorted(links)).toEqual(sorted(given));
      const hosts = links.map(({ url }) => hostOf(url));
      expect(hosts).toEqual([...hosts].sort());
    }),
    { numRuns: fewOrMany(10, 40) },
  );
});

test('returns many seeds in batches and loses none at chunk borders', async () => {
  const given = Array.from({ length: 7_001 }, (_, n) => linkTo(`http://host${n % 900}.example/${'x'.repeat(n % 400)}`));
  const { runs, batches, links } = await through(given, 3_000);
  expect(runs).toBe(3);
  expect(batches.map(({ length }) => length)).toEqual([2_000, 2_000, 2_000, 1_001]);
  expect(new Set(links.map(({ url }) => url)).size).toBe(new Set(given.map(({ url }) => url)).size);
});

test('writes no file without seeds', async () => {
  const before = readdirSync(dir).length;
  expect(await through([], 10)).toMatchObject({ runs: 0, links: [] });
  expect(readdirSync(dir)).toHaveLength(before);
});

test('a missing or corrupt file throws in the reader', async () => {
  const read = async (file: string) => {
    for await (const _ of readSpool(file, 1));
  };
  await expect(read(join(dir, 'nowhere'))).rejects.toThrow('ENOENT');
  writeFileSync(join(dir, 'broken.0.jsonl.gz'), gzipSync('a line that ends too early').subarray(0, 20));
  await expect(read(join(dir, 'broken'))).rejects.toThrow('unexpected end of file');
});

test('names a damaged file and what to do', async () => {
  const file = join(dir, 'damaged');
  const writer = spoolWriter(file);
  writer.add(linkTo('http://a.example/'));
  expect(await writer.end()).toBe(1);
  const run = `${file}.0.jsonl.gz`;
  writeFileSync(run, readFileSync(run).subarray(0, -12));
  const read = async () => {
    for await (const _ of readSpool(file, 1));
  };
  await expect(read()).rejects.toThrow(
    `${run} is damaged (unexpected end of file); delete it and run the same command: it gathers the seeds again`,
  );
  writeFileSync(run, '');
  expect(isSpoolComplete(file, 1)).toBe(false);
});
