/** Deletes one of two crawls of a data folder. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import type { NoticeMessage } from '../../../shared/alerts/notice.ts';
import { createNoticeOutbox } from '../../../shared/alerts/notice-outbox.ts';
import { encodeModel } from '../../../shared/classify/models/model-file.ts';
import { trainModel } from '../../../shared/classify/models/training/train-model.ts';
import { openPoisonJournal } from '../../../shared/clean/poison-journal.ts';
import { OBJECT_FOLDERS, pathsOfCrawl, removePath } from '../../../shared/local/crawl-files.ts';
import { ANNOTATION_TABLES, FRONTIER_TABLES, INDEX_TABLES } from '../../../shared/local/crawl-removal.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { storeApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { examplesOf } from '../../classify/models/examples.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

/** The deleted crawl, and one whose name begins with the same letters. A hash, which follows names of files, has no `w`. */
const [GONE, KEPT] = ['moss', 'moss-wood'] as const;
/** The name of the deleted crawl, and words of its pages. */
const OF_GONE = /moss(?!-wood)|sphagnum/;

let files: string;
let dir: string;
let sites: TestSite[];
beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'thresher-crawls-'));
  sites = [
    await startSite({ '/': `${prose('sphagnum')}<a href="/a">a</a>`, '/a': prose('sphagnumleaf') }),
    await startSite({ '/': `${prose('heather')}<a href="/a">a</a>`, '/a': prose('heatherbell') }, '127.0.0.2'),
  ];
  // The kept crawl is the older one, whose tables of the index have the number 1.
  await createCrawl(KEPT, 'heather', sites[1]!, []);
  await createCrawl(GONE, 'sphagnum', sites[0]!, ['own.model']);
  await storeRareThings(join(files, 'data'), GONE);
});
afterAll(() => {
  for (const site of sites) site.close();
  rmSync(files, { recursive: true });
});
beforeEach(() => {
  dir = temporaryFolder();
  cpSync(join(files, 'data'), dir, { recursive: true });
});

const write = (name: string, text: string | Uint8Array) => writeFileSync(join(files, name), text);

/** Crawls a site, and adds an annotation and a verdict. */
async function createCrawl(crawl: string, word: string, { origin }: TestSite, models: string[]): Promise<void> {
  for (const [i, name] of ['common.model', ...models].entries())
    write(name, encodeModel(trainModel(examplesOf(20 + i), { topic: ['plants'] })));
  write('terms.txt', '10: sphagnum\\S*=P\n10: heather\\S*=P\n');
  write(`${crawl}.cdx`, ` CDX a k s\n${origin}/ A 200\n`);
  const filters = ['common.model', ...models].map((model) => ({ model, cutOff: 1 }));
  const settings = {
    crawl,
    userAgent: 'test (test@bog.example)',
    seeds: [{ cdx: `${crawl}.cdx` }],
    network: { allowPrivate: ['127.0.0.0/8'] },
    topic: { filters: [{ terms: 'terms.txt', cutOff: 1 }, ...filters] },
    schedules: [{ name: 'weekly', run: 'recrawl', at: 'rate(7 days)' }],
  };
  write(`${crawl}.yaml`, JSON.stringify(settings));
  const place = ['--dir', join(files, 'data'), '--name', crawl];
  const run = await thresher(['crawl', join(files, `${crawl}.yaml`), '--delay', '0', '--dir', join(files, 'data')]);
  expect([run.code, run.messages]).toEqual([0, expect.anything()]);
  const url = `${origin}/`;
  expect(await thresher(['annotations', 'add', '--author', 'Ada', '--url', url, `${word}1`, ...place])).toMatchObject({
    code: 0,
  });
  expect(await thresher(['judge', '--limit', '1', ...place], ['y'])).toMatchObject({ code: 0 });
}

/** Gives a crawl what few crawls have. */
async function storeRareThings(data: string, crawl: string): Promise<void> {
  const { alerts, objects, captures, capturedUrls, clock, close, visits } = openStores(data);
  const alert = { crawl, name: 'news', query: crawl, channel: 'webhook' } as const;
  await alerts.prepare(alert);
  await alerts.create(alert, undefined);
  await alerts.addReported(alert, [crawl]);
  const sentAt = new Date(clock.now()).toISOString();
  const notice: NoticeMessage = {
    id: 'msg_1',
    event: 'done',
    crawl,
    sentAt,
    text: '',
    details: [],
    machine: '',
    folder: '',
  };
  const key = `raw/${crawl}/2026/01/02/030405-run.warc.gz`;
  await (await openPoisonJournal(key, objects)).start(0);
  await storeApplied(crawl, { runs: 1, judgedBy: key, cleanedBy: key }, objects);
  await objects.put(`sums/${crawl}.json`, Buffer.from('{}'));
  capturedUrls.set(key.replace('raw', 'clean'), [`http://${crawl}.example/`]);
  await captures.send([
    { crawl, key, bytes: 1 },
    { crawl, key, bytes: 2 },
  ]);
  await visits.send([{ crawl, id: 'visit', hosts: [] }]);
  const [first] = await captures.receive(1, 0);
  await captures.deadLetter([first!]);
  close();
  await createNoticeOutbox(crawl, folderObjects(data), clock).add('webhook', notice);
}

/** The next crawl would build an index anew that has such a list. */
function listMissingObjects(): void {
  const { missingObjects, close } = openStores(dir);
  missingObjects.set([GONE, KEPT].map((crawl) => `records/${crawl}/2026/01/02/030405-run.jsonl.zst`));
  close();
}

const remove = (...more: string[]) => thresher(['delete', '--crawl', GONE, '--dir', dir, ...more]);

const DATABASES = ['frontier.sqlite', 'index.sqlite', 'annotations.sqlite'];

/** Returns table → rows of a database, also of those in which FTS5 keeps others. */
function rowsOf(file: string): Record<string, Record<string, unknown>[]> {
  const db = openDatabase(join(dir, file));
  try {
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
    const tables = names.filter(({ name }) => !name.startsWith('sqlite_'));
    const rows = (name: string) => {
      const all = db.prepare(`SELECT * FROM ${name}`);
      all.setReadBigInts(true);
      return all.all();
    };
    return Object.fromEntries(tables.map(({ name }) => [name, rows(name)]));
  } finally {
    db.close();
  }
}

/** Returns the names of all files but the databases. */
const names = (): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.sqlite|\.lock/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();

const isOfGone = (row: Record<string, unknown>) =>
  Object.values(row).some((value) =>
    OF_GONE.test(value instanceof Uint8Array ? Buffer.from(value).toString() : `${value}`),
  );

/** What the kept crawl has: files with their bytes, rows of the frontier, its tables of the index, and the output of commands. */
async function keptState() {
  const kept = names().filter((name) => name.includes(KEPT));
  const place = ['--dir', dir, '--name', KEPT];
  // Each run of a crawl changes the last time.
  const { last_time: _, ...tables } = rowsOf('frontier.sqlite');
  const alerts = tables['alert']!.filter((row) => row['crawl'] === KEPT).map((row) => row['number']);
  const isKept = (row: Record<string, unknown>) =>
    row['crawl'] === KEPT || alerts.includes(row['alert'] as bigint) || `${row['body']}${row['key']}`.includes(KEPT);
  const frontier = Object.entries(tables).map(([table, rows]) => [
    table,
    FRONTIER_TABLES[table] === undefined ? rows : rows.filter(isKept),
  ]);
  return {
    files: kept.map((name) => [name, readFileSync(join(dir, name), 'base64')]),
    frontier: Object.fromEntries(frontier),
    index: Object.entries(rowsOf('index.sqlite')).filter(([table]) => /_1(_|$)/.test(table)),
    annotations: rowsOf('annotations.sqlite')['annotation']!.filter((row) => row['crawl'] === KEPT),
    dump: (await thresher(['frontier', 'dump', ...place])).printed.slice(1),
    records: (await thresher(['export', ...place])).printed,
  };
}

/** Returns what still names the deleted crawl or has words of it. */
function traces(): string[] {
  const rows = DATABASES.flatMap((file) =>
    Object.entries(rowsOf(file)).flatMap(([table, found]) => (found.some(isOfGone) ? [`${file}: ${table}`] : [])),
  );
  const bytes = DATABASES.filter((file) => readFileSync(join(dir, file), 'latin1').includes('sphagnum'));
  return [...rows, ...bytes, ...names().filter((name) => OF_GONE.test(name))];
}

test('deletes all of a crawl, and leaves the other one as it is', async () => {
  await storeRareThings(dir, KEPT);
  listMissingObjects();
  const before = await keptState();
  const [models, all] = [readdirSync(join(dir, 'objects/models')).filter((name) => name.endsWith('.model')), names()];
  expect(models).toHaveLength(2);
  expect(before.records).toHaveLength(2);
  const shown = await remove();
  expect(shown).toMatchObject({
    code: 0,
    printed: [
      'moss: would delete the crawl:',
      '  2 fetched pages, 2 records',
      expect.stringMatching(/^ {2}\d+ files, [\d.]+ KB, beside the databases$/),
      '  1 annotation, 1 verdict of a person, 1 alert, which no later crawl brings back',
      `Nothing was changed. To delete: npx thresher delete --crawl moss --dir ${dir} --apply`,
    ],
  });
  expect(names()).toEqual(all);
  const { code, printed } = await remove('--apply');
  expect([code, printed[0], printed.slice(1)]).toEqual([0, 'moss: deleted the crawl:', shown.printed.slice(1, 4)]);
  expect(traces()).toEqual([]);
  expect(rowsOf('frontier.sqlite')['alert_reported']).toHaveLength(1);
  expect(all.length - names().length).toBe(Number(/(\d+) files/.exec(printed[2]!)![1]));
  expect(await keptState()).toEqual(before);
  // The model that both crawls use.
  expect(readdirSync(join(dir, 'objects/models')).filter((name) => name.endsWith('.model'))).toHaveLength(1);
  expect(await thresher(['search', 'heather1', '--dir', dir])).toMatchObject({ code: 0 });
  expect(await remove('--apply')).toMatchObject({
    code: 2,
    stderr: [`--crawl: ${dir} has no crawl moss; it has moss-wood`],
  });
});

test('names what it deletes in JSON, and leaves a folder without crawls', async () => {
  for (const crawl of [GONE, KEPT]) {
    const [answer] = (await thresher(['delete', '--crawl', crawl, '--dir', dir, '--apply', '--json'])).answers();
    const counts = { pages: 2, records: 2, annotations: 1, judgements: 1, alerts: crawl === GONE ? 1 : 0 };
    expect(answer).toMatchObject({ crawl, applied: true, done: true, ...counts });
  }
  expect(names()).toEqual([]);
});

test.each([1, 2, 3, 4])(
  'a deletion that is killed after step %i shows no crawl, and is completed by the same command',
  async (n) => {
    const before = await keptState();
    const stores = openStores(dir);
    for (const step of stores.removal.steps(GONE).slice(0, n)) step();
    stores.close();
    const status = await thresher(['status', '--dir', dir, '--json']);
    expect(status.answers()[0]).toMatchObject({ crawl: KEPT });
    expect(await thresher(['status', '--dir', dir, '--name', GONE])).toMatchObject({
      code: 2,
      stderr: [expect.stringContaining('the deletion of the crawl moss was not completed; run this first')],
    });
    for (const args of [
      ['crawl', join(files, 'moss.yaml'), '--dir', dir],
      ['crawl', `${sites[0]!.origin}/`, '--name', GONE, '--allow-private', '127.0.0.0/8', '--dir', dir],
    ])
      expect(await thresher(args)).toMatchObject({
        code: 3,
        stderr: expect.arrayContaining([
          `${dir}: the deletion of the crawl moss was not completed; run this first: npx thresher delete --crawl moss --apply --dir ${dir}`,
        ]),
      });
    expect(await remove('--apply')).toMatchObject({ code: 0, stderr: [] });
    expect(traces()).toEqual([]);
    expect(await keptState()).toEqual(before);
  },
);

test('an interrupted deletion ends after its step and says so, and the same command completes it', async () => {
  const controller = new AbortController();
  const interrupt = {
    get aborted() {
      // Ctrl-C during the first step.
      setImmediate(() => controller.abort());
      return controller.signal.aborted;
    },
  } as AbortSignal;
  const { code, printed } = await thresher(['delete', '--crawl', GONE, '--dir', dir, '--apply'], [], { interrupt });
  expect([code, printed.at(-1)]).toEqual([130, 'Interrupted: repeat the same command to complete it.']);
  expect(traces()).toContain('index.sqlite: crawl');
  expect(await remove('--apply')).toMatchObject({ code: 0 });
  expect(traces()).toEqual([]);
});

test('a new crawl of the same name has nothing of the deleted one', async () => {
  const reading = openStores(dir, 'search');
  const count = () => reading.index.count(GONE);
  expect(await count()).toBe(2);
  await remove('--apply');
  expect(await count()).toBe(0);
  const args = [`${sites[0]!.origin}/a`, '--name', GONE, '--allow-private', '127.0.0.0/8', '--dir', dir];
  expect(await thresher(['crawl', ...args])).toMatchObject({ code: 0 });
  expect((await thresher(['export', '--dir', dir, '--name', GONE])).answers()).toHaveLength(1);
  // A server that runs meanwhile finds it, too.
  expect(await count()).toBe(1);
  reading.close();
  expect(await thresher(['sanity', '--dir', dir, '--name', GONE])).toMatchObject({ code: 0 });
  const kept = await thresher(['search', 'heather1', '--dir', dir, '--name', KEPT, '--json']);
  expect(kept).toMatchObject({ code: 0 });
});

test('deletes captures on another disk, too', async () => {
  const disk = join(temporaryFolder(), 'raw');
  cpSync(join(dir, 'objects/raw'), disk, { recursive: true });
  rmSync(join(dir, 'objects/raw'), { recursive: true });
  symlinkSync(disk, join(dir, 'objects/raw'));
  const { code, printed } = await remove('--apply');
  expect([code, printed.at(-1)]).toEqual([
    0,
    `  ${join(dir, 'objects/raw')} is a link: files of the crawl in ${realpathSync(disk)} are among them`,
  ]);
  expect(readdirSync(disk)).toEqual([KEPT]);
});

test.each([
  ['to files that may belong to others', (disk: string) => disk],
  ['to a disk that is not mounted', (disk: string) => join(disk, 'none')],
])('deletes nothing if the captures are a link %s', async (_, target) => {
  const disk = temporaryFolder();
  writeFileSync(join(disk, 'thesis.txt'), 'x');
  const link = join(dir, 'objects/raw', GONE);
  rmSync(link, { recursive: true });
  symlinkSync(target(disk), link);
  const before = [names(), DATABASES.map(rowsOf)];
  expect(await remove('--apply')).toMatchObject({ code: 2, stderr: [expect.stringContaining(`${link} is a link`)] });
  expect([names(), DATABASES.map(rowsOf)]).toEqual(before);
  expect(readdirSync(disk)).toEqual(['thesis.txt']);
});

test('a deletion that is killed between two files is completed by the same command', async () => {
  const before = await keptState();
  const paths = pathsOfCrawl(dir, GONE);
  expect(paths.length).toBeGreaterThan(8);
  const whole = temporaryFolder();
  cpSync(dir, whole, { recursive: true });
  for (const n of [1, 2, 3, paths.length - 1]) {
    rmSync(dir, { recursive: true });
    cpSync(whole, dir, { recursive: true });
    const stores = openStores(dir);
    stores.removal.steps(GONE)[0]!();
    stores.close();
    for (const path of paths.slice(0, n)) removePath(path);
    expect(await remove('--apply')).toMatchObject({ code: 0, stderr: [] });
    expect(traces()).toEqual([]);
    expect(await keptState()).toEqual(before);
  }
});

test('what another process writes during the deletion goes, too', async () => {
  const stores = openStores(dir);
  const steps = stores.removal.steps(GONE);
  for (const step of steps.slice(0, -1)) step();
  await stores.frontier.putInbox([{ crawl: GONE, host: 'sphagnum.example', id: 's1', body: new Uint8Array([1]) }]);
  await stores.objects.put(`settings/${GONE}/late.json`, Buffer.from('{}'));
  steps.at(-1)!();
  stores.close();
  expect(traces()).toEqual([]);
});

test('is refused for other options, a backup, and a folder in use', async () => {
  expect(await remove('--apply', '--raw')).toMatchObject({
    code: 2,
    stderr: ['thresher delete: --raw: not with --crawl, which deletes a whole crawl of a data folder'],
  });
  const unlock = lockFolder(dir);
  expect(await remove('--apply')).toMatchObject({ code: 3, stderr: [expect.stringContaining('is in use')] });
  unlock();
  const copy = join(temporaryFolder(), 'copy');
  expect(await thresher(['backup', copy, '--dir', dir])).toMatchObject({ code: 0 });
  const refused = await thresher(['delete', '--crawl', GONE, '--dir', copy, '--apply']);
  expect(refused).toMatchObject({
    code: 2,
    stderr: [expect.stringContaining('is a backup; delete the crawl in its data')],
  });
});

test('the list of what a crawl owns has all tables and folders of a data folder', () => {
  listMissingObjects();
  const without = (file: string, others: RegExp) =>
    Object.keys(rowsOf(file))
      .filter((name) => !others.test(name))
      .sort();
  const shadows = /_(config|content|data|docsize|idx)$/;
  expect(without('frontier.sqlite', shadows)).toEqual(Object.keys(FRONTIER_TABLES).sort());
  expect(without('annotations.sqlite', shadows)).toEqual(Object.keys(ANNOTATION_TABLES).sort());
  // Numbered tables are those of one crawl.
  expect(without('index.sqlite', /_\d+(_|$)/)).toEqual(Object.keys(INDEX_TABLES).sort());
  expect(readdirSync(join(dir, 'objects')).sort()).toEqual([...OBJECT_FOLDERS].sort());
  expect(
    readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => basename(name))
      .sort(),
  ).toEqual(['notices', 'objects', 'seeds']);
});

test('the list of what a crawl owns has each folder that the code names', () => {
  const inStacks = ['alerts', 'surveys'];
  const sources = ['cli', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const named = sources
    .filter((name) => name.endsWith('.ts') && !name.startsWith(join('shared', 'aws')))
    .flatMap((name) =>
      Array.from(readFileSync(name, 'utf8').matchAll(/`(\w+)\/\$\{(?:\w+\.)?crawl\}/g), ([, folder]) => folder!),
    );
  expect(named).toContain('raw');
  expect(new Set([...named, ...OBJECT_FOLDERS, 'notices', ...inStacks])).toEqual(
    new Set([...OBJECT_FOLDERS, 'notices', ...inStacks]),
  );
});
