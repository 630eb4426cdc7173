/** Data folders that are damaged, incomplete or no folders: each command names the file and says what to do. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOLDER_LAYOUT } from '../../../cli/run/folder/folder-layout.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { thresher } from '../test-terminal.ts';

const HOST = 'http://127.0.0.1:9/';
let whole: string;
beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'thresher-'));
  // Nothing listens there, so the crawl ends soon with a folder of databases without pages.
  await thresher(['crawl', HOST, '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', whole]);
  const { objects, close } = openStores(whole);
  await objects.put('raw/bogs/a.warc.gz', new Uint8Array(1));
  await objects.put('records/bogs/a.jsonl.zst', new Uint8Array(1));
  close();
});
afterAll(() => rmSync(whole, { recursive: true, force: true }));

const FRONTIER = 'frontier.sqlite';
const INDEX = 'index.sqlite';
const CRAWL = ['crawl', HOST, '--allow-private', '127.0.0.0/8', '--delay', '0'];
const SEARCH = ['search', 'sundew'];

const noise = (bytes: Buffer, from: number, to: number) => {
  for (let i = from; i < to; i++) bytes[i] = (i * 7919) % 251;
};
/** Ways to damage a file. */
const DAMAGE = {
  removed: (file: string) => rmSync(file),
  'of length zero': (file: string) => truncateSync(file),
  truncated: (file: string) => truncateSync(file, 5_000),
  'with noise in its header': (file: string) => change(file, (bytes) => noise(bytes, 0, 100)),
  'with noise in its pages': (file: string) => change(file, (bytes) => noise(bytes, 4_096, bytes.length)),
  'replaced by a text': (file: string) => writeFileSync(file, 'no database\n'),
  'replaced by a folder': (file: string) => {
    rmSync(file);
    mkdirSync(file);
  },
};
function change(file: string, work: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file);
  work(bytes);
  writeFileSync(file, bytes);
}

const restore =
  /^DIR\/frontier.sqlite is (missing|damaged).* restore .*backup, or build the crawl again from its archive .*: npx thresher import DIR\/objects\/raw\/bogs --crawl crawl\.yaml --follow --dir other$/;
const rebuild =
  /^DIR\/index.sqlite is (missing|damaged).*; rebuild it from the stored records: npx thresher reindex --dir DIR/;
const open = (name: string) => new RegExp(`^DIR/${name} cannot be opened .*; check the owner`);

test.each<[damage: keyof typeof DAMAGE, file: string, args: string[], message: RegExp]>([
  ['removed', FRONTIER, CRAWL, restore],
  ['of length zero', FRONTIER, SEARCH, restore],
  ['truncated', FRONTIER, CRAWL, restore],
  ['with noise in its header', FRONTIER, SEARCH, restore],
  ['with noise in its pages', FRONTIER, CRAWL, restore],
  ['replaced by a text', FRONTIER, CRAWL, restore],
  ['replaced by a folder', FRONTIER, CRAWL, open(FRONTIER)],
  ['removed', INDEX, SEARCH, rebuild],
  ['of length zero', INDEX, SEARCH, rebuild],
  ['truncated', INDEX, SEARCH, rebuild],
  ['with noise in its header', INDEX, SEARCH, rebuild],
  ['replaced by a text', INDEX, SEARCH, rebuild],
  ['replaced by a folder', INDEX, SEARCH, open(INDEX)],
  ['replaced by a text', 'runner.lock', CRAWL, /^DIR\/runner.lock is damaged .*; delete it: it holds no data$/],
])(
  'a file %s (%s) ends the command with exit code 3 and one line that says what to do',
  async (damage, file, args, message) => {
    const dir = temporaryFolder();
    cpSync(whole, dir, { recursive: true });
    DAMAGE[damage](join(dir, file));
    const { code, printed, stderr } = await thresher([...args, '--dir', dir]);
    expect([code, printed]).toEqual([3, []]);
    expect(stderr.map((line) => line.replaceAll(dir, 'DIR'))).toEqual([expect.stringMatching(message)]);
  },
);

test('a folder with several crawls and without a frontier is imported crawl by crawl', async () => {
  const dir = temporaryFolder();
  for (const crawl of ['moss', 'fen']) {
    mkdirSync(join(dir, 'objects/raw', crawl), { recursive: true });
    writeFileSync(join(dir, 'objects/raw', crawl, 'a.warc.gz'), '');
  }
  const { stderr } = await thresher(['status', '--dir', dir]);
  expect(stderr.join('\n').replaceAll(dir, 'DIR')).toMatch(
    /import DIR\/objects\/raw\/fen --crawl crawl\.yaml --follow --dir other, and so for each of its 2 crawls/,
  );
});

test.each([
  ['ALTER TABLE head DROP COLUMN noted', 'no such column: noted'],
  // Versions before 23 November 2026 had another name for this column.
  ['ALTER TABLE schedule RENAME COLUMN original_at TO said', 'table schedule has no column named original_at'],
])('a database with the layout of another version is reported as such: %s', async (change, message) => {
  const dir = temporaryFolder();
  cpSync(whole, dir, { recursive: true });
  const file = join(dir, FRONTIER);
  const db = openDatabase(file);
  db.exec(change);
  db.close();
  expect(await thresher(['status', '--dir', dir])).toMatchObject({
    code: 3,
    stderr: [expect.stringContaining(`frontier.sqlite has another layout (${message}): another version`)],
  });
});

test.each([['status'], ['search', 'moss'], ['reindex'], CRAWL])(
  '%s refuses a folder of a newer version, and changes nothing',
  async (...args) => {
    const dir = temporaryFolder();
    cpSync(whole, dir, { recursive: true });
    const file = join(dir, FRONTIER);
    const db = openDatabase(file);
    db.exec(`PRAGMA user_version = ${FOLDER_LAYOUT + 1}; PRAGMA wal_checkpoint(TRUNCATE)`);
    db.close();
    const before = readFileSync(file);
    const { code, stderr } = await thresher([...args, '--dir', dir]);
    expect([code, stderr]).toEqual([
      3,
      [
        expect.stringMatching(
          /: a newer version of Thresher wrote this folder \(layout 2; this version knows 1\); use the newer/,
        ),
      ],
    ]);
    expect(readFileSync(file).equals(before)).toBe(true);
  },
);

test('a folder of an earlier version gets the layout of this one when it is written', async () => {
  const dir = temporaryFolder();
  cpSync(whole, dir, { recursive: true });
  const layoutOf = (change = '') => {
    const db = openDatabase(join(dir, FRONTIER));
    db.exec(change);
    const { user_version: layout } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    db.close();
    return layout;
  };
  expect(layoutOf()).toBe(FOLDER_LAYOUT);
  expect(layoutOf('PRAGMA user_version = 0')).toBe(0);
  expect(await thresher(['status', '--dir', dir])).toMatchObject({ code: 0 });
  await thresher(['recrawl', '--dir', dir]);
  expect(layoutOf()).toBe(FOLDER_LAYOUT);
});

test('a path that is no folder is reported by every command', async () => {
  const dir = temporaryFolder();
  const file = join(dir, 'file');
  writeFileSync(file, '');
  for (const args of [CRAWL, SEARCH, ['status']])
    expect(await thresher([...args, '--dir', file])).toMatchObject({
      code: 3,
      stderr: [`${file}: not a folder; use another one`],
    });
  const away = join(dir, 'away');
  symlinkSync(join(dir, 'nothing'), away);
  expect(await thresher([...CRAWL, '--dir', away])).toMatchObject({
    code: 3,
    stderr: [`${away}: a symbolic link to a folder that does not exist`],
  });
  expect(await thresher([...CRAWL, '--dir', join(dir, 'x'.repeat(300))])).toMatchObject({
    code: 3,
    stderr: [expect.stringMatching(/^the path is too long: .* \(ENAMETOOLONG\); use a shorter one$/)],
  });
});

test('paths with blanks and other scripts work, and are quoted in advice', async () => {
  const dir = join(temporaryFolder(), 'o ne', "日本's");
  cpSync(whole, dir, { recursive: true });
  expect((await thresher(['status', '--dir', dir])).code).toBe(0);
  rmSync(join(dir, INDEX));
  const { stderr } = await thresher([...SEARCH, '--dir', dir]);
  expect(stderr[0]).toMatch(/: npx thresher reindex --dir '.*\/o ne\/日本'\\''s'$/);
});

test.runIf(process.platform === 'linux')('a folder that cannot be created, as below /proc, is an error', async () => {
  const { code, stderr } = await thresher([...CRAWL, '--dir', '/proc/thresher/data']);
  expect(code).toBe(3);
  expect(stderr).toEqual(['/proc/thresher/data: cannot be created; is its disk read-only? Use another folder']);
});
