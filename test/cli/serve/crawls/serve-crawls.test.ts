import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { disks } from '../../../../cli/run/folder/disk-size.ts';
import { prose, startSite, type TestSite } from '../../site.ts';
import { thresher } from '../../test-terminal.ts';
import { whileServing } from '../while-serving.ts';
import type { Answer } from './managed-crawls.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const ENV = { ADMIN: TOKEN };

let folder: string;
let site: TestSite;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-crawls-'));
  site = await startSite({ '/': `${prose('heath')}<a href="/moss">moss</a>`, '/moss': prose('moss') });
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

const asker = (url: URL) => async (method: string, path: string, body?: object) => {
  const answer = await fetch(new URL(path, url), {
    method,
    headers: { authorization: `Bearer ${TOKEN}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Answer };
};

/** Settings of a crawl of the site. */
const settings = (crawl: string) => ({
  crawl,
  seeds: [`${site.origin}/`],
  network: { allowPrivate: ['127.0.0.0/8'] },
  politeness: { hostPauseMs: 0 },
});

/** Asks for a crawl until its run has ended. */
async function runEnded(ask: ReturnType<typeof asker>, crawl: string): Promise<Answer> {
  for (;;) {
    const { json } = await ask('GET', `/crawls/${crawl}`);
    if (json.run?.state === 'ended' || json.run?.state === 'failed') return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('tells programs of the space on the disk of the folder, as it is now', async () => {
  const GB = 2 ** 30;
  const { read } = disks;
  onTestFinished(() => {
    disks.read = read;
  });
  let free = 5 * GB;
  disks.read = () => ({ size: 200 * GB, free });
  await whileServing(
    ['--dir', join(folder, 'full'), '--admin-token', 'env:ADMIN'],
    async (url) => {
      const ask = asker(url);
      await ask('POST', '/crawls', settings('fen'));
      await runEnded(ask, 'fen');
      expect((await ask('GET', '/crawls/fen')).json.disk).toEqual({ freeBytes: free });
      free = GB;
      const low = { freeBytes: free, low: true };
      expect((await ask('GET', '/crawls/fen')).json.disk).toEqual(low);
      expect((await ask('GET', '/crawls')).json.crawls).toMatchObject([{ crawl: 'fen', disk: low }]);
    },
    ENV,
  );
  site.requests();
});

test('runs a crawl that a program creates in a new folder, which is then searched, and crawls it again', async () => {
  const dir = join(folder, 'new');
  const { stderr } = await whileServing(
    ['--dir', dir, '--admin-token', 'env:ADMIN'],
    async (url) => {
      const ask = asker(url);
      expect((await ask('POST', '/crawls', settings('bog'))).status).toBe(201);
      expect(await runEnded(ask, 'bog')).toMatchObject({ state: 'done', run: { state: 'ended' } });
      expect(site.requests()).toEqual(['/', '/moss']);
      const found = await fetch(new URL('/search?q=moss12&format=json', url));
      expect(await found.json()).toMatchObject({ total: 1, hits: [{ url: `${site.origin}/moss` }] });
      expect((await ask('POST', '/crawls/bog/recrawl', { prefix: `${site.origin}/moss` })).json).toEqual({
        crawl: 'bog',
        hosts: 1,
      });
      await runEnded(ask, 'bog');
      expect(site.requests()).toEqual(['/moss']);
    },
    ENV,
  );
  expect(stderr.filter((line) => !line.startsWith('bog: '))).toEqual([]);
});

test.each([
  [['--admin-token', TOKEN], '--admin-token: must be env:NAME'],
  [['--admin-token', 'env:NONE'], '--admin-token: the environment variable NONE is not set'],
  [['--admin-token', 'env:SHORT'], '--admin-token: the environment variable SHORT must have 16 to 256 characters'],
  [['--continue'], '--continue: requires --admin-token'],
  [['--admin-token', 'env:ADMIN', '--name', 'bog'], '--name: not possible with --admin-token'],
])('refuses %j', async (args, message) => {
  const dir = join(folder, 'refused');
  const { code, stderr } = await thresher(['serve', '--dir', dir, ...args], [], { env: { ...ENV, SHORT: 'x' } });
  expect([code, stderr]).toEqual([2, [expect.stringContaining(message)]]);
});
