/** What a crawl does when the disk of its data folder fills up. The disk is a stub. */
import { existsSync, readdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { importLocally } from '../../../cli/import/import-locally.ts';
import { openArchives } from '../../../cli/import/open-archives.ts';
import { disks, type FileSystemBlocks, sizeOfDisk } from '../../../cli/run/folder/disk-size.ts';
import { diskField, watchDisk } from '../../../cli/run/folder/disk-space.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { type ImportFolder, importFolder, page, response } from '../import/import-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { testTerminal, thresher } from '../test-terminal.ts';

const GB = 2 ** 30;
const MB = 2 ** 20;
const { read } = disks;
let dir: string;
let site: TestSite;
beforeEach(async () => {
  dir = temporaryFolder();
  const pages = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`/${n || ''}`, `${prose(`moss${n}`)}<a href="/${n + 1}">next</a>`]),
  );
  site = await startSite(pages);
});
afterEach(() => {
  disks.read = read;
  site.close();
});

const crawl = (...more: string[]) =>
  thresher(['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir, ...more]);

test.each<[size: number, free: number, low: boolean, isFull: boolean]>([
  [200 * GB, 3 * GB, false, false],
  [200 * GB, 1.9 * GB, true, false],
  [200 * GB, 99 * MB, true, true],
  // A small disk counts by its size.
  [GB, 200 * MB, false, false],
  [GB, 90 * MB, true, false],
  [GB, 19 * MB, true, true],
])('of a disk of %d bytes, %d left are low: %s, too few to go on: %s', (size, free, low, isFull) => {
  disks.read = () => ({ size, free });
  expect(diskField(dir)).toEqual({ disk: { freeBytes: free, ...(low && { low: true }) } });
  const events: string[] = [];
  watchDisk(dir, 'a crawl', { onLow: () => events.push('low'), fail: () => events.push('fail') })();
  expect(events).toEqual([...(low ? ['low'] : []), ...(isFull ? ['fail'] : [])]);
});

test.each([
  [1.9, 2.1, 1.9, 2.49, 1.9],
  [3, 1.9, 2.1, 1.5, 2.4, 1.9],
])('a warning is not repeated while the free space stays close to low: %d, %d, %d … GiB', async (...free) => {
  expect(await warningsOf(free)).toEqual([1.9]);
});

test('a warning is repeated after more than enough was free', async () => {
  expect(await warningsOf([1.9, 2.1, 2.6, 2.1, 1.8, 1.7])).toEqual([1.9, 1.8]);
});

/** Watches a disk of 200 GiB. @returns the free space at each warning, in GiB as given */
function warningsOf(freeInTurn: readonly number[]): Promise<number[]> {
  const left = [...freeInTurn];
  const warnings: number[] = [];
  return new Promise((resolve) => {
    disks.read = () => {
      const free = left.shift();
      if (free === undefined) queueMicrotask(() => resolve(warnings));
      return free === undefined ? undefined : { size: 200 * GB, free: free * GB };
    };
    const end = watchDisk(
      dir,
      'a crawl',
      { onLow: ({ freeBytes }) => warnings.push(freeBytes / GB), fail: () => warnings.push(-1) },
      1,
    );
    onTestFinished(end);
  });
}

test.each<[string, Partial<FileSystemBlocks>, { isRoot?: boolean; isReadOnly?: boolean }, free: number | undefined]>([
  ['a user may not fill the reserve of root', { bfree: 60, bavail: 10 }, {}, 10],
  ['root may fill it', { bfree: 60, bavail: 10 }, { isRoot: true }, 60],
  ['a disk is full if only the reserve is left', { bfree: 50, bavail: 0 }, {}, 0],
  ['a disk is full', { bfree: 0, bavail: 0 }, { isRoot: true }, 0],
  ['a disk with free blocks that tells of no available ones', { bfree: 900, bavail: 0 }, {}, undefined],
  ['an image', { bfree: 0, bavail: 0 }, { isReadOnly: true }, undefined],
  ['an image, read by root', { bfree: 0, bavail: 0 }, { isReadOnly: true, isRoot: true }, undefined],
  ['a disk that is mounted read-only', { bfree: 60, bavail: 10 }, { isReadOnly: true }, 10],
  ['a disk whose size the system does not tell', { blocks: 0, bfree: 0, bavail: 0 }, {}, undefined],
])('%s', (_, blocks, user, free) => {
  const numbers = { bsize: 4096, blocks: 1000, bfree: 500, bavail: 500, ...blocks };
  const disk = sizeOfDisk(numbers, { isRoot: false, isReadOnly: false, ...user });
  expect(disk).toEqual(free === undefined ? undefined : { size: 1000 * 4096, free: free * 4096 });
});

test('the space of this disk is that of this user', () => {
  const { bsize, blocks, bfree, bavail } = statfsSync(dir);
  const { size, free } = disks.read(dir)!;
  expect(size).toBe(blocks * bsize);
  // Other processes write to the disk meanwhile.
  const map = existsSync('/proc/self/uid_map')
    ? readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/)
    : ['0', '0'];
  const own = process.getuid?.() === 0 && map[0] === '0' && map[1] === '0' ? bfree : bavail;
  expect(Math.abs(free / bsize - own)).toBeLessThan(Math.max(1, Math.abs(bfree - bavail) / 2));
});

test('a disk whose space is unknown counts as large enough', () => {
  disks.read = () => undefined;
  expect(diskField(dir)).toEqual({});
  disks.read = () => {
    throw new Error('not supported');
  };
  expect(diskField(dir)).toEqual({});
});

test('a crawl warns once of little space, and the status has it', async () => {
  disks.read = () => ({ size: 200 * GB, free: GB });
  const { code, messages } = await crawl();
  const text = '1.1 GB left; a crawl ends in order before its disk is full, so free some space';
  expect([code, messages]).toEqual([0, [`warning: disk of ${dir}: ${text}`]]);
  expect((await thresher(['status', '--dir', dir])).printed).toContain(`disk     ${text}`);
});

test('a crawl ends in order before its disk is full, and goes on when there is space', async () => {
  disks.read = () => ({ size: 200 * GB, free: site.agents.length > 0 ? 50 * MB : 5 * GB });
  // Otherwise it may be done before the next look at the disk.
  const ended = await crawl('--watch');
  const message = `the disk of ${dir} is nearly full, with 52.4 MB left, and a crawl ends in order before it is full; free some space, then run the command again; nothing is lost`;
  expect([ended.code, ended.messages.at(-1)]).toEqual([3, message]);
  disks.read = () => ({ size: 200 * GB, free: 50 * MB });
  site.requests();
  expect(await crawl()).toMatchObject({ code: 3, messages: [message] });
  expect(site.requests()).toEqual([]);
  disks.read = read;
  const { code } = await crawl();
  const stores = openStores(dir, 'read');
  const [control] = await stores.control.list();
  stores.close();
  expect([code, control!.counts['pages']]).toEqual([0, 41]);
});

test('an import ends in order before its disk is full, and is completed when there is space', async () => {
  const folder = importFolder();
  onTestFinished(folder.remove);
  const topics = ['moss', 'fern', 'heath', 'sedge'];
  const file = folder.file('a.warc', topics.map((topic) => response(topic, page(topic))).join(''));
  const message = `the disk of ${folder.data} is nearly full, with 52.4 MB left, and an import ends in order before it is full; free some space, then run the command again; nothing is lost`;

  await expect(importWhileDiskFills(folder, file)).rejects.toThrow(message);
  const stored = Object.keys(await folder.captures());
  expect([stored.length > 0, stored.length < topics.length]).toEqual([true, true]);
  // A run that begins with a full disk imports nothing.
  const refused = await folder.run(file);
  expect([refused.code, refused.messages]).toEqual([3, [message]]);
  expect(Object.keys(await folder.captures())).toEqual(stored);

  disks.read = () => ({ size: 200 * GB, free: GB });
  const { code, imported, stderr } = await folder.imported(file);
  expect([code, imported]).toEqual([0, topics.length - stored.length]);
  expect(stderr).toContain(
    `warning: disk of ${folder.data}: 1.1 GB left; an import ends in order before its disk is full, so free some space`,
  );
  expect(Object.values(await folder.titles()).sort()).toEqual([...topics].sort());
  expect(await folder.problems()).toEqual([]);
});

test('reclean and reclassify end in order before the disk is full, and are completed when there is space', async () => {
  expect((await crawl()).code).toBe(0);
  const topic = join(dir, 'topic.txt');
  writeFileSync(topic, '200: moss[^\\s]*=Moss\n');
  const found = async (query: string): Promise<number> =>
    (await thresher(['search', query, '--json', '--dir', dir])).answers()[0]!['total'] as number;
  const runs: [what: string, countDone: () => Promise<number> | number, ...args: string[]][] = [
    ['`thresher reclean`', changedFiles(join(dir, 'objects', 'clean')), 'reclean'],
    ['`thresher reclassify`', () => found('class:Moss'), 'reclassify', '--topic', topic],
  ];
  for (const [what, countDone, ...args] of runs) {
    const run = () => thresher([...args, '--dir', dir]);
    const message = `the disk of ${dir} is nearly full, with 52.4 MB left, and ${what} ends in order before it is full; free some space, then run the command again; nothing is lost`;
    const ended = await whileDiskFills(args);
    expect([ended.code, ended.printed, ended.messages.at(-1)]).toEqual([3, [], message]);
    const done = await countDone();
    expect(done).toBeGreaterThan(0);
    // A run that begins with a full disk does nothing.
    expect(await run()).toMatchObject({ code: 3, printed: [], messages: [message] });
    expect(await countDone()).toBe(done);
    expect(await found('type:html')).toBe(40);
    disks.read = () => ({ size: 200 * GB, free: GB });
    const low = `warning: disk of ${dir}: 1.1 GB left; ${what} ends in order before its disk is full, so free some space`;
    expect(await run()).toMatchObject({ code: 0, messages: [low] });
    expect(await countDone()).toBeGreaterThan(done);
    disks.read = read;
    expect((await thresher(['sanity', '--dir', dir])).code).toBe(0);
  }
});

test('a dry run of reclean writes nothing, so it does not look at the disk', async () => {
  expect((await crawl()).code).toBe(0);
  disks.read = () => ({ size: 200 * GB, free: 50 * MB });
  expect((await thresher(['reclean', '--dry-run', '--dir', dir])).code).toBe(0);
});

/** Imports a file while the disk fills up, which the watch notices after two records of the second pass. */
async function importWhileDiskFills({ data }: ImportFolder, file: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  disks.read = () => ({ size: 200 * GB, free: 5 * GB });
  const [archive] = (await openArchives([file])).archives;
  let reads = 0;
  const filling: typeof archive = {
    ...archive!,
    async *read(keep) {
      reads++;
      let records = 0;
      for await (const record of archive!.read(keep)) {
        // The first reading finds a page to create the crawl with.
        if (reads === 3 && ++records === 3) {
          disks.read = () => ({ size: 200 * GB, free: 50 * MB });
          vi.advanceTimersByTime(1_000);
        }
        yield record;
      }
    },
  };
  const crawl = { name: undefined, file: undefined };
  await importLocally({ dir: data, crawl, archives: [filling], follow: false }, testTerminal());
}

/** Runs a command while the disk fills up, which the watch notices after the first object: progress is shown then. */
async function whileDiskFills(args: string[]) {
  disks.read = () => ({ size: 200 * GB, free: 5 * GB });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const fill = () => {
    disks.read = () => ({ size: 200 * GB, free: 50 * MB });
    vi.advanceTimersByTime(1_000);
  };
  try {
    return await thresher([...args, '--dir', dir], [], {
      showsProgress: true,
      progress: (line) => line !== '' && fill(),
    });
  } finally {
    vi.useRealTimers();
  }
}

/** Returns a function that counts the files below a folder that were written since. */
function changedFiles(folder: string): () => number {
  const versions = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(folder, name), { bigint: true }))
      .flatMap((found) => (found.isFile() ? [`${found.ino} ${found.mtimeNs}`] : []));
  const before = new Set(versions());
  return () => versions().filter((version) => !before.has(version)).length;
}
