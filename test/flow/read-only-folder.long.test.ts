/** Data folders that cannot be written: they can be searched, exported and asked for their status. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../cli/run/wiring.ts';
import { thresher } from '../cli/test-terminal.ts';
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
  cpSync(three.dir, join(base, 'killed'), { recursive: true });
  cpSync(three.dir, join(base, 'killed-without-shm'), { recursive: true });
  for (const name of ['frontier.sqlite-shm', 'index.sqlite-shm'])
    rmSync(join(base, 'killed-without-shm', name), { force: true });
  stores.close();
  expect(statSync(join(base, 'killed', 'frontier.sqlite-wal')).size).toBeGreaterThan(0);
  expect(existsSync(join(base, 'closed', 'frontier.sqlite-wal'))).toBe(false);
  setModes(base, 0o555, 0o444);
});
afterAll(async () => {
  setModes(base, 0o755, 0o644);
  rmSync(base, { recursive: true });
  await three.close();
});

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
