import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportShards } from '../../../cli/export/export-shards.ts';
import { prose } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-shards-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = () => readdirSync(folder).sort();

async function* numbers(count: number) {
  for (let i = 1; i <= count; i++) yield i;
}

async function writeNumbers(file: string, items: AsyncIterable<number>): Promise<number> {
  const all: number[] = [];
  for await (const item of items) all.push(item);
  writeFileSync(file, all.join());
  return all.length;
}

const contents = () => Object.fromEntries(names().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

test('divides records among files, and replaces those of an earlier export', async () => {
  const file = join(folder, 'my.corpus.jsonl.gz');
  const others = { 'my.corpus-1.jsonl.gz': 'mine', 'my.corpus-00001.jsonl': 'mine', 'corpus-00001.jsonl.gz': 'mine' };
  for (const [name, content] of Object.entries(others)) writeFileSync(join(folder, name), content);
  expect(await exportShards(file, 2, numbers(5), writeNumbers)).toEqual({
    files: [1, 2, 3].map((number) => join(folder, `my.corpus-0000${number}.jsonl.gz`)),
    records: 5,
  });
  expect(contents()).toEqual({
    ...others,
    'my.corpus-00001.jsonl.gz': '1,2',
    'my.corpus-00002.jsonl.gz': '3,4',
    'my.corpus-00003.jsonl.gz': '5',
  });
  expect(await exportShards(file, 4, numbers(4), writeNumbers)).toMatchObject({ records: 4 });
  expect(contents()).toEqual({ ...others, 'my.corpus-00001.jsonl.gz': '1,2,3,4' });
});

test('writes one file if there are no records, also without an extension', async () => {
  await exportShards(join(folder, 'corpus'), 2, numbers(0), writeNumbers);
  expect(contents()).toEqual({ 'corpus-00001': '' });
});

test('leaves the earlier export as it was if one file fails', async () => {
  const file = join(folder, 'corpus.txt');
  await exportShards(file, 2, numbers(4), writeNumbers);
  const before = contents();
  let written = 0;
  const failing = async (name: string, items: AsyncIterable<number>) => {
    if (++written === 2) throw new Error('the disk is full');
    return writeNumbers(name, items);
  };
  await expect(exportShards(file, 3, numbers(9), failing)).rejects.toThrow('the disk is full');
  expect(contents()).toEqual(before);
});

test('two exports at a time leave the files of the one that ends last', async () => {
  const file = join(folder, 'corpus.txt');
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const late = async (name: string, items: AsyncIterable<number>) => {
    const count = await writeNumbers(name, items);
    await ended;
    return count;
  };
  const last = exportShards(file, 2, numbers(3), late);
  await exportShards(file, 1, numbers(3), writeNumbers);
  expect(names()).toHaveLength(4);
  end();
  await last;
  expect(contents()).toEqual({ 'corpus-00001.txt': '1,2', 'corpus-00002.txt': '3' });
});

describe('export --records-per-file', () => {
  const at = () => ['--dir', join(folder, 'data')];
  const TOPICS = ['bog', 'fen', 'heath'];
  const file = (name: string) => join(folder, name);
  beforeEach(async () => {
    const lines = TOPICS.map((topic) => JSON.stringify({ url: `http://a.example/${topic}`, text: prose(topic) }));
    writeFileSync(file('pages.jsonl'), lines.join('\n'));
    expect((await thresher(['import', file('pages.jsonl'), ...at()])).code).toBe(0);
  });

  test('has whole files with the records of one file', async () => {
    const { code, answers, stderr } = await thresher([
      ...['export', '-f', 'csv', '-o', file('c.csv.zst'), '--records-per-file', '2', '--json', ...at()],
    ]);
    expect([code, answers(), stderr]).toEqual([
      0,
      [{ crawl: 'archive', format: 'csv', output: file('c.csv.zst'), records: 3, files: 2, skipped: 0 }],
      [`3 records written to 2 files, the last one ${file('c-00002.csv.zst')}`],
    ]);
    const urls = ['c-00001.csv.zst', 'c-00002.csv.zst'].map((name) =>
      (parseCsv(zstdDecompressSync(readFileSync(file(name))), { columns: true }) as { url: string }[]).map(
        ({ url }) => url,
      ),
    );
    expect(urls.map(({ length }) => length)).toEqual([2, 1]);
    expect(urls.flat().sort()).toEqual(TOPICS.map((topic) => `http://a.example/${topic}`));
    const parquet = ['export', '-f', 'parquet', '-o', file('c.parquet'), '--records-per-file', '1', ...at()];
    expect((await thresher(parquet)).code).toBe(0);
    expect(names().filter((name) => name.endsWith('.parquet'))).toHaveLength(3);
  });

  test('leaves nothing if it is interrupted', async () => {
    const before = names();
    const args = ['export', '-o', file('c.jsonl'), '--records-per-file', '2', ...at()];
    const { code } = await thresher(args, [], { interrupt: AbortSignal.abort() });
    expect([code, names()]).toEqual([130, before]);
  });

  test.each([
    [[], '--records-per-file: requires -o FILE and a format of records'],
    [['-f', 'md', '-o', 'x'], '--records-per-file: requires a format of records'],
    [['-f', 'warc', '-o', 'x'], '--records-per-file: requires a format of records'],
    [['-f', 'graphml', '-o', 'x'], '--records-per-file: not possible with the format graphml'],
    [['-f', 'removed', '-o', 'x'], '--records-per-file: not possible with the format removed'],
    [['-o', '/dev/null'], '--records-per-file: /dev/null is no file'],
  ])('is refused with %s', async (args, message) => {
    const { code, stderr } = await thresher(['export', '--records-per-file', '2', ...args, ...at()]);
    expect([code, stderr[0]]).toEqual([2, message]);
  });
});
