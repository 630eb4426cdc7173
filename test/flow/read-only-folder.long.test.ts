/** Data folders that cannot be written: they can be searched, exported and asked for their status. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../cli/run/wiring.ts';
import { openDatabase } from '../../shared/local/database.ts';
import type { Url } from '../../shared/url/url.ts';
import { thresher } from '../cli/test-terminal.ts';
import { recordsOf } from './remains.ts';
import { startThreeHosts, type ThreeHosts } from './three-hosts.ts';

/** Root can write everything, so the commands run as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let three: ThreeHosts;
let base: string;
let expected: string[];
beforeAll(async () => {
  three = await startThreeHosts();
  expect((await thresher(three.crawl(0))).code).toBe(0);
  base = mkdtempSync(join(tmpdir(), 'thresher-fixed-'));
  chmodSync(base, 0o755);
  expected = (await thresher(['export', '--dir', three.dir])).printed;
  cpSync(three.dir, join(base, 'closed'), { recursive: true });
  // While a process has the folder open, as a killed one had, its logs are not empty.
  const stores = openStores(three.dir);
  await stores.control.addUsage('three', { pages: 0 });
  stores.lastTime.set(Date.now());
  stores.indexMarks.raise({ crawl: 'three', version: 0, bytes: 0 });
  const [record] = await recordsOf('three', stores);
  const [url, at] = Object.entries(record!.urls)[0]!;
  await stores.index.write('three', [{ kind: 'left', id: 'f'.repeat(32), url: url as Url, at }]);
  cpSync(three.dir, join(base, 'killed'), { recursive: true });
  cpSync(three.dir, join(base, 'killed-without-shm'), { recursive: true });
  for (const name of ['frontier.sqlite-shm', 'index.sqlite-shm'])
    rmSync(join(base, 'killed-without-shm', name), { force: true });
  stores.close();
  for (const name of ['live', 'changed', 'older-frontier', 'older-queue', 'older-index'])
    cpSync(join(base, 'closed'), join(base, name), { recursive: true });
  for (const name of ['frontier.sqlite-wal', 'index.sqlite-wal'])
    expect(statSync(join(base, 'killed', name)).size).toBeGreaterThan(0);
  expect(existsSync(join(base, 'closed', 'frontier.sqlite-wal'))).toBe(false);
  alter(join(base, 'older-frontier', 'frontier.sqlite'), 'DROP TABLE index_mark');
  alter(
    join(base, 'older-queue', 'frontier.sqlite'),
    'ALTER TABLE message DROP COLUMN leased; ALTER TABLE message DROP COLUMN refunds',
  );
  alter(
    join(base, 'older-index', 'index.sqlite'),
    'DROP INDEX record_1_facets; ALTER TABLE record_1 DROP COLUMN genre',
  );
  setModes(base, 0o555, 0o444);
});
afterAll(async () => {
  setModes(base, 0o755, 0o644);
  rmSync(base, { recursive: true });
  await three.close();
});

function alter(file: string, sql: string): void {
  const db = openDatabase(file);
  db.exec(sql);
  db.close();
}

function setModes(folder: string, folders: number, files: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  chmodSync(folder, folders);
}

async function run(...args: string[]) {
  const child = spawn(process.execPath, ['cli/main.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...NOBODY });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

describe.each(['closed', 'killed', 'killed-without-shm'])('a read-only folder (%s)', (name) => {
  const dir = () => join(base, name);

  test('can be searched', async () => {
    const { code, out, err } = await run('search', 'plant', '--json', '--dir', dir());
    expect([code, err]).toEqual([0, '']);
    expect((JSON.parse(out) as { total: number }).total).toBeGreaterThan(0);
  });

  test('can be searched with a filter', async () => {
    const { code, out, err } = await run('search', 'plant host:sundew.test', '--json', '--dir', dir());
    expect([code, err]).toEqual([0, '']);
    expect((JSON.parse(out) as { total: number }).total).toBeGreaterThan(0);
  });

  test('has a status', async () => {
    const { code, out, err } = await run('status', '--json', '--dir', dir());
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
  });

  test('can be exported', async () => {
    const { code, out, err } = await run('export', '--dir', dir());
    expect([code, err, out.trim().split('\n').length]).toEqual([0, expect.anything(), expected.length]);
  });

  test('cannot be crawled or paused, and the message says why', async () => {
    const paused = await run('pause', '--dir', dir());
    expect([paused.code, paused.err]).toEqual([
      3,
      expect.stringMatching(/frontier\.sqlite is read-only \(.*check the owner/),
    ]);
    const crawled = await run('crawl', 'http://sundew.test/', '--name', 'three', '--dir', dir());
    expect(crawled.code).toBe(3);
  });
});

describe.runIf(process.getuid?.() === 0)('a folder that another user writes', () => {
  /** Removes all records but one, and leaves the stores open. */
  const change = async (dir: string) => {
    const stores = openStores(dir);
    const records = await recordsOf('three', stores);
    for (const { id, urls } of records.slice(1))
      for (const [url, at] of Object.entries(urls))
        await stores.index.write('three', [{ kind: 'left', id, url: url as Url, at: at + 1 }]);
    return stores;
  };
  const total = async (dir: string) => {
    const { code, out, err } = await run('search', 'plant', '--json', '--dir', dir);
    expect([code, err]).toEqual([0, '']);
    return (JSON.parse(out) as { total: number }).total;
  };

  test('can be searched meanwhile, with the latest changes', async () => {
    const dir = join(base, 'live');
    expect(await total(dir)).toBeGreaterThan(1);
    const stores = await change(dir);
    expect(statSync(join(dir, 'index.sqlite-wal')).size).toBeGreaterThan(0);
    expect(await total(dir)).toBe(1);
    stores.close();
    expect(await total(dir)).toBe(1);
  });

  test('serve answers from the latest state, and a command that read an old one says so', async () => {
    const dir = join(base, 'changed');
    const server = spawn(process.execPath, ['cli/main.ts', 'serve', '--port', '0', '--dir', dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...NOBODY,
    });
    const program = `import { openStores } from './cli/run/wiring.ts';
      const stores = openStores(${JSON.stringify(dir)}, 'read');
      console.log('open');
      process.stdin.once('data', () => { try { stores.close(); } catch (error) { console.log(error.message); } process.exit(); });`;
    const reader = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      ...NOBODY,
    });
    try {
      const [[line]] = await Promise.all([once(server.stdout, 'data'), once(reader.stdout, 'data')]);
      const url = / at (http:\S+)/.exec(String(line))![1]!;
      const served = async () => {
        const response = await fetch(`${url}search?q=plant&format=json`);
        return ((await response.json()) as { total: number }).total;
      };
      expect(await served()).toBeGreaterThan(1);
      const stores = await change(dir);
      expect(await served()).toBe(1);
      stores.close();
      expect(await served()).toBe(1);
      const said = text(reader.stdout);
      reader.stdin.write('\n');
      expect(await said).toMatch(/changed is read-only for this user, and another process changed it meanwhile; run/);
    } finally {
      for (const child of [server, reader]) child.kill();
    }
  });
});

test.each([
  ['frontier', 'frontier', ['status', 'export', 'search']],
  ['queue', 'frontier', ['status', 'export', 'search']],
  ['index', 'index', ['search']],
])(
  'a read-only folder with the %s of an earlier version names the command that updates it',
  async (part, file, commands) => {
    const dir = join(base, `older-${part}`);
    for (const name of commands) {
      const { code, err } = await run(name, ...(name === 'search' ? ['plant'] : []), '--dir', dir);
      expect([code, err.trim()]).toEqual([
        3,
        expect.stringMatching(
          new RegExp(
            `${file}\\.sqlite is read-only.* an earlier version of Thresher wrote it; run this once as its owner: npx thresher search word --dir ${dir}$`,
          ),
        ),
      ]);
    }
    setModes(dir, 0o755, 0o644);
    expect((await thresher(['search', 'word', '--dir', dir])).code).toBeLessThan(2);
    setModes(dir, 0o555, 0o444);
    for (const name of commands)
      expect((await run(name, ...(name === 'search' ? ['plant'] : []), '--dir', dir)).code).toBe(0);
  },
);
