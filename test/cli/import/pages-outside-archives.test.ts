/** `thresher import` of pages that are in no archive: JSON Lines and folders. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openArchives } from '../../../cli/import/open-archives.ts';
import { thresher } from '../test-terminal.ts';
import { type ImportFolder, importFolder, page } from './import-folder.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('JSON Lines', () => {
  const PAGES = [
    { url: 'http://a.example/moss', html: page('moss'), fetchedAt: '2024-05-06T07:08:09Z' },
    {
      url: 'http://a.example/fern',
      bodyBase64: Buffer.from(page('Farn für Gärten'), 'latin1').toString('base64'),
      contentType: 'text/html; charset=iso-8859-1',
    },
    { url: 'http://a.example/heath', title: 'The heath', text: 'Heath is purple.\n\nIt grows on poor soil.' },
  ];

  test('imports pages, bodies and texts, with their titles and times', async () => {
    const name = folder.file('pages.jsonl', lines(...PAGES));
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

  test('reads a file that is packed by gzip, starts with a byte order mark or ends without a line feed', async () => {
    const text = `\uFEFF\r\n${lines(...PAGES).trimEnd()}`;
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
    const zone = process.env['TZ'];
    onTestFinished(() => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });
    process.env['TZ'] = 'America/New_York';
    await folder.imported(folder.file('pages.jsonl', lines({ ...PAGES[2], fetchedAt })));
    expect((await folder.exported()).map((record) => record.fetchedAt)).toEqual([expected]);
  });

  test('imports the lines that a file had at first, while a program appends others', async () => {
    const name = folder.file('pages.jsonl', lines(PAGES[1]));
    const [archive] = (await openArchives([name])).archives;
    const readAll = async () => {
      const dates: unknown[] = [];
      for await (const item of archive!.read(() => 0))
        dates.push(item.kind === 'record' && item.fields.get('warc-date'));
      return dates;
    };
    const [first] = await readAll();
    appendFileSync(name, lines(PAGES[2]));
    utimesSync(name, 1_900_000_000, 1_900_000_000);
    expect(await readAll()).toEqual([first, first]);
  });

  test('imports what it has exported', async () => {
    await folder.imported(folder.file('pages.jsonl', lines(...PAGES)));
    const records = (await thresher(['export', '--dir', folder.data])).printed.join('\n');
    const other = importFolder();
    try {
      expect(await other.imported(other.file('records.jsonl', records))).toMatchObject({ code: 0, imported: 3 });
      expect(await other.titles()).toEqual(await folder.titles());
    } finally {
      other.remove();
    }
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
      `${lines(PAGES[0])}{"url":\n${lines(...bad.map(([line]) => line), PAGES[2])}`,
    );
    const { code, stderr, imported } = await folder.imported(name);
    expect([code, imported]).toEqual([1, 2]);
    expect(stderr[0]).toMatch(/pages\.jsonl, line 2: .*JSON/);
    expect(stderr.slice(1)).toEqual(bad.map(([, detail], i) => `${name}, line ${i + 3}: ${detail}`));
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
    const name = folder.file('pages.jsonl', lines(PAGES[0], { url: 'file:///etc/passwd', text: 'x' }));
    expect(await folder.imported(name)).toMatchObject({ code: 0, imported: 1, refused: { scheme: 1 } });
  });
});

describe('folders', () => {
  let papers: string;
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(join(papers, name, '..'), { recursive: true });
    writeFileSync(join(papers, name), content);
    utimesSync(join(papers, name), 1_700_000_000, 1_700_000_000);
  };
  beforeEach(() => {
    papers = mkdtempSync(join(tmpdir(), 'thresher-papers-'));
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

  test.each([
    [[], 'a folder; give the address of its files with --base URL'],
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
