/** Exports, deletions, new visits and explanations by the library, compared with what the commands do. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import {
  addSeeds,
  archivedPages,
  crawl,
  deletedRules,
  deletePages,
  explain,
  exportStream,
  exportTo,
  type GivenSettings,
  liftDeleted,
  openCleaner,
  openFolder,
  records,
  recrawl,
  type SkippedRecord,
  type Stores,
  search,
  setState,
  status,
} from 'thresher';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prose, startSite, type TestSite } from '../cli/site.ts';
import { thresher } from '../cli/test-terminal.ts';

let site: TestSite;
let folder: string;
let settings: GivenSettings;
const place = () => ({ dir: join(folder, 'data') });
const file = (name: string) => join(folder, name);

async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
}

beforeAll(async () => {
  site = await startSite({
    '/': `${prose('moss')}<a href=/fen>fen</a> <a href=/heath>heath</a>`,
    '/fen': prose('fen'),
    '/heath': prose('heath'),
  });
  folder = mkdtempSync(join(tmpdir(), 'thresher-manage-'));
  settings = {
    crawl: 'bogs',
    seeds: [`${site.origin}/`],
    network: { allowPrivate: ['127.0.0.0/8'] },
    politeness: { hostPauseMs: 0 },
  };
  await crawl(settings, place());
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['jsonl', 'csv', 'graphml', 'removed'] as const)(
  'exports %s to a file and to a stream, as the command',
  async (format) => {
    const command = file(`command.${format}`);
    expect((await thresher(['export', '-f', format, '-o', command, '--dir', place().dir])).code).toBe(0);
    const expected = readFileSync(command, 'utf8');
    const records = format === 'removed' ? 0 : 3;
    const output = file(`library.${format}`);
    expect(await exportTo(output, { ...place(), format })).toEqual({
      ...{ crawl: 'bogs', format, output, records, skipped: 0 },
    });
    expect(readFileSync(output, 'utf8')).toBe(expected);
    expect((await readAll(exportStream(format, place()))).join('')).toBe(expected);
  },
);

test('exports Parquet, chosen by the name of the file, and streams it', async () => {
  const output = file('records.parquet');
  expect(await exportTo(output, { ...place(), query: 'title:fen' })).toMatchObject({ format: 'parquet', records: 1 });
  const bytes = Buffer.concat(await readAll(exportStream('parquet', { ...place(), query: 'title:fen' })));
  expect(bytes.equals(readFileSync(output))).toBe(true);
  const compressors = { ZSTD: (content: Uint8Array) => zstdDecompressSync(content) };
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer, compressors });
  expect(rows).toMatchObject([{ url: `${site.origin}/fen`, title: 'fen' }]);
});

test('exports folders, several files and archives', async () => {
  expect(await exportTo(file('corpus'), { ...place(), format: 'md' })).toMatchObject({ files: 3, skipped: 0 });
  expect(readdirSync(file('corpus'))).toHaveLength(3);
  expect(await exportTo(file('part.jsonl'), { ...place(), recordsPerFile: 2 })).toMatchObject({ records: 3, files: 2 });
  const archive = await exportTo(file('all.warc.gz'), place());
  expect(archive).toMatchObject({ format: 'warc', bytes: readFileSync(file('all.warc.gz')).length });
});

test('a stream has a piece for each record, and its reader may stop early', async () => {
  const lines = exportStream('jsonl', place());
  expect((await lines.next()).value).toMatch(/^\{.*\}\n$/s);
  await lines.return();
  let chunks = 0;
  await pipeline(Readable.from(exportStream('jsonl', place())), async (source) => {
    for await (const _ of source) chunks++;
  });
  expect(chunks).toBe(3);
});

test('a stream reads on only when its reader asks', async () => {
  const own = { dir: join(folder, 'asked') };
  // Each run stores an object of its own.
  for (const path of ['/fen', '/heath'])
    await crawl({ ...settings, seeds: [`${site.origin}${path}`], limits: { maxDepth: 0 } }, own);
  const skipped: string[] = [];
  const lines = exportStream('jsonl', { ...own, onSkipped: (message) => skipped.push(message) });
  expect(await lines.next()).toMatchObject({ done: false });
  rmSync(join(own.dir, 'objects', 'clean'), { recursive: true });
  expect(await lines.next()).toMatchObject({ done: true });
  expect(skipped).toHaveLength(1);
});

test('a class that no page has is no skipped record', async () => {
  const own = { dir: join(folder, 'classes') };
  const topic = { filters: [{ terms: 'plants.txt', termsText: '10: moss=CP.Drosera' }] };
  await crawl({ ...settings, topic, limits: { maxDepth: 0 } }, own);
  const skipped: string[] = [];
  const asked = { ...own, query: 'class:Drosera', onSkipped: (message: string) => skipped.push(message) };
  expect(await exportTo(file('classes.jsonl'), asked)).toMatchObject({ records: 0, skipped: 0 });
  expect(await readAll(exportStream('jsonl', asked))).toEqual([]);
  expect(await readAll(records(asked))).toEqual([]);
  expect(skipped).toEqual([]);
  const exported = ['export', '-q', 'class:Drosera', '-o', file('same.jsonl'), '--dir', own.dir];
  const { code, stderr } = await thresher(exported);
  const hint = 'query: class:Drosera: no page has this class; similar classes are CP.Drosera';
  expect([code, stderr]).toEqual([0, expect.arrayContaining([hint])]);
});

test.each([
  ['', 'md', 'output: the name is empty; give the name of a folder'],
  ['', 'csv', 'output: the name is empty; give the name of a file'],
  ['-', 'csv', '-: stands for standard output, which the library does not write to'],
  ['-', 'md', '-: stands for standard output, which the library does not write to'],
] as const)('refuses the output %j of %s', async (output, format, message) => {
  const refused = exportTo(output, { ...place(), format });
  await expect(refused).rejects.toMatchObject({ code: 'ERR_USAGE', message: expect.stringContaining(message) });
});

test('refuses a file as the folder of an export', async () => {
  writeFileSync(file('taken'), '');
  const message = `${file('taken')}: is not a folder; give the name of a folder`;
  const refused = exportTo(file('taken'), { ...place(), format: 'md' });
  await expect(refused).rejects.toMatchObject({ code: 'ERR_USAGE', message });
  const { code, stderr } = await thresher(['export', '-f', 'md', '-o', file('taken'), '--dir', place().dir]);
  expect([code, stderr]).toEqual([2, [`-o ${message}`]]);
});

test.each([5, null, [5], {}])('refuses %j as files of archived pages', async (files) => {
  const refused = archivedPages(files as unknown as string).next();
  await expect(refused).rejects.toMatchObject({
    ...{ code: 'ERR_USAGE', message: 'files: must be a string or a list of strings' },
  });
});

test('a signal ends an export, and leaves no file', async () => {
  const signal = AbortSignal.abort(new Error('no time'));
  await expect(exportTo(file('never.csv'), { ...place(), signal })).rejects.toThrow('no time');
  await expect(exportStream('jsonl', { ...place(), signal }).next()).rejects.toThrow('no time');
  await expect(exportTo(file('never.removed'), { ...place(), format: 'removed', signal })).rejects.toThrow('no time');
  await expect(exportTo(file('never-md'), { ...place(), format: 'md', signal })).rejects.toThrow('no time');
  expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
});

test.each(['jsonl', 'parquet'] as const)('a signal ends a stream of %s before its next piece', async (format) => {
  const ending = new AbortController();
  const pieces = exportStream(format as 'jsonl', { ...place(), signal: ending.signal });
  expect(await pieces.next()).toMatchObject({ done: false });
  ending.abort(new Error('no time'));
  await expect(pieces.next()).rejects.toThrow('no time');
});

test('a signal that has aborted already ends a deletion before its rules are stored', async () => {
  const signal = AbortSignal.abort(new Error('no time'));
  const selected = { url: [`${site.origin}/fen`] };
  await expect(deletePages(selected, { ...place(), apply: true, signal })).rejects.toThrow('no time');
  expect(await deletedRules(place())).toMatchObject({ urls: [] });
});

test('explains why a URL is not in the crawl', async () => {
  const explained = await explain('mailto:ada@bog.test', place());
  expect(explained.steps.at(-1)).toMatchObject({ decision: 'refused', reason: 'scheme' });
  const known = await explain(new URL('/fen', site.origin), place());
  const { answers } = await thresher(['explain', `${site.origin}/fen`, '--json', '--dir', place().dir]);
  expect(known).toEqual(answers()[0]);
});

test('marks pages as due', async () => {
  site.requests();
  expect(await recrawl({ ...place(), prefix: `${site.origin}/fen` })).toEqual({ crawl: 'bogs', hosts: 1 });
  await crawl(settings, place());
  expect(site.requests()).toEqual(['/fen']);
});

test('deletes pages, keeps them out, and lifts that again', async () => {
  const own = { dir: join(folder, 'deleted') };
  await crawl(settings, own);
  const url = [`${site.origin}/heath`];
  expect(await deletePages({ url }, own)).toMatchObject({ applied: false, removed: 1 });
  expect((await search({ q: 'heath1' }, own)).total).toBe(1);
  const deleted = await deletePages({ url }, { ...own, apply: true });
  expect(deleted).toMatchObject({ crawl: 'bogs', applied: true, done: true, removed: 1, pages: { count: 1 } });
  expect((await search({ q: 'heath1' }, own)).total).toBe(0);
  expect(await deletedRules(own)).toMatchObject({ urls: url, hosts: [] });
  await addSeeds(url, { ...own, force: true });
  await crawl(settings, own);
  expect((await search({ q: 'heath1' }, own)).total).toBe(0);
  expect(await liftDeleted({ url }, own)).toMatchObject({ pages: 1, lifted: { urls: url } });
  await crawl(settings, own);
  expect((await search({ q: 'heath1' }, own)).total).toBe(1);
});

test('a forced seed brings its metadata to a URL that the crawl knows', async () => {
  const own = { dir: join(folder, 'listed') };
  await crawl(settings, own);
  const url = `${site.origin}/fen`;
  const listing = async () => {
    for await (const record of records({ ...own, query: 'title:fen' })) return record.listing;
    return undefined;
  };
  expect(await listing()).toBeUndefined();
  await addSeeds([{ url, about: { id: '9' } }], { ...own, force: true });
  await crawl(settings, own);
  expect(await listing()).toEqual({ id: '9' });
  await addSeeds([url], { ...own, force: true });
  await crawl(settings, own);
  expect(await listing()).toEqual({ id: '9' });
});

test('a deletion needs a folder without a running crawl', async () => {
  const own = { dir: join(folder, 'busy') };
  let refusal: unknown;
  await crawl(settings, {
    ...own,
    async onFetched() {
      refusal ??= await deletePages({ host: [site.host] }, { ...own, apply: true }).catch((error: unknown) => error);
    },
  });
  expect(refusal).toMatchObject({ name: 'FolderInUseError', code: 'ERR_FOLDER_IN_USE' });
});

test('yields the pages of a damaged archive for a cleaner, and reports what it skips', async () => {
  await exportTo(file('sound.warc'), place());
  const sound = readFileSync(file('sound.warc'));
  // Records are gzip members: damage to one leaves the others.
  const second = sound.indexOf(Buffer.of(0x1f, 0x8b, 8), 3);
  expect(second).toBeGreaterThan(0);
  const damaged = Buffer.concat([sound.subarray(0, second), Buffer.from('damage'.repeat(20)), sound.subarray(second)]);
  writeFileSync(file('damaged.warc'), damaged);
  const skipped: SkippedRecord[] = [];
  const cleaner = await openCleaner();
  const titles: (string | null)[] = [];
  for await (const page of archivedPages(file('damaged.warc'), { onSkipped: (one) => skipped.push(one) })) {
    expect([page.status, page.truncated]).toEqual([200, false]);
    titles.push((await cleaner.clean(page)).title);
  }
  await cleaner.close();
  expect(titles.sort()).toEqual(['fen', 'heath', 'moss']);
  expect(skipped).toContainEqual(expect.objectContaining({ file: file('damaged.warc'), reason: null }));
});

test('messages name options of the library, and errors have codes', async () => {
  const pausing = { dir: join(folder, 'paused') };
  await crawl(settings, pausing);
  await setState('paused', pausing);
  const missing = join(folder, 'missing');
  const refusals: [() => Promise<unknown>, string, string][] = [
    [() => status({ dir: missing }), 'ERR_NO_CRAWL', `${missing}: no crawl in this folder yet; call crawl first`],
    [() => status({ ...place(), name: 'fens' }), 'ERR_NO_CRAWL', `name: ${place().dir} has no crawl fens; it has bogs`],
    [
      () => crawl(settings, pausing),
      'ERR_CRAWL_CLOSED',
      `crawl bogs in ${pausing.dir} is paused, so nothing was fetched and nothing was changed\nto open it, crawl with the option resume, or call setState('open')`,
    ],
    [
      () => exportTo(file('x.csv'), { ...place(), query: 'lang:xx' }),
      'ERR_USAGE',
      'query: lang:xx: must be the code of a language (ISO 639), such as en, de or zh',
    ],
    [
      () => exportTo(file('x.csv'), { ...place(), since: 'yesterday' }),
      'ERR_USAGE',
      'since: yesterday: must be a date or a time, such as 2024-05-31 or 2024-05-31T12:00Z, or the file of an earlier export',
    ],
    [
      () => exportTo(file('x.graphml'), { ...place(), recordsPerFile: 2 }),
      'ERR_USAGE',
      'recordsPerFile: not possible with the format graphml',
    ],
    [
      () => exportTo(join(missing, 'x.csv'), place()),
      'ERR_USAGE',
      `${join(missing, 'x.csv')}: the folder ${missing} does not exist; create it first`,
    ],
    [() => deletePages({}, place()), 'ERR_USAGE', 'selection: selects nothing; give host, path, url, digest or id'],
    [
      () => deletePages({ id: ['abc'] }, place()),
      'ERR_USAGE',
      'id: abc: must be 64 hexadecimal digits, as `thresher search --json` prints them',
    ],
    [() => search({ q: 'fen', size: 101 }, place()), 'ERR_USAGE', 'size: 101: must be a whole number from 1 to 100'],
    [() => crawl(settings, { signal: {} as AbortSignal }), 'ERR_USAGE', 'signal: must be an AbortSignal'],
    [() => crawl({ ...settings, seeds: [] }, place()), 'ERR_SETTINGS', 'seeds: at least one seed'],
    [() => openCleaner(3 as never), 'ERR_USAGE', 'settings: must be an object, or the name of a crawl.yaml'],
  ];
  for (const [refused, code, message] of refusals)
    await expect(refused(), message).rejects.toThrow(expect.objectContaining({ code, message }));
});

test('the stores of a closed folder say so', async () => {
  const { dir } = place();
  const stores = openFolder(dir);
  const [{ crawl: name } = { crawl: '' }] = await stores.control.list();
  stores.close();
  const closed = {
    name: 'UsageError',
    code: 'ERR_USAGE',
    message: `${dir}: its stores were closed; open them again with openFolder`,
  };
  await expect(stores.index.count(name)).rejects.toMatchObject(closed);
  await expect(stores.control.list()).rejects.toMatchObject(closed);
  await expect(stores.frontier.listDue(name, 1, 1)).rejects.toMatchObject(closed);
  expect(() => stores.atOnce(() => undefined)).toThrow(expect.objectContaining(closed));
  expect(() => [...stores.checks.deadLetters()]).toThrow(expect.objectContaining(closed));
  const readOn = async () => {
    for await (const _ of stores.index.records(name)) expect.unreachable();
  };
  await expect(readOn()).rejects.toMatchObject(closed);
  // Other errors stay what they are.
  const open = openFolder(dir);
  await expect(open.control.setState('none', 'open')).rejects.toThrow(/^there is no crawl none$/);
  open.close();
});

test('annotations of a closed folder say so, and create no file', async () => {
  const { dir } = place();
  const annotation = { crawl: 'bogs', id: 'a', url: 'http://a.example/', record: 'r', author: 'Ada', text: 'moss' };
  const add = (stores: Stores) => stores.annotations.add({ ...annotation, createdAt: 1 }, 'moss');
  const get = (stores: Stores) => stores.annotations.get('bogs', 'a');
  const remove = (stores: Stores) => stores.annotations.delete('bogs', 'a');
  const closed = { name: 'UsageError', message: expect.stringContaining('its stores were closed') };
  const file = join(dir, 'annotations.sqlite');

  const before = openFolder(dir, 'write');
  expect(await get(before)).toBeUndefined();
  before.close();
  for (const call of [add, get, remove]) await expect(call(before)).rejects.toMatchObject(closed);
  expect(existsSync(file)).toBe(false);

  const used = openFolder(dir, 'write');
  expect(await add(used)).toBe('added');
  used.close();
  for (const call of [add, get, remove]) await expect(call(used)).rejects.toMatchObject(closed);
  const again = openFolder(dir);
  expect(await get(again)).toMatchObject({ text: 'moss' });
  again.close();
});

test('a folder may be closed twice', () => {
  const stores = openFolder(place().dir);
  stores.close();
  expect(() => stores.close()).not.toThrow();
  expect(() => openFolder(place().dir, 'rw' as never)).toThrow('mode: rw: must be read or write');
});
