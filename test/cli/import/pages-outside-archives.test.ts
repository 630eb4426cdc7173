/** `thresher import` of pages that are in no archive: JSON Lines and folders. */
import { appendFileSync, existsSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openArchives } from '../../../cli/import/open-archives.ts';
import { docxOf } from '../../clean/converters/sample-documents.ts';
import {
  type ImportFolder,
  importFolder,
  LINE_PAGES,
  lines,
  type PapersFolder,
  page,
  papersFolder,
} from './import-folder.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

test('a crawl.yaml among the files is refused before anything is imported', async () => {
  const archive = folder.file('pages.jsonl', lines(...LINE_PAGES));
  const settings = folder.file('crawl.yaml', 'crawl: bogs\nseeds: [http://a.example/]\n');
  const { code, messages } = await folder.run(archive, settings);
  expect([code, messages]).toEqual([
    2,
    [`thresher import: ${settings}: not an archive; select a crawl.yaml by --crawl ${settings}`],
  ]);
  expect(existsSync(folder.data)).toBe(false);
});

test('warns of a crawl that is created in a folder with others, and of no other', async () => {
  const archive = folder.file('pages.jsonl', lines(LINE_PAGES[0]));
  const settings = folder.file('crawl.yaml', 'crawl: bogs\nseeds: [http://a.example/]\n');
  const warnings = async (...args: string[]) => {
    const { code, messages } = await folder.run(archive, ...args);
    expect(code).toBe(0);
    return messages.filter((line) => line.startsWith('warning'));
  };
  expect(await warnings()).toEqual([]);
  expect(await warnings('--crawl', settings)).toEqual([
    `warning: bogs is a new crawl in ${folder.data}, beside archive: from now on, commands on this folder need the name of a crawl. Use another folder to keep them apart`,
  ]);
  expect(await warnings('--crawl', settings)).toEqual([]);
});

describe('JSON Lines', () => {
  test('imports pages, bodies and texts, with their titles and times', async () => {
    const name = folder.file('pages.jsonl', lines(...LINE_PAGES));
    utimesSync(name, 1_700_000_000, 1_700_000_000);
    expect(await folder.imported(name)).toMatchObject({ code: 0, files: 1, records: { resource: 3 }, imported: 3 });
    expect(await folder.titles()).toEqual({ '/fern': 'Farn für Gärten', '/heath': 'The heath', '/moss': 'moss' });
    expect((await folder.exported()).map(({ url, fetchedAt }) => [url, fetchedAt])).toEqual([
      ['http://a.example/fern', '2023-11-14T22:13:20.000Z'],
      ['http://a.example/heath', '2023-11-14T22:13:20.000Z'],
      ['http://a.example/moss', '2024-05-06T07:08:09.000Z'],
    ]);
    expect(await folder.imported(name)).toMatchObject({ code: 0, accepted: 3, imported: 0 });
    expect(await folder.problems()).toEqual([]);
  });

  test('reads compressed files: gzip, and all frames of Zstandard', async () => {
    const [first, ...others] = LINE_PAGES;
    const gz = folder.file('pages.jsonl.gz', gzipSync(lines(first)));
    const zst = folder.file(
      'pages.jsonl.zst',
      Buffer.concat([others, others].map((some) => zstdCompressSync(lines(...some)))),
    );
    expect(await folder.imported(gz, zst)).toMatchObject({ code: 0, records: { resource: 5 }, imported: 3 });
  });

  test('imports the lines before the damage of a Zstandard file', async () => {
    const whole = zstdCompressSync(lines(...LINE_PAGES));
    const name = folder.file('cut.jsonl.zst', Buffer.concat([whole, whole.subarray(0, -9)]));
    const { code, stderr, imported } = await folder.imported(name);
    expect([code, imported]).toEqual([1, 3]);
    expect(stderr).toEqual([`${name}, line 4: damaged Zstandard: the frame ends early`]);
  });

  test('imports the lines that a file had at first, while a program appends others', async () => {
    const name = folder.file('pages.jsonl', lines(LINE_PAGES[1]));
    const [archive] = (await openArchives([name])).archives;
    const readAll = async () => {
      const dates: unknown[] = [];
      for await (const item of archive!.read(() => 0))
        dates.push(item.kind === 'record' && item.fields.get('warc-date'));
      return dates;
    };
    const [first] = await readAll();
    appendFileSync(name, lines(LINE_PAGES[2]));
    utimesSync(name, 1_900_000_000, 1_900_000_000);
    expect(await readAll()).toEqual([first, first]);
  });

  test('names lines that are no pages, and goes on', async () => {
    const bad = [
      [5, 'expected an object with url and one of html, bodyBase64 and text'],
      [{ html: 'x' }, 'url: expected a string'],
      [{ url: 'http://a.example/', html: 5 }, 'html, bodyBase64 or text: expected a string'],
      [{ url: 'http://a.example/', bodyBase64: '%%' }, 'bodyBase64: invalid Base64'],
      [{ url: 'http://a.example/', bodyBase64: '', contentType: 1 }, 'contentType: expected a string or null'],
      [
        { url: 'http://a.example/', text: '', fetchedAt: 'May' },
        'fetchedAt: expected a time such as 2026-05-06T07:08:09Z',
      ],
      [
        { url: 'http://a.example/', text: '', fetchedAt: -1 },
        'fetchedAt: expected a time such as 2026-05-06T07:08:09Z',
      ],
      [
        { url: 'http://a.example/', text: '', fetchedAt: '5' },
        'fetchedAt: expected a time such as 2026-05-06T07:08:09Z',
      ],
    ] as const;
    const name = folder.file(
      'pages.jsonl',
      `${lines(LINE_PAGES[0])}{"url":\n${lines(...bad.map(([line]) => line), LINE_PAGES[2])}`,
    );
    const { code, stderr, imported } = await folder.imported(name);
    expect([code, imported]).toEqual([1, 2]);
    expect(stderr[0]).toMatch(/pages\.jsonl, line 2: .*JSON/);
    expect(stderr.slice(1)).toEqual(bad.map(([, detail], i) => `${name}, line ${i + 3}: ${detail}`));
  });
});

describe('documents and folders', () => {
  let papers: string;
  let put: PapersFolder['put'];
  beforeEach(() => {
    ({ dir: papers, put } = papersFolder());
  });
  afterEach(() => rmSync(papers, { recursive: true }));

  test('imports the files of a folder and its folders, of any format, below the base', async () => {
    put('moss.html', page('moss'));
    put('näxt/fern & co.txt', Buffer.from('Farne für Gärten\n\nFarne wachsen im Schatten der Bäume.', 'latin1'));
    put('näxt/notes.md', '# Heath\n\nHeath is *purple*.');
    put('näxt/.hidden', 'x');
    symlinkSync(join(papers, 'moss.html'), join(papers, 'linked.html'));
    symlinkSync(papers, join(papers, 'ring'));
    expect(await folder.imported(papers, '--base', 'http://a.example/p')).toMatchObject({
      code: 0,
      files: 4,
      imported: 4,
    });
    expect(await folder.titles()).toEqual({
      '/p/moss.html': 'moss',
      '/p/n%C3%A4xt/fern%20&%20co.txt': 'Farne für Gärten',
      '/p/n%C3%A4xt/notes.md': 'Heath',
    });
    const moss = (await folder.exported()).find(({ title }) => title === 'moss');
    expect(moss?.urls.sort()).toEqual(['http://a.example/p/linked.html', 'http://a.example/p/moss.html']);
    expect(moss?.fetchedAt).toBe('2023-11-14T22:13:20.000Z');
    expect(await folder.problems()).toEqual([]);
  });

  test('names links to files outside of the folder instead of importing them', async () => {
    put('moss.html', page('moss'));
    symlinkSync(folder.file('secret.html', page('secret')), join(papers, 'linked.html'));
    symlinkSync('../'.repeat(20) + folder.file('secret.txt', 'A secret text.').slice(1), join(papers, 'near.txt'));
    const { code, stderr, imported } = await folder.imported(papers, '--base', 'http://a.example/p');
    const message = 'a link to a file outside of the folder';
    expect([code, imported, stderr]).toEqual([
      1,
      1,
      ['linked.html', 'near.txt'].map((name) => `${join(papers, name)}: ${message}`),
    ]);
    expect(await folder.titles()).toEqual({ '/p/moss.html': 'moss' });
  });

  test('imports single documents below the base, also those that look like archives or JSON', async () => {
    put('näxt/moss.html', page('moss'));
    put('heath.rtf', '{\\rtf1\\ansi The heath is purple, and it grows on poor soil.\\par}');
    put('fen.docx', docxOf('<w:p><w:r><w:t>The fen is wet all year.</w:t></w:r></w:p>'));
    const names = ['näxt/moss.html', 'heath.rtf', 'fen.docx'].map((name) => join(papers, name));
    const archive = folder.file('fern.jsonl', lines({ url: 'http://a.example/fern', html: page('fern') }));
    expect(await folder.imported(...names, archive, '--base', 'http://a.example/p')).toMatchObject({
      ...{ code: 0, files: 4, imported: 4, records: { resource: 4 } },
    });
    expect(Object.keys(await folder.titles()).sort()).toEqual(['/fern', '/p/fen.docx', '/p/heath.rtf', '/p/moss.html']);
    expect((await folder.exported()).find(({ title }) => title === 'moss')?.fetchedAt).toBe('2023-11-14T22:13:20.000Z');
  });

  test('refuses a document without a base', async () => {
    put('heath.rtf', '{\\rtf1 The heath}');
    put('fen.docx', docxOf('<w:p/>'));
    const { code, stderr } = await folder.run(join(papers, 'heath.rtf'), join(papers, 'fen.docx'));
    expect([code, stderr.join('\n')]).toEqual([
      2,
      expect.stringMatching(/heath\.rtf: .*--base URL\n.*fen\.docx: .*--base URL/),
    ]);
  });

  test.each([
    [[], 'a folder without WARC, ARC and WACZ files; give the address of its documents with --base URL'],
    [['--base', 'http://a.example/'], 'the folder has no files'],
  ])('refuses a folder with %j', async (args, message) => {
    const { code, stderr } = await folder.run(papers, ...args);
    expect([code, stderr[0]]).toEqual([2, `${papers}: ${message}`]);
  });

  test.each(['papers', 'file:///x/', 'http://a.example/?x', 'http://a.example/?', 'http://a.example/#'])(
    'refuses the base %s',
    async (base) => {
      const { code, stderr } = await folder.run(papers, '--base', base);
      expect([code, stderr[0]]).toEqual([
        2,
        `--base: ${base}: must be an address such as https://papers.example/, without query and fragment`,
      ]);
    },
  );
});
