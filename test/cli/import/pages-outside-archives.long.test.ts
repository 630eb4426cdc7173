/** `thresher import` of JSON Lines and folders in further forms: packed, damaged, changed, with odd names. */
import { existsSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTimeZone } from '../../in-time-zone.ts';
import { thresher } from '../test-terminal.ts';
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

describe('JSON Lines', () => {
  test('reads a file that is packed by gzip, starts with a byte order mark or ends without a line feed', async () => {
    const text = `\uFEFF\r\n${lines(...LINE_PAGES).trimEnd()}`;
    expect(await folder.imported(folder.file('a.gz', gzipSync(text)))).toMatchObject({ code: 0, imported: 3 });
    const plain = folder.file('b', text);
    // The texts without a time have that of the file.
    utimesSync(plain, 1_700_000_000, 1_700_000_000);
    expect(await folder.imported(plain)).toMatchObject({ code: 0, accepted: 3, imported: 0 });
  });

  test.each([
    ['2024-05-06T07:08:09', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09.123456+02:00', '2024-05-06T05:08:09.123Z'],
    [1_715_000_000_000, '2024-05-06T12:53:20.000Z'],
  ])('reads the time %s in any zone of the machine', async (fetchedAt, expected) => {
    inTimeZone('America/New_York');
    await folder.imported(folder.file('pages.jsonl', lines({ ...LINE_PAGES[2], fetchedAt })));
    expect((await folder.exported()).map((record) => record.fetchedAt)).toEqual([expected]);
  });

  test('imports what it has exported', async () => {
    await folder.imported(folder.file('pages.jsonl', lines(...LINE_PAGES)));
    const records = (await thresher(['export', '--dir', folder.data])).printed.join('\n');
    const other = importFolder();
    try {
      expect(await other.imported(other.file('records.jsonl', records))).toMatchObject({ code: 0, imported: 3 });
      expect(await other.titles()).toEqual(await folder.titles());
    } finally {
      other.remove();
    }
  });

  test('reads a damaged gzip file up to the damage', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) => ({ url: `http://a.example/${i}`, text: `Moss ${i * 7919}` }));
    const packed = gzipSync(lines(...many));
    const name = folder.file('cut.jsonl.gz', packed.subarray(0, packed.length - 5_000));
    const { code, stderr, imported } = await folder.imported(name);
    expect(code).toBe(1);
    expect(stderr.at(-1)).toMatch(/^.*cut\.jsonl\.gz, line \d+: damaged gzip: unexpected end of file$/);
    expect(imported).toBeGreaterThan(200);
  });

  test('refuses a file without a page and a URL that the crawl refuses', async () => {
    const none = folder.file('none.json', '{\n  "a": 1\n}\n');
    const { code, stderr } = await folder.run(none);
    expect([code, stderr[0]]).toEqual([2, expect.stringMatching(/none\.json: no record can be read \(line 1: .*JSON/)]);
    expect(existsSync(folder.data)).toBe(false);
    const name = folder.file('pages.jsonl', lines(LINE_PAGES[0], { url: 'file:///etc/passwd', text: 'x' }));
    expect(await folder.imported(name)).toMatchObject({ code: 0, imported: 1, refused: { scheme: 1 } });
  });
});

describe('folders', () => {
  let papers: string;
  let put: PapersFolder['put'];
  beforeEach(() => {
    ({ dir: papers, put } = papersFolder());
  });
  afterEach(() => rmSync(papers, { recursive: true }));

  test('replaces a page whose file has changed', async () => {
    put('moss.html', page('moss'));
    await folder.imported(papers, '--base', 'http://a.example/');
    writeFileSync(join(papers, 'moss.html'), page('peat moss'));
    expect(await folder.imported(papers, '--base', 'http://a.example/')).toMatchObject({ imported: 1 });
    expect(await folder.titles()).toEqual({ '/moss.html': 'peat moss' });
  });

  test('escapes the bytes of names that are not in UTF-8, and what a path cannot have', async () => {
    const names = [Buffer.from('für.html', 'latin1'), Buffer.from("a?b#c%d ~'&.html")];
    for (const [i, name] of names.entries()) {
      const file = Buffer.concat([Buffer.from(`${papers}/`), name]);
      // A file system such as that of macOS has only names in UTF-8.
      if (process.platform === 'linux' || i > 0) writeFileSync(file, page(`moss ${i}`));
    }
    expect(await folder.imported(papers, '--base', 'http://a.example/')).toMatchObject({ code: 0 });
    expect(await folder.titles()).toEqual({
      "/a%3Fb%23c%25d%20~'&.html": 'moss 1',
      ...(process.platform === 'linux' && { '/f%FCr.html': 'moss 0' }),
    });
  });

  test('leaves out the data folder, if it is in the folder', async () => {
    writeFileSync(join(folder.dir, 'moss.html'), page('moss'));
    for (const imported of [1, 0])
      expect(await folder.imported(folder.dir, '--base', 'http://a.example/')).toMatchObject({ files: 1, imported });
  });

  test('names a file that cannot be read', async () => {
    put('moss.html', page('moss'));
    symlinkSync(join(papers, 'missing'), join(papers, 'broken.html'));
    const { code, stderr, imported } = await folder.imported(papers, '--base', 'http://a.example/');
    expect([code, imported, stderr]).toEqual([1, 1, [`${join(papers, 'broken.html')}: no such file`]]);
  });
});
