import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import type { DocumentLine } from '../../../shared/clean/document.ts';
import { readCapture } from '../../../shared/fetch/warc/warc-read.ts';
import { readJsonLines } from '../../../shared/text/json-lines.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
let site: TestSite;
const pages: Record<string, string> = {};
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-delete-'));
  for (const path of Object.keys(pages)) delete pages[path];
  Object.assign(pages, {
    '/': `${prose('heath')}<a href="/moss">moss</a> <a href="/staff/ann">a</a> <a href="/staff/bob">b</a>`,
    '/moss': `${prose('moss')}<a href="/staff/ann">a</a>`,
    '/staff/ann': `${prose('annsecret')}<a href="/">home</a>`,
    '/staff/bob': prose('bobsecret'),
  });
  site = await startSite(pages);
});
afterEach(() => {
  site.close();
  rmSync(dir, { recursive: true });
});

const at = () => ['--dir', dir, '--name', 'moss'];
const crawl = (...more: string[]) =>
  thresher(['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', ...more, ...at()]);
const answer = async (...args: string[]) => (await thresher([...args, '--json', ...at()])).answers()[0]!;
const exported = async () =>
  (await thresher(['export', ...at()])).answers().map(({ url }) => String(url).replace(site.origin, ''));

/** Names of the files in the data folder that contain a text, packed or not. */
function filesWith(text: string, below = dir): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => unpacked(file).includes(text))
    .map((file) => file.slice(below.length + 1));
}

function unpacked(file: string): Buffer {
  const bytes = readFileSync(file);
  if (file.endsWith('.gz')) return gunzipSync(bytes);
  return file.endsWith('.zst') && bytes.length > 0 ? zstdDecompressSync(bytes) : bytes;
}

describe('a path', () => {
  test('is not called deleted if the command was interrupted before it searched', async () => {
    expect((await crawl()).code).toBe(0);
    const args = ['delete', '--path', `${site.origin}/staff/`, '--apply', ...at()];
    const { code, printed } = await thresher(args, [], { interrupt: AbortSignal.abort() });
    expect([code, printed]).toEqual([
      130,
      ['moss: nothing was found yet', 'Interrupted: repeat the same command to complete it.'],
    ]);
    expect((await thresher(args)).printed[0]).toBe('moss: deleted:');
  });

  test('is deleted from index, documents, records and frontier, after a dry run that changes nothing', async () => {
    expect((await crawl()).code).toBe(0);
    site.requests();
    const path = `${site.origin}/staff/`;
    const dry = await thresher(['delete', '--path', path, ...at()]);
    expect(dry.code).toBe(0);
    expect(dry.printed[0]).toBe('moss: would delete:');
    expect(dry.printed.join('\n')).toContain('2 records; leaving the search index: 2');
    expect(dry.printed.join('\n')).toContain('2 URLs in the frontier; not fetched yet: 0');
    expect(dry.printed.join('\n')).toContain('2 captures in raw/: kept; --raw overwrites them');
    expect(dry.printed.at(-1)).toContain(`To delete: npx thresher delete --path ${path}`);
    expect((await exported()).sort()).toEqual(['/', '/moss', '/staff/ann', '/staff/bob']);

    const { code, printed } = await thresher(['delete', '--path', path, '--apply', ...at()]);
    expect({ code, first: printed[0] }).toEqual({ code: 0, first: 'moss: deleted:' });
    expect((await exported()).sort()).toEqual(['/', '/moss']);
    // The text is left in the WARC file only, and words of it nowhere else.
    expect(filesWith('annsecret7').map((file) => file.split('/')[1])).toEqual(['raw']);
    expect(filesWith('bobsecret33').map((file) => file.split('/')[1])).toEqual(['raw']);
    const again = await answer('delete', '--path', path, '--apply');
    expect(again).toMatchObject({ records: { count: 0 }, pages: { count: 0 }, documents: { count: 0 } });
    expect((await thresher(['search', 'annsecret7', '--json', ...at()])).printed.join()).not.toContain('/staff/');
  });

  test('is not found, fetched or indexed again until it is lifted', async () => {
    await crawl();
    const path = `${site.origin}/staff/`;
    await thresher(['delete', '--path', path, '--apply', ...at()]);
    // A new page links to a new page below the path.
    pages['/moss'] += '<a href="/staff/eve">e</a> <a href="/fern">f</a>';
    pages['/staff/eve'] = prose('evesecret');
    pages['/fern'] = prose('fern');
    site.requests();
    await thresher(['recrawl', ...at()]);
    expect((await crawl()).code).toBe(0);
    expect(site.requests()).toEqual(['/', '/fern', '/moss']);
    expect((await exported()).sort()).toEqual(['/', '/fern', '/moss']);
    const explained = await answer('explain', `${path}ann`);
    expect(explained).toMatchObject({ state: 'refused.deleted' });
    expect((await answer('explain', `${path}eve`))['steps']).toContainEqual(
      expect.objectContaining({ step: 'rules', reason: 'deleted' }),
    );
    expect((await thresher(['delete', '--list', ...at()])).printed).toEqual([`--path ${path}`]);

    const lifted = await answer('delete', '--lift', '--path', path);
    expect(lifted).toMatchObject({ pages: 2 });
    // Links of an unchanged page are not read again.
    pages['/moss'] += ' ';
    await thresher(['recrawl', ...at()]);
    expect((await crawl()).code).toBe(0);
    expect(site.requests()).toEqual(['/', '/fern', '/moss', '/staff/ann', '/staff/bob', '/staff/eve']);
    expect(await exported()).toHaveLength(6);
    expect(await answer('delete', '--list')).toMatchObject({ deleted: { prefixes: [] } });
  });

  test('can be one URL, and none that begins like it', async () => {
    pages['/moss'] += '<a href="/staff/ann-marie">a</a>';
    pages['/staff/ann-marie'] = prose('annmarie');
    await crawl();
    const url = `${site.origin}/staff/ann`;
    await thresher(['delete', '--url', url, '--apply', ...at()]);
    expect(await exported()).not.toContain('/staff/ann');
    expect(await exported()).toContain('/staff/ann-marie');
    expect((await thresher(['delete', '--list', ...at()])).printed).toEqual([`--url ${url}`]);
    site.requests();
    await thresher(['recrawl', ...at()]);
    await crawl();
    expect(site.requests()).not.toContain('/staff/ann');
    expect(await answer('delete', '--lift', '--url', url)).toMatchObject({ pages: 1 });
    await crawl();
    expect(await exported()).toContain('/staff/ann');
  });

  test('leaves the WARC files only with --raw, and they stay readable', async () => {
    await crawl();
    await thresher(['delete', '--path', `${site.origin}/staff/`, '--apply', '--raw', ...at()]);
    expect(filesWith('annsecret7')).toEqual([]);
    expect(filesWith('GET /staff/ann')).toEqual([]);
    expect(filesWith('moss7').map((file) => file.split('/')[1])).toContain('raw');
    // The captures behind an erased one are still at their places.
    const clean = join(dir, 'objects', 'clean');
    const lines = readdirSync(clean, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.zst'))
      .flatMap((name) => [...readJsonLines<DocumentLine>(readFileSync(join(clean, name)))]);
    expect(lines).toHaveLength(2);
    for (const { url, capture } of lines) {
      const object = readFileSync(join(dir, 'objects', capture.key));
      expect(readCapture(object.subarray(capture.offset, capture.offset + capture.length)).url).toBe(url);
    }
  });

  test('of a queued URL is never fetched', async () => {
    await crawl('--limit', '1');
    const queued = await answer('delete', '--path', `${site.origin}/staff/`, '--apply');
    expect(queued).toMatchObject({ records: { count: 0 } });
    site.requests();
    await crawl();
    expect(site.requests().filter((path) => path.startsWith('/staff'))).toEqual([]);
  });
});

test('a lift that failed halfway can be repeated', async () => {
  expect((await crawl()).code).toBe(0);
  const path = `${site.origin}/staff/`;
  expect((await thresher(['delete', '--path', path, '--apply', ...at()])).code).toBe(0);
  const db = new DatabaseSync(join(dir, 'frontier.sqlite'));
  db.exec(`CREATE TRIGGER fails BEFORE UPDATE ON head BEGIN SELECT RAISE(ABORT, 'no disk'); END`);
  await expect(thresher(['delete', '--lift', '--path', path, ...at()])).resolves.not.toMatchObject({ code: 0 });
  db.exec('DROP TRIGGER fails');
  db.close();
  expect(await answer('delete', '--lift', '--path', path)).toMatchObject({ pages: 2 });
});

test('deletes a record by id, wherever its text is found later', async () => {
  pages['/copy'] = pages['/staff/ann']!;
  await crawl();
  const hits = (await answer('search', 'annsecret7'))['hits'] as { id: string }[];
  const id = hits[0]!.id;
  const deleted = await answer('delete', '--id', id, '--apply', '--raw');
  expect(deleted).toMatchObject({ removed: 1, pages: { count: 1 }, documents: { count: 1 }, captures: { count: 1 } });
  expect(filesWith('annsecret7')).toEqual([]);
  pages['/moss'] += '<a href="/copy">copy</a>';
  await thresher(['recrawl', ...at()]);
  site.requests();
  await crawl();
  expect(site.requests()).toEqual(['/', '/copy', '/moss', '/staff/bob']);
  expect((await exported()).sort()).toEqual(['/', '/moss', '/staff/bob']);
  expect(filesWith('annsecret7').map((file) => file.split('/')[1])).toEqual(['raw']);
  expect(await answer('delete', '--lift', '--id', id)).toMatchObject({ pages: 2 });
  await crawl();
  expect((await exported()).length).toBe(4);
});

test('keeps a deleted host out when its seed is still in the settings', async () => {
  const other = await startSite({ '/': prose('othersecret') }, '127.0.0.2', site.port);
  try {
    pages['/'] += `<a href="${other.origin}/">other</a>`;
    const both = () =>
      thresher([
        'crawl',
        `${site.origin}/`,
        `${other.origin}/`,
        '--allow-private',
        '127.0.0.0/8',
        '--delay',
        '0',
        ...at(),
      ]);
    await both();
    expect(await exported()).toContain(`${other.origin}/`);
    const { code } = await thresher(['delete', '--host', other.host, '--apply', ...at()]);
    expect(code).toBe(0);
    expect(await exported()).not.toContain(`${other.origin}/`);
    // The same seeds and settings as before do not bring it back.
    await thresher(['recrawl', ...at()]);
    other.requests();
    await both();
    expect(other.requests()).toEqual([]);
    expect(await exported()).not.toContain(`${other.origin}/`);
  } finally {
    other.close();
  }
});

test('refuses wrong selections, unknown rules and a folder in use', async () => {
  await crawl();
  const fails = async (...args: string[]) => {
    const { code, stderr } = await thresher(['delete', ...args, ...at()]);
    return `${code} ${stderr.join('\n')}`;
  };
  expect(await fails()).toMatch(/^2 .*select pages with/);
  expect(await fails('--id', 'abc', '--host', 'a/b')).toMatch(/^2 --host: a\/b: must be(.|\n)*--id: abc: must be 64/);
  expect(await fails('--path', 'staff')).toMatch(/^2 --path: staff: not a valid URL/);
  expect(await fails('--lift', '--host', 'a.example')).toMatch(/^2 nothing to lift/);
  expect(await fails('--digest', 'a'.repeat(32))).toMatch(/^2 --digest: no document/);
  expect(await fails('--path', `${site.origin}/?utm_source=x`)).toMatch(/^2 --path: .*stores it as/);
  const unlock = lockFolder(dir);
  try {
    expect(await fails('--host', site.host, '--apply')).toMatch(/^3 .*in use/);
  } finally {
    unlock();
  }
});
