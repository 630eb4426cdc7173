/** What a crawl does when the disk of its data folder fills up. The disk is a stub. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskField, disks, watchDisk } from '../../../cli/run/folder/disk-space.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

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
  watchDisk(dir, { onLow: () => events.push('low'), fail: () => events.push('fail') })();
  expect(events).toEqual([...(low ? ['low'] : []), ...(isFull ? ['fail'] : [])]);
});

test('a disk whose size the system does not tell counts as large enough', () => {
  disks.read = () => ({ size: 0, free: 0 });
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
