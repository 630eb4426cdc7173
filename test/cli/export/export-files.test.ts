import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFiles } from '../../../cli/export/export-files.ts';
import { openExportFolder } from '../../../cli/export/export-folder.ts';
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
      { folder, files: await openExportFolder(folder, 'files'), types: [] },
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

describe('a folder with an earlier export', () => {
  const at = () => ['--dir', join(folder, 'data')];
  const files = () => join(folder, 'files');
  const names = () => readdirSync(files()).sort();
  const text = (topic: string) => `The ${topic}. ${`Mosses of the ${topic} hold water. `.repeat(10)}`;
  const exported = async (...args: string[]) => {
    const { code, stderr, answers } = await thresher(['export', '-o', files(), '--json', ...args, ...at()]);
    return { code, stderr, counts: answers()[0] };
  };
  const imported = (name: string, body: string, seconds: number) => {
    writeFileSync(join(folder, 'papers', name), body);
    utimesSync(join(folder, 'papers', name), seconds, seconds);
    return thresher(['import', join(folder, 'papers'), '--base', 'https://a.example/', ...at()]);
  };
  beforeEach(async () => {
    mkdirSync(join(folder, 'papers'));
    await imported('fen.txt', text('fen'), 1_700_000_000);
    await imported('bog.txt', text('bog'), 1_700_000_000);
  });

  test.each(['md', 'files'])('keeps what has not changed, and --prune removes the rest (%s)', async (format) => {
    expect((await exported('-f', format)).counts).toMatchObject({ files: 2 });
    const [bog, fen] = names().filter((name) => name !== 'files.jsonl') as [string, string];
    utimesSync(join(files(), fen), 1, 1);
    writeFileSync(join(files(), 'notes.md'), 'mine');
    // One of a killed process, and one of a process that writes.
    const [killed, running] = [`${bog}.99999999-0a1b2c.part`, `${fen}.${process.pid}-0a1b2c.part`];
    for (const name of [killed, running]) writeFileSync(join(files(), name), 'cut');
    for (const name of [killed, running]) utimesSync(join(files(), name), 1, 1);
    await imported('bog.txt', text('heath'), 1_700_000_100);
    const again = await exported('-f', format);
    expect([again.code, again.stderr.at(-1)]).toEqual([
      0,
      '2 files of earlier exports in this folder; --prune removes them',
    ]);
    expect(names()).toContain(bog);
    expect(await exported('-f', format, '--since', '2000')).toMatchObject({
      stderr: [expect.stringMatching(/written/)],
    });
    const pruned = await exported('-f', format, '--prune');
    expect([pruned.code, pruned.counts, pruned.stderr.at(-1)]).toEqual([
      0,
      { crawl: 'archive', format, output: files(), files: 2, pruned: 2, skipped: 0 },
      '2 files of earlier exports removed',
    ]);
    expect(names()).toEqual(expect.arrayContaining([fen, running, 'notes.md']));
    expect(names()).toHaveLength(format === 'md' ? 4 : 5);
    expect(names()).not.toContain(bog);
    expect(statSync(join(files(), fen)).mtimeMs).toBe(1_000);
  });

  test('--prune removes only files of its format, and no folders', async () => {
    // A page that is a Markdown file itself.
    await imported('heath.md', text('heath'), 1_700_000_000);
    await exported('-f', 'files');
    const originals = names();
    const heath = originals.find((name) => name.startsWith('heath')) as string;
    expect(heath).toMatch(/\.md$/);
    mkdirSync(join(files(), `folder-2026-01-01-00-00-00-01234567.md`));
    mkdirSync(join(files(), `folder-2026-01-01-00-00-00-01234567.txt`));
    await exported('-f', 'md');
    const markdown = names().filter((name) => name.endsWith('.md'));
    // Records of one page: all files of other pages are those of earlier exports.
    const one = ['-q', 'url:bog', '--prune'];
    // The page and its Markdown have one name, so the later export has replaced the file.
    expect(await exported('-f', 'md', ...one)).toMatchObject({ code: 0, counts: { files: 1, pruned: 2 } });
    expect(names()).toEqual(expect.arrayContaining(originals.filter((name) => name !== heath)));
    await exported('-f', 'md');
    expect(await exported('-f', 'files', ...one)).toMatchObject({ code: 0, counts: { files: 1, pruned: 1 } });
    expect(names()).toEqual(expect.arrayContaining([...markdown, 'folder-2026-01-01-00-00-00-01234567.txt']));
    expect(names()).not.toContain(originals.find((name) => name.startsWith('fen')));
  });

  test('--prune removes a page that is a Markdown file, also after an export without it', async () => {
    await imported('heath.md', text('heath'), 1_700_000_000);
    await exported('-f', 'files');
    await exported('-f', 'files', '-q', 'url:bog');
    expect(names().some((name) => name.startsWith('heath'))).toBe(true);
    await exported('-f', 'md', '-q', 'url:bog', '--prune');
    expect(names().some((name) => name.startsWith('heath'))).toBe(true);
    const pruned = await exported('-f', 'files', '-q', 'url:bog', '--prune');
    expect(pruned.counts).toMatchObject({ files: 1, pruned: 2 });
    expect(names().some((name) => name.startsWith('heath'))).toBe(false);
  });

  test('--prune removes nothing if the export is not whole or has no files', async () => {
    await exported('-f', 'md');
    const before = names();
    const nothing = await exported('-f', 'md', '--prune', '-q', 'site:b.example');
    expect([nothing.counts, nothing.stderr.at(-1)]).toEqual([
      expect.objectContaining({ files: 0, pruned: 0 }),
      '2 files of earlier exports not removed, because the export has no files',
    ]);
    for (const path of readdirSync(join(folder, 'data', 'objects', 'clean', 'archive'), {
      recursive: true,
      encoding: 'utf8',
    }))
      if (path.endsWith('.zst')) {
        writeFileSync(join(folder, 'data', 'objects', 'clean', 'archive', path), 'damaged');
        break;
      }
    const damaged = await exported('-f', 'md', '--prune');
    expect([damaged.code, damaged.stderr.at(-1)]).toEqual([
      1,
      '1 file of earlier exports not removed, because not everything was exported',
    ]);
    expect(names()).toEqual(before);
  });

  test.each([
    [['-f', 'csv', '--prune'], '--prune: requires the format files or md'],
    [['-f', 'md', '--prune', '--since', '2024'], /^--prune: not possible with since/],
  ])('refuses %s', async (args, message) => {
    const { code, stderr } = await exported(...args);
    expect([code, stderr[0]]).toEqual([2, typeof message === 'string' ? message : expect.stringMatching(message)]);
  });
});
