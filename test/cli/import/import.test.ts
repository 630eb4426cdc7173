import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Capture } from '../../../shared/fetch/warc/capture.ts';
import { warcRecords } from '../../../shared/fetch/warc/warc-write.ts';
import type { Url } from '../../../shared/url/url.ts';
import {
  ARC_HEAD,
  arcRecord,
  chunked,
  compressed,
  responseRecord,
  warcRecord,
  zstandard,
} from '../../fetch/warc/foreign-warc.ts';
import { zip } from '../../seeds/zip.ts';
import { thresher } from '../test-terminal.ts';
import { type ImportFolder, importFolder, page, response } from './import-folder.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

describe('without a crawl', () => {
  test('reads the rendered pages of an archive that Thresher wrote', async () => {
    let ids = 0;
    const captureOf = (path: string, rendered?: string): Capture => ({
      url: `http://a.example/${path}` as Url,
      fetchedAt: Date.UTC(2026, 1, 2),
      ...{ status: 200, statusText: 'OK', httpVersion: '1.1', requestHeaders: [], truncated: false, address: '' },
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from(page(path)),
      ...(rendered !== undefined && { rendered: Buffer.from(page(rendered)) }),
      ...{ record: 'response', payloadDigest: '', note: { depth: 0, class: 0 } },
    });
    const captures = [captureOf('shell', 'sundew'), captureOf('moss'), captureOf('frame', 'bracken')];
    const records = captures.flatMap((one) => warcRecords(one, () => `id${ids++}`).bytes);
    const { code, printed } = await folder.run(folder.file('rendered.warc.gz', Buffer.concat(records)));
    expect(code).toBe(0);
    expect(printed[0]).toBe('archive: 3 captures imported from 1 file');
    expect(await folder.titles()).toEqual({ '/shell': 'sundew', '/moss': 'moss', '/frame': 'bracken' });
  });

  test('of a folder reads links to archives, but no hidden files', async () => {
    for (const name of ['raw/.trash', 'elsewhere']) mkdirSync(join(folder.dir, name), { recursive: true });
    folder.file('elsewhere/a.warc', response('moss', page('moss')));
    symlinkSync(join(folder.dir, 'elsewhere', 'a.warc'), join(folder.dir, 'raw', 'a.warc'));
    symlinkSync(join(folder.dir, 'elsewhere'), join(folder.dir, 'raw', 'folder.warc'));
    // macOS writes such a file beside each that it copies to other disks.
    folder.file('raw/._a.warc', '\0\x05\x16\x07');
    folder.file('raw/.trash/b.warc', response('fern', page('fern')));
    expect((await folder.run(join(folder.dir, 'raw'))).code).toBe(0);
    expect(await folder.titles()).toEqual({ '/moss': 'moss' });
    symlinkSync(join(folder.dir, 'none.warc'), join(folder.dir, 'raw', 'b.warc'));
    const { code, stderr } = await folder.run(join(folder.dir, 'raw'));
    expect([code, stderr[0]]).toEqual([1, expect.stringMatching(/b\.warc: no such file/)]);
  });

  test('reads the archives in a folder and its folders, by their names', async () => {
    mkdirSync(join(folder.dir, 'raw', '2026'), { recursive: true });
    folder.file('raw/b.warc', response('moss', page('moss')));
    folder.file('raw/2026/a.WARC.gz', compressed(response('sundew', page('sundew'))));
    folder.file('raw/notes.txt', 'The archives of 2026.');
    const { code, printed } = await folder.run(join(folder.dir, 'raw'));
    expect([code, printed[0]]).toEqual([0, 'archive: 2 captures imported from 2 files']);
    expect(await folder.titles()).toEqual({ '/moss': 'moss', '/sundew': 'sundew' });
  });

  test('makes the pages of archives searchable, and says what they have', async () => {
    const coded = responseRecord('http://a.example/coded', chunked(gzipSync(page('bracken'))), {
      headers: ['Content-Type: text/html', 'Content-Encoding: gzip', 'Transfer-Encoding: chunked'],
    });
    const text = warcRecord(
      {
        'WARC-Type': 'resource',
        'WARC-Record-ID': '<urn:uuid:1>',
        'WARC-Target-URI': '<http://b.example/notes>',
        'WARC-Date': '2020-05-01T10:00:00Z',
        'Content-Type': 'text/plain',
      },
      'sphagnum grows in bogs '.repeat(20),
    );
    const other = ['warcinfo', 'request', 'metadata', 'revisit', 'odd'].map((type) =>
      warcRecord({ 'WARC-Type': type }, 'x'),
    );
    const first = folder.file('first.warc.gz', compressed(other[0]!, response('moss', page('moss')), other[1]!, coded));
    const second = folder.file(
      'second.warc',
      Buffer.concat([text, ...other, responseRecord('http://a.example/gone', 'x', { status: '404 Not Found' })]),
    );
    const { code, printed } = await folder.run(first, second);
    expect(code).toBe(0);
    expect(printed.slice(0, 3)).toEqual([
      'archive: 3 captures imported from 2 files',
      'records: response 3, request 2, warcinfo 2, metadata 1, other 1, resource 1, revisit 1',
      'refused: 1 (not-found 1)',
    ]);
    expect(printed[3]).toContain('thresher search');
    for (const [word, url] of [
      ['moss7', 'http://a.example/moss'],
      ['bracken7', 'http://a.example/coded'],
      ['sphagnum', 'http://b.example/notes'],
    ])
      expect((await thresher(['search', word!, '--dir', folder.data])).printed.join('\n')).toContain(url!);
    expect((await folder.exported()).map(({ fetchedAt }) => fetchedAt)).toEqual(
      Array(3).fill('2020-05-01T10:00:00.000Z'),
    );
    expect(await folder.problems()).toEqual([]);
    const status = (await thresher(['status', '--json', '--dir', folder.data])).answers()[0]!;
    expect(status).toMatchObject({ state: 'done', urls: 3, outcomes: { fetched: 3 }, records: 3, due: 0 });
    const explained = (
      await thresher(['explain', 'http://a.example/moss', '--json', '--dir', folder.data])
    ).answers()[0]!;
    expect(explained).toMatchObject({ state: 'fetched' });
    expect(JSON.stringify(explained)).toContain('"at":"2020-05-01T10:00:00.000Z"');
  });

  test('imports the texts of WET files, but not those beside their responses', async () => {
    const text = (path: string, date: string) =>
      warcRecord(
        {
          'WARC-Type': 'conversion',
          'WARC-Target-URI': `http://a.example/${path}`,
          'WARC-Date': date,
          'Content-Type': 'text/plain',
        },
        `The ${path}\n${`${path} grows in bogs `.repeat(20)}`,
      );
    mkdirSync(join(folder.dir, 'archives'));
    folder.file('archives/a.warc.wet.gz', compressed(text('fern', '2020-05-01T10:00:00Z')));
    folder.file(
      'archives/b.warc.gz',
      compressed(
        response('moss', page('moss')),
        text('moss', '2021-01-01T00:00:00Z'),
        text('heath', '2021-01-01T00:00:00Z'),
      ),
    );
    const { code, printed } = await folder.run(join(folder.dir, 'archives'));
    expect([code, ...printed.slice(0, 2)]).toEqual([
      0,
      'archive: 2 captures imported from 2 files',
      'records: conversion 3, response 1',
    ]);
    expect(await folder.titles()).toEqual({ '/fern': 'The fern', '/moss': 'moss' });
  });

  test('imports a response instead of its text, which has the same time, from any file', async () => {
    const text = (path: string) =>
      warcRecord(
        {
          'WARC-Type': 'conversion',
          'WARC-Target-URI': `http://a.example/${path}`,
          'WARC-Date': '2020-05-01T10:00:00Z',
          'Content-Type': 'text/plain',
        },
        `Text of ${path}\n${`${path} grows in bogs `.repeat(20)}`,
      );
    // A WET file by itself, and a text in a file of other responses, both before the response.
    const wet = folder.file('a.warc.wet.gz', compressed(text('fern'), text('heath')));
    const mixed = folder.file('b.warc.gz', compressed(response('moss', page('moss')), text('peat')));
    const pages = folder.file('c.warc.gz', compressed(response('fern', page('fern')), response('peat', page('peat'))));
    const { code, printed } = await folder.run(wet, mixed, pages);
    expect([code, printed[0]]).toEqual([0, 'archive: 4 captures imported from 3 files']);
    expect(await folder.titles()).toEqual({
      ...{ '/fern': 'fern', '/peat': 'peat', '/moss': 'moss' },
      '/heath': 'Text of heath',
    });
    expect(await folder.problems()).toEqual([]);
  });

  test('imports ARC files, and WARC files in Zstandard', async () => {
    const block = (topic: string) => `HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${page(topic)}`;
    const dns = arcRecord('dns:a.example', '20050102030405 a.example');
    const arc = folder.file('a.arc.gz', compressed(ARC_HEAD, dns, arcRecord('http://a.example/moss', block('moss'))));
    const zst = folder.file('b.warc.zst', zstandard([response('fern', page('fern'))], Buffer.from(page('fern'))));
    const { code, printed } = await folder.run(arc, zst);
    expect([code, ...printed.slice(0, 3)]).toEqual([
      0,
      'archive: 2 captures imported from 2 files',
      'records: response 3, warcinfo 1',
      'refused: 1 (scheme 1)',
    ]);
    expect((await folder.exported()).map(({ title, fetchedAt }) => [title, fetchedAt])).toEqual([
      ['fern', '2020-05-01T10:00:00.000Z'],
      ['moss', '2005-01-02T03:04:05.000Z'],
    ]);
    expect(await folder.problems()).toEqual([]);
  });

  test('is followed by `recrawl`, which says how the pages get fetched', async () => {
    await folder.run(folder.file('a.warc.gz', compressed(response('moss', page('moss')))));
    expect((await thresher(['recrawl', '--dir', folder.data])).printed).toEqual([
      'archive: 1 host is due now. Run `npx thresher crawl FILE` to fetch them, with a crawl.yaml that has `crawl: archive`.',
    ]);
  });

  test('takes neither the response to POST for the page of its URL, nor a capture from the future', async () => {
    const posted = responseRecord('http://a.example/x', page('posted'), {
      date: '2021-01-01T00:00:00Z',
      more: { 'WARC-Record-ID': '<posted>' },
    });
    const post = warcRecord(
      { 'WARC-Type': 'request', 'WARC-Target-URI': 'http://a.example/x', 'WARC-Concurrent-To': '<posted>' },
      'POST /x HTTP/1.1\r\n\r\na=1',
    );
    const late = response('x', page('late'), '2921-01-01T00:00:00Z');
    const name = folder.file('a.warc', Buffer.concat([response('x', page('page')), posted, post, late]));
    const { code, stderr, ...found } = await folder.imported(name);
    expect([code, found]).toMatchObject([1, { imported: 1, refused: { method: 1 }, damaged: 1 }]);
    expect(stderr).toContainEqual(expect.stringContaining('a date in the future, 2921-01-01T00:00:00.000Z'));
    expect(await folder.titles()).toEqual({ '/x': 'page' });
  });

  test('keeps the newest capture of a URL, whatever the order of files and runs', async () => {
    const old = folder.file('old.warc.gz', compressed(response('x', page('oldest'), '2019-01-01T00:00:00Z')));
    const middle = folder.file('middle.warc.gz', compressed(response('x', page('middle'), '2020-01-01T00:00:00Z')));
    const newest = folder.file('newest.warc.gz', compressed(response('x', page('newest'), '2021-01-01T00:00:00Z')));
    expect(await folder.imported(middle, old)).toMatchObject({ code: 0, accepted: 2, imported: 1 });
    expect(await folder.titles()).toEqual({ '/x': 'middle' });
    expect(await folder.imported(old)).toMatchObject({ imported: 0 });
    expect(await folder.imported(newest, middle)).toMatchObject({ imported: 1 });
    // The earlier text is no record any more.
    expect(await folder.titles()).toEqual({ '/x': 'newest' });
    expect(await folder.imported(old, newest)).toMatchObject({ imported: 0 });
    expect(await folder.titles()).toEqual({ '/x': 'newest' });
    expect(await folder.problems()).toEqual([]);
  });

  test('imports a file twice without duplicates', async () => {
    const name = folder.file('a.warc.gz', compressed(response('moss', page('moss')), response('fern', page('fern'))));
    await folder.run(name);
    const before = await folder.exported();
    expect(await folder.imported(name, name)).toMatchObject({ code: 0, imported: 0 });
    expect(await folder.exported()).toEqual(before);
    expect(await folder.captures()).toEqual({ 'http://a.example/moss': 1, 'http://a.example/fern': 1 });
    expect((await thresher(['status', '--json', '--dir', folder.data])).answers()[0]).toMatchObject({
      urls: 2,
      records: 2,
    });
  });

  test('a text at several URLs is one record', async () => {
    await folder.run(
      folder.file('a.warc.gz', compressed(response('moss', page('moss')), response('copy', page('moss')))),
    );
    expect((await folder.exported()).map(({ urls }) => urls.length)).toEqual([2]);
  });

  test('honours noindex, and reads the WARC files in a WACZ that deflates them', async () => {
    const hidden = page('hidden').replace('<head>', '<head><meta name="robots" content="noindex">');
    const records = Buffer.concat([response('moss', page('moss')), response('hidden', hidden)]);
    const name = folder.file('a.wacz', zip('archive/deflated.warc', records.toString()));
    expect(await folder.imported(name)).toMatchObject({ code: 0, files: 1, imported: 2 });
    expect(await folder.titles()).toEqual({ '/moss': 'moss' });
  });

  test('reads what this crawler exports', async () => {
    const name = folder.file('a.warc.gz', compressed(response('moss', page('moss')), response('fern', page('fern'))));
    await folder.run(name);
    const before = await folder.exported();
    for (const format of ['warc', 'wacz']) {
      const target = join(folder.dir, `out.${format === 'warc' ? 'warc.gz' : 'wacz'}`);
      expect((await thresher(['export', '--format', format, '-o', target, '--dir', folder.data])).code).toBe(0);
      const copy = join(folder.dir, `copy-${format}`);
      expect((await thresher(['import', target, '--dir', copy])).code).toBe(0);
      const ids = (await thresher(['export', '--dir', copy])).answers().map(({ id, url }) => `${id} ${url}`);
      expect(ids.sort()).toEqual(before.map(({ id, url }) => `${id} ${url}`).sort());
    }
  });
});

describe('damage', () => {
  test('names files and offsets, imports the rest, and exits with 1', async () => {
    const members = ['moss', 'fern', 'heath'].map((topic) => gzipSync(response(topic, page(topic))));
    const bytes = Buffer.concat(members);
    bytes[members[0]!.length + 100]! ^= 0xff;
    const name = folder.file('damaged.warc.gz', bytes.subarray(0, -10));
    const { code, stderr, ...found } = await folder.imported(name);
    const last = members[0]!.length + members[1]!.length;
    expect(code).toBe(1);
    expect(found).toMatchObject({
      imported: 1,
      damaged: 2,
      damagedPlaces: [
        { file: name, offset: members[0]!.length },
        { file: name, offset: last, detail: 'the member ends early' },
      ],
    });
    expect(stderr).toContain(`${name}, byte ${last}: the member ends early`);
    expect(await folder.titles()).toEqual({ '/moss': 'moss' });
  });

  test('refuses a pipe without waiting for it', async () => {
    const pipe = join(folder.dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect((await folder.run(pipe)).stderr).toEqual([
      `${pipe}: a pipe; each file is read twice, so write it to a file first`,
    ]);
  });

  test('reads a WACZ up to the place where its compression is damaged, and the files after it', async () => {
    const noise = hash('shake256', 'x', { outputLength: 200_000, outputEncoding: 'hex' });
    const records = ['moss', 'fern'].map((topic) => response(topic, page(topic)));
    const bytes = zip('archive/deflated.warc', Buffer.concat([...records, response('noise', noise)]).toString());
    const name = folder.file('a.wacz', Buffer.from(bytes).fill(0xff, 150_000, 200_000));
    const other = folder.file('b.warc', response('heath', page('heath')));
    expect(await folder.imported(name, other)).toMatchObject({
      ...{ code: 1, files: 2, imported: 3 },
      damagedPlaces: [{ file: `${name}:archive/deflated.warc` }],
    });
    expect(Object.keys(await folder.titles()).sort()).toEqual(['/fern', '/heath', '/moss']);
  });

  test('refuses files that are no archives: alone with exit code 2, beside others with 1', async () => {
    const text = folder.file('text.warc', 'hello');
    const missing = join(folder.dir, 'missing.warc');
    const none = await folder.run(text, missing);
    const other = 'and no JSON Lines with an object a line; import documents and folders with --base URL';
    expect([none.code, none.stderr]).toEqual([
      2,
      [`${text}: not a WARC or ARC file, ${other}`, `${missing}: no such file`],
    ]);
    expect(existsSync(folder.data)).toBe(false);
    const zipped = folder.file('a.zip', zip('x.txt', 'x'));
    const good = folder.file('a.warc.gz', compressed(response('moss', page('moss'))));
    const { code, stderr, ...found } = await folder.imported(text, good, zipped);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${zipped}: not a WACZ: the ZIP file has no archive/*.warc.gz; import a document with --base URL`,
    );
    expect(found).toMatchObject({
      imported: 1,
      notRead: [expect.stringContaining(text), expect.stringContaining(zipped)],
    });
  });

  test('creates no crawl for archives without pages', async () => {
    const { code, stderr } = await folder.run(folder.file('a.warc', warcRecord({ 'WARC-Type': 'warcinfo' }, 'x')));
    expect([code, stderr[0]]).toEqual([2, 'the files have no page that could be imported, so no crawl is created']);
    expect(existsSync(folder.data)).toBe(false);
  });

  test('says why no page can be imported', async () => {
    const { code, stderr } = await folder.run(folder.file('a.zip', zip('x.txt', 'x')), '--base', 'https://a.test/');
    expect([code, stderr[0]]).toEqual([
      2,
      'the files have no page that could be imported (refused: binary-extension 1), so no crawl is created',
    ]);
  });
});
