import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFiles } from '../../../cli/export/export-files.ts';
import type { SqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { thresher } from '../test-terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('fails if the list of files cannot be written, even while records are being read', async () => {
  mkdirSync(join(folder, 'files.jsonl'));
  const objects = {
    ...memoryObjects(),
    async *list() {
      await setTimeout(200);
      yield* [];
    },
  };
  await expect(
    exportFiles(
      'bog',
      { objects, index: { count: () => Promise.resolve(0) } as unknown as SqliteSearchIndex },
      folder,
      [],
      () => {},
    ),
  ).rejects.toThrow('EISDIR');
});

test('lists each file with its original name, its size, what the topic made of it and its header', async () => {
  const papers = join(folder, 'papers');
  mkdirSync(papers);
  const text = `The bog. ${'Mosses of the bog hold water. '.repeat(10)}`;
  writeFileSync(join(papers, 'b\u00f6g.txt'), text);
  const at = ['--dir', join(folder, 'data')];
  expect((await thresher(['import', papers, '--base', 'https://a.example/', ...at])).code).toBe(0);
  const files = join(folder, 'files');
  expect((await thresher(['export', '--format', 'files', '-o', files, ...at])).code).toBe(0);
  const [line = '', ...more] = readFileSync(join(files, 'files.jsonl'), 'utf8').trim().split('\n');
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    file: expect.stringMatching(/^b\u00f6g-.*\.txt$/),
    originalName: 'b\u00f6g.txt',
    bytes: text.length,
    verdict: 'relevant',
    url: 'https://a.example/b%C3%B6g.txt',
    author: null,
    keywords: [],
  });
});

test.each([
  ['a/..%2F..%2Fetc%2Fpasswd.txt', '..%2F..%2Fetc%2Fpasswd.txt'],
  ['a/..%5Cx.txt', '..%5Cx.txt'],
  ['a/x%0A%1Fy.txt', 'x%0A%1Fy.txt'],
  ['a/x%FF.txt', 'x%FF.txt'],
])('an original name is that of one file: %s', async (path, name) => {
  const text = `The bog. ${'Mosses of the bog hold water. '.repeat(10)}`;
  const lines = join(folder, 'pages.jsonl');
  writeFileSync(lines, `${JSON.stringify({ url: `https://a.example/${path}`, title: 'Bog', text })}\n`);
  const at = ['--dir', join(folder, 'data')];
  expect((await thresher(['import', lines, ...at])).code).toBe(0);
  const files = join(folder, 'files');
  expect((await thresher(['export', '--format', 'files', '-o', files, ...at])).code).toBe(0);
  expect(JSON.parse(readFileSync(join(files, 'files.jsonl'), 'utf8'))).toMatchObject({ originalName: name });
});
