/** Stored objects that are damaged or missing: they are named, and nothing else is lost. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';
import { objectsOf, recordsOf, withStores } from './remains.ts';
import { startThreeHosts, type ThreeHosts } from './three-hosts.ts';

let three: ThreeHosts;
let whole: string;
let dir: string;
beforeAll(async () => {
  three = await startThreeHosts();
  whole = three.dir;
  // Two runs, so that each stage has at least two objects.
  expect((await thresher(three.crawl(0, '--limit', '8'))).code).toBe(4);
  expect((await thresher(three.crawl(0))).code).toBe(0);
});
afterAll(() => three.close());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-damaged-'));
  cpSync(whole, dir, { recursive: true });
  return () => rmSync(dir, { recursive: true, force: true });
});

type Stage = 'raw' | 'clean' | 'records';

/** Path of the object of a stage with the most bytes. */
function largest(stage: Stage): string {
  const files = readdirSync(join(dir, 'objects', stage), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return files.sort((a, b) => readFileSync(b).length - readFileSync(a).length)[0]!;
}

const DAMAGE = {
  missing: (file: string) => rmSync(file),
  'of length zero': (file: string) => writeFileSync(file, ''),
  truncated: (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -500)),
  'with noise in the middle': (file: string) => {
    const bytes = readFileSync(file);
    for (let i = bytes.length >> 1; i < bytes.length - 20; i++) bytes[i] = (i * 7919) % 251;
    writeFileSync(file, bytes);
  },
  'with bad JSON': (file: string) => writeFileSync(file, zstdCompressSync(Buffer.from('{"kind":\n'))),
};
type Damage = keyof typeof DAMAGE;

const QUEUES = { raw: 'captures', clean: 'documents', records: 'records' } as const;

/** Queues all objects of a stage again, as if the crawl had been killed before they were processed. */
const requeue = (stage: Stage) =>
  withStores(dir, async (stores) => {
    const keys = (await objectsOf(stage, 'three', stores)).map(([key]) => key);
    await stores[QUEUES[stage]].send(keys.map((key) => ({ crawl: 'three', key })));
    return keys.length;
  });

const inDir = (args: string[]) => thresher(args.map((arg) => (arg === whole ? dir : arg)));
const total = async () => (await inDir(['search', 'plant', '--json', '--dir', dir])).answers()[0]!['total'] as number;

test.each<[Stage, Damage, RegExp]>([
  ['raw', 'missing', /no such object: KEY/],
  ['raw', 'of length zero', /object KEY is damaged: it is empty/],
  ['clean', 'truncated', /object KEY is damaged: /],
  ['records', 'with noise in the middle', /object KEY is damaged: /],
])(
  'an object of %s that is %s becomes a dead letter, is named, and the crawl goes on',
  async (stage, damage, reason) => {
    const before = await total();
    expect(await requeue(stage)).toBeGreaterThan(1);
    const file = largest(stage);
    const key = file.slice(join(dir, 'objects/').length);
    DAMAGE[damage](file);
    const { code, messages } = await inDir(three.crawl(0));
    expect(code).toBe(1);
    const named = messages.map((line) => line.replaceAll(key, 'KEY'));
    expect(named.slice(0, 4)).toEqual(Array(4).fill(expect.stringMatching(/^error, will be retried: /)));
    expect(named[4]).toMatch(/^not processed, see npx thresher dlq --dir \S+: /);
    for (const line of named) expect(line).toMatch(reason);
    const letters = (await inDir(['dlq', '--json', '--dir', dir])).answers()[0]!;
    expect(letters[QUEUES[stage]]).toEqual([
      expect.objectContaining({ message: { crawl: 'three', key }, receives: 5 }),
    ]);
    expect(await total()).toBe(before);
  },
);

test.each<Damage>(['truncated', 'with noise in the middle'])(
  'the readable captures of an archive object that is %s are cleaned, and the object becomes a dead letter',
  async (damage) => {
    const before = await total();
    await requeue('raw');
    const file = largest('raw');
    const key = file.slice(join(dir, 'objects/').length);
    DAMAGE[damage](file);
    const { code, messages } = await inDir(three.crawl(0));
    expect([code, messages]).toEqual([
      1,
      [
        expect.stringMatching(
          new RegExp(
            `^not processed, see .*: object ${key} is damaged: \\d+ captures? cannot be read; the others are cleaned$`,
          ),
        ),
      ],
    ]);
    expect(await total()).toBe(before);
    const letters = (await inDir(['dlq', '--json', '--dir', dir])).answers()[0]!;
    expect(letters['captures']).toEqual([expect.objectContaining({ message: { crawl: 'three', key } })]);
    expect((await inDir(['status', '--dir', dir, '--json'])).answers()[0]).toMatchObject({ deadLetters: 1 });
    // The next run does not try it again.
    expect(await inDir(three.crawl(0))).toMatchObject({ code: 1, messages: [] });
  },
);

test.each<Damage>(['truncated', 'with noise in the middle', 'of length zero', 'with bad JSON', 'missing'])(
  'export skips a document object that is %s, says so, and exports the rest with exit code 1',
  async (damage) => {
    const all = (await inDir(['export', '--dir', dir])).printed.length;
    DAMAGE[damage](largest('clean'));
    const { code, printed, stderr } = await inDir(['export', '--dir', dir]);
    expect([code, printed.length > 0, printed.length < all]).toEqual([1, true, true]);
    const missing = `no document under clean/three/ for ${all - printed.length} of ${all} records`;
    const damaged = expect.stringMatching(/^object clean\/three\/\S+ is damaged: /);
    expect(stderr).toEqual(damage === 'missing' ? [missing] : [damaged, missing]);
  },
);

test.each<Damage>(['truncated', 'with noise in the middle', 'missing'])(
  'export of files names each page whose archive object is %s',
  async (damage) => {
    const out = join(dir, 'out');
    const all = (await inDir(['export', '--dir', dir])).printed.length;
    DAMAGE[damage](largest('raw'));
    const { code, stderr } = await inDir(['export', '--format', 'files', '-o', out, '--dir', dir]);
    expect(code).toBe(1);
    const written = readdirSync(out).length - 1;
    expect(written).toBeGreaterThan(0);
    expect(stderr).toHaveLength(all - written + 1);
    expect(stderr[0]).toMatch(/^http:\S+: its response (is missing in|in) raw\/three\//);
    expect(stderr.at(-1)).toBe(`${written} files written to ${out}`);
  },
);

test('export of files names pages whose place in the archive holds another page', async () => {
  const out = join(dir, 'out');
  const { printed } = await inDir(['export', '--dir', dir]);
  const records = await withStores(dir, (stores) => recordsOf('three', stores));
  const [a, b] = [records[0]!, records.find(({ capture }) => capture.key !== records[0]!.capture.key)!];
  cpSync(join(dir, 'objects', b.capture.key), join(dir, 'objects', a.capture.key));
  const { code, stderr } = await inDir(['export', '--format', 'files', '-o', out, '--dir', dir]);
  expect(code).toBe(1);
  expect(readdirSync(out).length - 1 + stderr.length - 1).toBe(printed.length);
});

test.each(['', '{"crawl":'])('status names settings that hold %j', async (text) => {
  const folder = join(dir, 'objects/settings/three');
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text);
  const { code, messages } = await inDir(['status', '--dir', dir]);
  expect([code, messages]).toEqual([
    3,
    [
      expect.stringMatching(
        /^the settings of crawl three are (empty|damaged): objects\/settings\/three\/\w+\.json; restore/,
      ),
    ],
  ]);
});
