/** Backups of a data folder, also of one to which a crawl writes. */
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveDeployment } from '../../../cli/aws/deployment.ts';
import { partFile } from '../../../cli/output/part-file.ts';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import { copyFolder } from '../../../cli/run/wiring.ts';
import { takeSnapshot } from '../../../shared/local/backup/database-snapshot.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { storeApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const PAGES = 60;
let folder: string;
let dir: string;
let to: string;
let site: TestSite;
beforeEach(async () => {
  folder = temporaryFolder();
  [dir, to] = [join(folder, 'data'), join(folder, 'copy')];
  const pages = Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => [
      `/${n || ''}`,
      `${prose(`moss${n}`)}${n + 1 < PAGES ? `<a href="/${n + 1}">next</a>` : ''}`,
    ]),
  );
  site = await startSite(pages);
});
afterEach(() => site.close());

const crawl = (at: string, ...more: string[]) =>
  thresher(['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', at, ...more]);
const backUp = (...more: string[]) => thresher(['backup', to, '--dir', dir, ...more]);
const countRecords = async (at: string) => (await thresher(['status', '--json', '--dir', at])).answers()[0]!['records'];
const objectsIn = (at: string) =>
  readdirSync(join(at, 'objects'), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(at, 'objects', name)).isFile())
    .sort();

test('a copy that is made while a crawl writes is consistent, and a crawl in it fetches the rest', async () => {
  const running = crawl(dir);
  while (site.agents.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
  expect(await running).toMatchObject({ code: 0 });
  site.requests();
  expect((await crawl(to)).code).toBe(0);
  expect(site.requests().length).toBeLessThan(PAGES);
  expect(await countRecords(to)).toBe(PAGES);
  const sanity = await thresher(['sanity', '--dir', to]);
  // As after a kill, responses may be archived whose visit was not committed yet. Nothing that the databases name is missing.
  const faults = sanity.printed.filter((line) => /^\S+ +\d/.test(line) && !line.startsWith('uncleaned-object'));
  expect(faults).toEqual([]);
  await thresher(['sanity', '--repair', '--dir', to]);
  expect((await thresher(['sanity', '--dir', to])).code).toBe(0);
});

test('a second backup copies new files, and removes those that the data folder no longer has', async () => {
  await crawl(dir, '--limit', '20');
  expect((await backUp()).printed[0]).toMatch(
    /^.*copy: backup of .*data; \d+ new files, .* and the databases; 0 files removed$/,
  );
  expect(await countRecords(to)).toBe(20);
  expect((await backUp('--json')).answers()[0]).toEqual({ files: 0, bytes: 0, removed: 0 });
  await crawl(dir);
  const [first] = readdirSync(join(dir, 'objects/settings'));
  writeFileSync(join(to, 'objects/settings', first!, 'gone.json'), '{}');
  expect((await backUp()).printed[0]).toMatch(/ [1-9]\d* files? removed$/);
  expect(objectsIn(to)).toEqual(objectsIn(dir));
  expect(await countRecords(to)).toBe(PAGES);
  expect(readdirSync(to).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('without its index a copy is complete after the next crawl', async () => {
  await crawl(dir, '--limit', '20');
  await backUp();
  expect((await backUp('--without-index')).code).toBe(0);
  expect(existsSync(join(to, 'index.sqlite'))).toBe(false);
  expect((await crawl(to)).code).toBe(0);
  expect(await countRecords(to)).toBe(PAGES);
});

test('refuses a folder with something else, one in the other, and one in use', async () => {
  await crawl(dir, '--limit', '2');
  const refusal = async (target: string) => {
    const { code, stderr } = await thresher(['backup', target, '--dir', dir]);
    return [code, stderr.join()];
  };
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other', 'thesis.txt'), '');
  expect(await refusal(join(folder, 'other'))).toEqual([
    2,
    expect.stringContaining('not empty, and no earlier backup'),
  ]);
  expect(await refusal(dir)).toEqual([2, expect.stringContaining('not empty')]);
  expect(await refusal(join(dir, 'copy'))).toEqual([2, expect.stringContaining('cannot be in each other')]);
  expect(existsSync(join(dir, 'copy'))).toBe(false);
  expect((await thresher(['backup', to, '--dir', join(folder, 'none')])).code).toBe(2);
  await backUp();
  const unlock = lockFolder(to);
  expect(await refusal(to)).toEqual([3, expect.stringContaining('in use')]);
  unlock();
});

test('an interrupted backup leaves the earlier one as it was, and can be repeated', async () => {
  await crawl(dir, '--limit', '20');
  await backUp();
  await crawl(dir);
  const interrupted = await thresher(['backup', to, '--dir', dir], [], { interrupt: AbortSignal.abort() });
  expect(interrupted.code).toBe(130);
  expect(await countRecords(to)).toBe(20);
  expect((await backUp()).code).toBe(0);
  expect(await countRecords(to)).toBe(PAGES);
});

test('refuses the backup of another folder, and one that a crawl has changed', async () => {
  await crawl(dir, '--limit', '2');
  await backUp();
  const second = join(folder, 'second');
  await crawl(second, '--limit', '2');
  expect(await thresher(['backup', to, '--dir', second])).toMatchObject({
    code: 2,
    stderr: [expect.stringMatching(/copy: a backup of .*data, not of .*second; give another folder/)],
  });
  await crawl(to, '--limit', '4');
  expect(await backUp()).toMatchObject({ code: 2, stderr: [expect.stringContaining('has changed this backup')] });
  expect(await countRecords(to)).toBe(4);
  writeFileSync(join(to, 'backup.json'), '{');
  expect(await backUp()).toMatchObject({ code: 2, stderr: [expect.stringContaining('backup.json is damaged')] });
});

test('refuses the backup of a data folder that was deleted and created again', async () => {
  await crawl(dir, '--limit', '5');
  await backUp();
  const before = objectsIn(to);
  rmSync(dir, { recursive: true });
  await crawl(dir, '--limit', '2');
  const [name = ''] = readdirSync(join(dir, 'objects/clean'));
  const refused = {
    code: 2,
    stderr: [expect.stringMatching(`copy: has the crawl ${name}, which .*data no longer has or has created again, so`)],
  };
  expect(await backUp()).toMatchObject(refused);
  // An earlier version wrote the mark without crawls.
  const { crawls, ...mark } = JSON.parse(readFileSync(join(to, 'backup.json'), 'utf8'));
  expect(Object.keys(crawls)).toEqual([name]);
  writeFileSync(join(to, 'backup.json'), JSON.stringify(mark));
  expect(await backUp()).toMatchObject(refused);
  expect([await countRecords(to), objectsIn(to)]).toEqual([5, before]);
});

test('refuses the backup of a data folder that was created again from its own dump', async () => {
  await crawl(dir, '--limit', '3');
  await backUp();
  const dump = join(folder, 'dump.jsonl');
  writeFileSync(dump, (await thresher(['frontier', 'dump', '--dir', dir])).printed.join('\n'));
  rmSync(dir, { recursive: true });
  expect(await thresher(['frontier', 'load', dump, '--dir', dir])).toMatchObject({ code: 0 });
  const refused = { code: 2, stderr: [expect.stringContaining('no longer has or has created again')] };
  expect(await backUp()).toMatchObject(refused);
  // An earlier version wrote the mark without the identity.
  const { identity, ...mark } = JSON.parse(readFileSync(join(to, 'backup.json'), 'utf8'));
  expect(identity).toBeGreaterThan(0);
  writeFileSync(join(to, 'backup.json'), JSON.stringify(mark));
  expect(await backUp()).toMatchObject(refused);
  expect(await countRecords(to)).toBe(3);
  rmSync(dir, { recursive: true });
  cpSync(to, dir, { recursive: true });
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
});

test('a folder that an earlier version created has no identity, so the times of its crawls are compared', async () => {
  await crawl(dir, '--limit', '2');
  await backUp();
  const db = openDatabase(join(dir, 'frontier.sqlite'));
  db.exec('PRAGMA application_id = 0');
  db.close();
  await crawl(dir, '--limit', '3');
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
  expect(await countRecords(to)).toBe(3);
  expect(JSON.parse(readFileSync(join(to, 'backup.json'), 'utf8'))).toMatchObject({ identity: 0 });
});

test('backs up a folder with one more crawl, and one that was restored from the backup', async () => {
  await crawl(dir, '--limit', '2');
  await backUp();
  await crawl(dir, '--limit', '2', '--name', 'second');
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
  expect(readdirSync(join(to, 'objects/clean'))).toHaveLength(2);
  rmSync(dir, { recursive: true });
  cpSync(to, dir, { recursive: true });
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
});

test('commands that read a backup do not keep the next one from it', async () => {
  await crawl(dir, '--limit', '2');
  await backUp();
  for (const command of [['status'], ['search', 'moss1'], ['sanity'], ['stats']])
    await thresher([...command, '--dir', to]);
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
});

test('a backup that was killed before it marked its folder, or while it copied a file, can be repeated', async () => {
  await crawl(dir, '--limit', '2');
  mkdirSync(to);
  lockFolder(to)();
  for (const file of [join(to, 'runner.lock'), partFile(join(to, 'backup.json'))]) writeFileSync(file, '');
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
  const left = ['objects/gone.json.part', 'index.sqlite.part', 'index.sqlite.part-wal'].map((name) => join(to, name));
  for (const file of left) writeFileSync(file, '');
  await backUp('--without-index');
  expect(left.filter((file) => existsSync(file))).toEqual([]);
});

test('keeps captures that were moved away, and all pages if their disk is missing', async () => {
  await crawl(dir, '--limit', '5');
  await backUp();
  const before = objectsIn(to);
  for (const name of ['raw', 'clean', 'records']) {
    renameSync(join(dir, 'objects', name), join(folder, name));
    mkdirSync(join(dir, 'objects', name));
  }
  expect((await backUp('--json')).answers()[0]).toMatchObject({ removed: 0 });
  expect(objectsIn(to)).toEqual(before);
});

test('keeps the pages of a crawl whose disk is missing beside that of another', async () => {
  await crawl(dir, '--limit', '5');
  const [name = ''] = readdirSync(join(dir, 'objects/clean'));
  for (const crawl of ['first', 'second'])
    cpSync(join(dir, 'objects/clean', name), join(dir, 'objects/clean', crawl), { recursive: true });
  await backUp();
  const before = objectsIn(to);
  rmSync(join(dir, 'objects/clean/second'), { recursive: true });
  expect((await backUp('--json')).answers()[0]).toMatchObject({ removed: 0 });
  expect(objectsIn(to)).toEqual(before);
});

test('follows links to other disks, and ignores stray files and links that lead nowhere', async () => {
  await crawl(dir, '--limit', '5');
  const [name = ''] = readdirSync(join(dir, 'objects/raw'));
  const raw = join(dir, 'objects/raw', name);
  const expected = objectsIn(dir);
  renameSync(raw, join(folder, 'disk'));
  symlinkSync(join(folder, 'disk'), raw);
  symlinkSync(join(folder, 'none'), join(dir, 'objects/clean/nowhere'));
  writeFileSync(join(dir, 'objects/.DS_Store'), '');
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
  expect(objectsIn(to)).toEqual(expected);
});

test('has the deployments of the data folder', async () => {
  await crawl(dir, '--limit', '2');
  mkdirSync(join(dir, 'aws'));
  writeFileSync(join(dir, 'aws/Thresher.outputs.json'), '{"Thresher":{"ApiUrl":"https://api.example"}}');
  await saveDeployment(dir, { stack: 'Thresher', region: 'eu-central-1' });
  await backUp();
  expect(readFileSync(join(to, 'aws/Thresher.json'))).toEqual(readFileSync(join(dir, 'aws/Thresher.json')));
});

test('keeps a private data folder private', async () => {
  await crawl(dir, '--limit', '2');
  const paths = ['', 'frontier.sqlite', 'index.sqlite', 'objects', 'objects/records'];
  for (const path of paths) chmodSync(join(dir, path), statSync(join(dir, path)).isDirectory() ? 0o700 : 0o600);
  await backUp();
  const modes = (at: string) => paths.map((path) => (statSync(join(at, path)).mode & 0o777).toString(8));
  expect(modes(to)).toEqual(['700', '600', '600', '700', '700']);
});

test('copies nothing again whose time is just before the end of a second', async () => {
  await crawl(dir, '--limit', '2');
  for (const name of objectsIn(dir)) utimesSync(join(dir, 'objects', name), 1_000_000_000.9997, 1_000_000_000.9997);
  await backUp();
  expect((await backUp('--json')).answers()[0]).toEqual({ files: 0, bytes: 0, removed: 0 });
});

test('copies an object that was replaced by one of the same size and time', async () => {
  await crawl(dir, '--limit', '2');
  const file = join(dir, 'objects/applied/moss.json');
  const store = async (runs: number) => {
    await storeApplied('moss', { runs, judgedBy: 'a', cleanedBy: 'a' }, folderObjects(join(dir, 'objects')));
    utimesSync(file, 1, 1);
  };
  await store(1);
  await backUp();
  await store(2);
  await backUp();
  expect(readFileSync(join(to, 'objects/applied/moss.json'))).toEqual(readFileSync(file));
});

test('lists what refers to other objects before them', async () => {
  await crawl(dir, '--limit', '2');
  mkdirSync(to);
  const seen = () => ['records', 'clean', 'raw'].filter((name) => existsSync(join(to, 'objects', name)));
  const order: string[][] = [];
  await copyFolder(dir, to, {
    withoutIndex: false,
    signal: new AbortController().signal,
    beforePlacing: async () => undefined,
    onProgress: () => void order.push(seen()),
  });
  const counts = order.filter((one) => one.length > 0);
  expect(counts[0]).toEqual(['records']);
  expect(counts.find((one) => one.length === 2)).toEqual(['records', 'clean']);
});

test('a kill while the databases take their places leaves a backup that can be repeated', async () => {
  await crawl(dir, '--limit', '2');
  await backUp();
  const earlier = join(folder, 'earlier.sqlite');
  linkSync(join(to, 'frontier.sqlite'), earlier);
  await crawl(dir, '--limit', '4');
  await backUp();
  // The index is new, and the frontier is not yet.
  renameSync(earlier, join(to, 'frontier.sqlite'));
  expect(await countRecords(to)).toBe(4);
  expect(await backUp()).toMatchObject({ code: 0, stderr: [] });
});

test('a snapshot has the rows of its moment, whatever is written before it is copied', async () => {
  const db = openDatabase(join(folder, 'some.sqlite'));
  db.exec('CREATE TABLE page (n INTEGER); INSERT INTO page VALUES (1)');
  const snapshot = takeSnapshot(join(folder, 'some.sqlite'));
  db.exec('INSERT INTO page VALUES (2)');
  await snapshot.copyTo(join(folder, 'copy.sqlite'), new AbortController().signal);
  snapshot.close();
  db.close();
  const copy = openDatabase(join(folder, 'copy.sqlite'));
  expect(copy.prepare('SELECT n FROM page').all()).toEqual([{ n: 1 }]);
  copy.close();
});
