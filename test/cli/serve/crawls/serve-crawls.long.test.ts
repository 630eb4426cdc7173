/** Crawls that `thresher serve` runs, when processes are killed, wait or cannot write. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFolderLocked, lockFolder } from '../../../../cli/run/folder/folder-lock.ts';
import { firstOutput } from '../../first-output.ts';
import { prose, startSite, type TestSite } from '../../site.ts';
import { thresher } from '../../test-terminal.ts';
import type { Answer } from './managed-crawls.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
/** Root can write everything, so a server that must not write runs as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const PAGES = ['moss', 'fern', 'sedge', 'heath'];
const POLL_MS = 50;

let dir: string;
let site: TestSite;
let servers: ChildProcess[];
beforeEach(async () => {
  servers = [];
  dir = mkdtempSync(join(tmpdir(), 'thresher-crawls-'));
  const links = PAGES.map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  site = await startSite({
    '/': prose('bog') + links,
    ...Object.fromEntries(PAGES.map((name) => [`/${name}`, prose(name)])),
  });
});
afterEach(async () => {
  for (const server of servers) if (server.exitCode === null) server.kill('SIGKILL');
  while (isFolderLocked(dir)) await sleep(POLL_MS);
  setModes(0o755, 0o644);
  rmSync(dir, { recursive: true });
  site.close();
});

function setModes(folders: number, files: number): void {
  chmodSync(dir, folders);
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
}

/** Starts `thresher serve` as a process. `log` receives its standard error. */
async function startServer(more: string[] = [], user: object = {}) {
  const args = ['cli/main.ts', 'serve', '--port', '0', '--dir', dir, '--admin-token', 'env:ADMIN', ...more];
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ADMIN: TOKEN },
    ...user,
  });
  servers.push(server);
  const log: string[] = [];
  server.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const url = new URL(/http:\S+/.exec(await firstOutput(server))![0]);
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Answer };
  };
  /** Asks for a crawl until it is as the test wants. */
  const until = async (crawl: string, isWanted: (one: Answer) => boolean): Promise<Answer> => {
    for (;;) {
      const { json } = await ask('GET', `/crawls/${crawl}`);
      if (isWanted(json)) return json;
      await sleep(POLL_MS);
    }
  };
  return { server, log, ask, until };
}

const settings = (crawl: string, hostPauseMs = 0) => ({
  crawl,
  seeds: [`${site.origin}/`],
  network: { allowPrivate: ['127.0.0.0/8'] },
  politeness: { hostPauseMs },
});

/** Process ids of the crawls of a server. */
const childrenOf = ({ pid }: ChildProcess): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [child, parent] = line.trim().split(/ +/).map(Number);
      return parent === pid && child !== undefined ? [child] : [];
    });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const requested = async (pages: number) => {
  const paths: string[] = [];
  for (;;) {
    paths.push(...site.requests());
    if (paths.length >= pages) return paths;
    await sleep(POLL_MS);
  }
};

test('a crawl whose process is killed is started again and loses nothing', async () => {
  const { server, log, ask, until } = await startServer();
  await ask('POST', '/crawls', settings('bog', 1_000));
  await requested(2);
  const [child] = childrenOf(server);
  process.kill(child!, 'SIGKILL');
  const waiting = await until('bog', ({ run }) => run?.state === 'waiting');
  expect(waiting.run).toMatchObject({ waitsFor: 'restart', restarts: 1 });
  expect(waiting.run!.output!.at(-1)).toBe('the process was ended by SIGKILL');
  const ended = await until('bog', ({ run }) => run?.state === 'ended');
  expect(ended).toMatchObject({ state: 'done', records: 5 });
  expect(log.join('')).toContain('bog: failed; it is started again in 5 s\n');
});

test('a crawl stops in order when its server is killed, and the next server continues it', async () => {
  const first = await startServer();
  await first.ask('POST', '/crawls', settings('bog', 1_000));
  await requested(2);
  const [child] = childrenOf(first.server);
  first.server.kill('SIGKILL');
  while (isAlive(child!)) await sleep(POLL_MS);
  expect(isFolderLocked(dir)).toBe(false);
  const { code, answers } = await thresher(['status', '--json', '--dir', dir]);
  expect([code, answers()]).toMatchObject([0, [{ state: 'running', unattended: true }]]);
  const { until } = await startServer(['--continue']);
  expect(await until('bog', ({ run }) => run?.state === 'ended')).toMatchObject({ state: 'done', records: 5 });
});

test('a crawl stops in order with its server, which does not continue it by itself', async () => {
  const first = await startServer();
  await first.ask('POST', '/crawls', settings('bog', 1_000));
  await requested(1);
  first.server.kill('SIGINT');
  expect(await once(first.server, 'exit')).toEqual([0, null]);
  expect(first.log.join('')).not.toMatch(/failed|was ended by/);
  const { ask, until } = await startServer();
  const { json } = await ask('GET', '/crawls/bog');
  expect([json.state, json.unattended, json.run]).toEqual(['running', true, undefined]);
  await ask('PUT', '/crawls/bog/state', { state: 'open' });
  expect(await until('bog', ({ run }) => run?.state === 'ended')).toMatchObject({ state: 'done', records: 5 });
});

test('crawls run one after the other, a pause ends a run, and none starts while another process uses the folder', async () => {
  const unlock = lockFolder(dir);
  const { ask, until } = await startServer();
  await ask('POST', '/crawls', settings('bog', 2_000));
  await ask('POST', '/crawls', settings('fen'));
  const isBlocked = ({ run }: Answer) => run?.waitsFor === 'folder';
  expect(await until('bog', isBlocked)).not.toHaveProperty('unattended');
  expect(site.requests()).toEqual([]);
  unlock();
  await until('bog', ({ run }) => run?.state === 'running');
  await until('fen', ({ run }) => run?.waitsFor === 'crawl');
  await requested(1);
  await ask('PUT', '/crawls/bog/state', { state: 'paused' });
  expect(await until('bog', ({ run }) => run?.state === 'ended')).toMatchObject({ state: 'paused' });
  expect(await until('fen', ({ run }) => run?.state === 'ended')).toMatchObject({ state: 'done', records: 5 });
  await ask('PUT', '/crawls/bog/state', { state: 'open' });
  await until('bog', ({ run }) => run?.state === 'running');
  await ask('PUT', '/crawls/bog/state', { state: 'stopped' });
  expect(await until('bog', ({ run }) => run?.state === 'ended')).toMatchObject({ state: 'stopped' });
});

test.skipIf(process.platform === 'win32')(
  'a server that cannot write its folder refuses, and still answers',
  async () => {
    const first = await startServer();
    await first.ask('POST', '/crawls', settings('bog'));
    await first.until('bog', ({ run }) => run?.state === 'ended');
    first.server.kill('SIGINT');
    await once(first.server, 'exit');
    setModes(0o555, 0o444);
    const { ask } = await startServer([], NOBODY);
    for (const [method, path, body] of [
      ['POST', '/crawls', settings('fen')],
      ['PUT', '/crawls/bog/state', { state: 'paused' }],
      ['POST', '/crawls/bog/seeds', { seeds: [`${site.origin}/new`] }],
      ['POST', '/crawls/bog/recrawl', {}],
    ] as const)
      expect(await ask(method, path, body)).toMatchObject({
        status: 403,
        json: { type: 'urn:problem-type:thresher:read-only' },
      });
    expect((await ask('GET', '/crawls')).json.crawls).toMatchObject([{ crawl: 'bog', state: 'done', records: 5 }]);
  },
);
