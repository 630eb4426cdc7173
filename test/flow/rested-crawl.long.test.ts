/** A killed crawl that rests for days, and a clock that jumps: every fetched page becomes a record. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { MAX_REFUNDS } from '../../shared/local/sqlite-queue.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { startThresher } from './child.ts';
import { headsOf, leftovers, objectsOf, pagesOf, recordsOf, withStores } from './remains.ts';
import { SEEDS, startThreeHosts, type ThreeHosts } from './three-hosts.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Kills the process when a page is cleaned, `any` or that of a URL, or sets the clock of the process. */
const PLUGIN = `import { writeFileSync } from 'node:fs';
export function document(document) {
  if (['any', document.url].includes(process.env.KILL_IN_CLEAN)) process.kill(process.pid, 'SIGKILL');
  if (process.env.CLOCK_JUMP_FILE) writeFileSync(process.env.CLOCK_JUMP_FILE, '');
  return document;
}
`;

let three: ThreeHosts;
let crawlFile: string;
let whole: string;
let killed: string;
let undisturbed: string[];
beforeAll(async () => {
  three = await startThreeHosts();
  crawlFile = join(three.dir, 'crawl.yaml');
  writeFileSync(join(three.dir, 'plugin.mjs'), PLUGIN);
  writeFileSync(
    crawlFile,
    `crawl: three\nseeds: [${SEEDS.map((seed) => `'${seed}'`).join(', ')}]\nplugins: [plugin.mjs]\n` +
      `politeness: {hostPauseMs: 100}\nnetwork: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': '127.0.0.1:${three.site.port}'}}\n`,
  );
  whole = join(three.dir, 'whole');
  expect((await crawl(whole).ended).code).toBe(0);
  undisturbed = await recordIds(whole);
  killed = join(three.dir, 'killed');
  expect((await crawl(killed, { KILL_IN_CLEAN: 'any' }).ended).signal).toBe('SIGKILL');
  expect(leftovers(killed).messages).toBeGreaterThan(0);
  expireAfterAWeek(killed);
});
afterAll(() => three.close());

const crawl = (dir: string, env: Record<string, string> = {}, clock = 'shifted-clock') =>
  startThresher(['crawl', crawlFile, '--dir', dir, '--json'], {
    options: ['--import', `./test/flow/preloads/${clock}.mjs`],
    env: { CLOCK_SHIFT_MS: '0', ...env },
  });

const recordIds = (dir: string) =>
  withStores(dir, async (stores) => (await recordsOf('three', stores)).map(({ id }) => id).sort());

/** Gives messages the expiry of earlier versions. */
function expireAfterAWeek(dir: string) {
  const db = openDatabase(join(dir, 'frontier.sqlite'));
  db.prepare('UPDATE message SET expires_at = ?').run(Date.now() + 7 * DAY_MS);
  db.close();
}

/** Puts a folder back to where all pages are fetched and none is cleaned. @returns the number of objects */
async function forgetStages(dir: string): Promise<number> {
  for (const name of ['objects/clean', 'objects/records', 'index.sqlite', 'index.sqlite-wal', 'index.sqlite-shm'])
    rmSync(join(dir, name), { recursive: true, force: true });
  const db = openDatabase(join(dir, 'frontier.sqlite'));
  // Nothing was indexed yet, so no index is missing.
  db.exec('DELETE FROM index_mark');
  db.close();
  return withStores(dir, async (stores) => {
    const keys = (await objectsOf('raw', 'three', stores)).map(([key]) => key);
    await stores.captures.send(keys.map((key) => ({ crawl: 'three', key })));
    return keys.length;
  });
}

test.each([8, 40, 100, 40_000, -40])('a killed crawl that resumes after %d days has all records', async (days) => {
  const dir = copyOf(killed);
  const { code, out, err } = await crawl(dir, { CLOCK_SHIFT_MS: `${days * DAY_MS}` }).ended;
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ state: 'done' })]);
  expect(err).toMatch(days < 0 ? /^the clock was set back by \d+ s since the last run.*\n$/ : /^$/);
  expect(await recordIds(dir)).toEqual(undisturbed);
});

test.each([8, 40_000, -40_000])(
  'a crawl has all records although its clock jumps by %d days while pages wait',
  async (days) => {
    const dir = copyOf(whole);
    expect(await forgetStages(dir)).toBeGreaterThan(1);
    const env = { CLOCK_JUMP_FILE: join(dir, 'jump'), CLOCK_JUMP_MS: `${days * DAY_MS}` };
    const { code, err } = await crawl(dir, env, 'jumping-clock').ended;
    expect([code, err]).toEqual([0, '']);
    expect(await recordIds(dir)).toEqual(undisturbed);
  },
);

test('six kills while the same page is cleaned, one hour apart, change nothing', async () => {
  const dir = copyOf(killed);
  const run = (hours: number, env: Record<string, string> = {}) =>
    crawl(dir, { CLOCK_SHIFT_MS: `${hours * HOUR_MS}`, ...env }).ended;
  // The first kill is that of the copied folder.
  for (let hours = 1; hours < 6; hours++) expect((await run(hours, { KILL_IN_CLEAN: 'any' })).signal).toBe('SIGKILL');
  const { code, out, err } = await run(6);
  expect([code, err, JSON.parse(out)]).toEqual([0, '', expect.objectContaining({ state: 'done' })]);
  expect(await recordIds(dir)).toEqual(undisturbed);
});

test('a page that kills the process each time is skipped in the end, and the others become records', async () => {
  const dir = copyOf(whole);
  await forgetStages(dir);
  const deadly = SEEDS[0]!;
  const isDeadly = ({ urls }: SearchRecord) => Object.keys(urls).join() === deadly;
  const expected = await withStores(whole, async (stores) => (await recordsOf('three', stores)).filter(isDeadly));
  expect(expected).toHaveLength(1);
  let kills = 0;
  let last = await crawl(dir, { KILL_IN_CLEAN: deadly }).ended;
  for (; last.signal === 'SIGKILL' && kills < 50; kills++) last = await crawl(dir, { KILL_IN_CLEAN: deadly }).ended;
  expect(kills).toBeGreaterThan(MAX_REFUNDS);
  expect(last).toMatchObject({ code: 0, err: '' });
  expect(await recordIds(dir)).toEqual(undisturbed.filter((id) => id !== expected[0]!.id));
});

test('retries and revisits of a crawl whose clock is set back by 40 days keep their distance', async () => {
  const dir = temporaryFolder();
  const revisited = join(dir, 'crawl.yaml');
  writeFileSync(
    revisited,
    `${readFileSync(crawlFile, 'utf8').replace('plugin.mjs', `${three.dir}/plugin.mjs`)}revisit: {days: 3650}\n`,
  );
  const run = (shiftMs: number) =>
    startThresher(['crawl', revisited, '--dir', dir, '--json'], {
      options: ['--import', './test/flow/preloads/shifted-clock.mjs'],
      env: { CLOCK_SHIFT_MS: `${shiftMs}` },
    }).ended;
  expect((await run(0)).code).toBe(0);
  const nextVisits = () =>
    withStores(dir, async (stores) => new Map((await pagesOf('three', stores)).map(({ url, next }) => [url, next])));
  const before = await nextVisits();
  const dues = () => withStores(dir, async (stores) => (await headsOf('three', stores)).map(({ due }) => due));
  const duesBefore = await dues();
  expect((await run(-40 * DAY_MS)).code).toBe(0);
  const after = await nextVisits();
  const moved = [...before].filter(([, next]) => next !== undefined);
  expect(moved.length).toBeGreaterThan(5);
  for (const [url, next] of moved) {
    const backMs = next! - after.get(url)!;
    expect(backMs).toBeGreaterThan(39.9 * DAY_MS);
    expect(backMs).toBeLessThanOrEqual(40 * DAY_MS);
  }
  // A host is due when its first page is, to the second.
  const firsts = (all: (number | undefined)[]) => Math.min(...all.map((due) => due ?? Number.POSITIVE_INFINITY));
  expect(firsts(await dues())).toBeLessThan(firsts(duesBefore) - 39.9 * DAY_MS);
});

describe('after the clock is set back by 40 days', () => {
  const paths = ['/', '/changed', '/gone', '/same'];
  let texts: Record<string, string | undefined>;
  let fetched: string[];
  const server = createServer(({ url: path = '/' }, response) => {
    fetched.push(path);
    const links = path === '/' ? paths.map((to) => `<a href="${to}">${to}</a>`).join(' ') : '';
    const text = texts[path];
    response.writeHead(text ? 200 : 404, { 'content-type': 'text/html' });
    response.end(
      text && `<html lang="en"><title>${text}</title><p>${text} is a text of some length.</p>${links}</html>`,
    );
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  const run = (args: string[], days: number) =>
    startThresher(args, {
      options: ['--import', './test/flow/preloads/shifted-clock.mjs'],
      env: { CLOCK_SHIFT_MS: `${days * DAY_MS}` },
    }).ended;
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Texts of the records of each path, as an export gives them. */
  const recordsByPath = async (dir: string, days: number) => {
    const { code, out } = await run(['export', '--dir', dir], days);
    expect(code).toBe(0);
    const records = out
      .split('\n')
      .flatMap((line) => (line ? [JSON.parse(line) as { title: string; urls: string[] }] : []));
    const titles = (path: string) =>
      records.filter(({ urls }) => urls.includes(origin() + path)).map(({ title }) => title);
    return Object.fromEntries(paths.map((path) => [path, titles(path)]));
  };
  const hits = async (word: string, dir: string, days: number) => {
    const { out } = await run(['search', word, '--dir', dir, '--json'], days);
    return (JSON.parse(out) as { total: number }).total;
  };

  test.each([
    ['recrawl', () => ['recrawl']],
    ['seed --force', () => ['seed', ...paths.map((path) => origin() + path), '--force']],
  ])('%s shows changed pages with their new text, and no page that is gone', async (_, again) => {
    const dir = temporaryFolder();
    const file = join(dir, 'crawl.yaml');
    writeFileSync(
      file,
      `crawl: pages\nseeds: ['${origin()}/']\nnetwork: {allowPrivate: [127.0.0.0/8]}\n` +
        'politeness: {hostPauseMs: 10}\nrevisit: {days: 3650}\n',
    );
    const visit = async (days: number) => {
      fetched = [];
      expect((await run(['crawl', file, '--dir', dir, '--json'], days)).code).toBe(0);
    };
    const visitAgain = async (days: number) => {
      expect((await run([...again(), '--dir', dir], days)).code).toBe(0);
      await visit(days);
      expect(fetched).toEqual(expect.arrayContaining(paths));
    };
    texts = { '/': 'Front', '/changed': 'Ancient', '/gone': 'Vanishing', '/same': 'Constant' };
    await visit(0);
    const first = await recordsByPath(dir, 0);
    expect(first).toEqual({ '/': ['Front'], '/changed': ['Ancient'], '/gone': ['Vanishing'], '/same': ['Constant'] });

    const expectState = async (changed: string, days: number) => {
      const shown = { '/': ['Front'], '/changed': [changed], '/gone': [], '/same': ['Constant'] };
      expect(await recordsByPath(dir, days)).toEqual(shown);
      const words = ['Ancient', 'Vanishing', changed];
      expect(await Promise.all(words.map((word) => hits(word, dir, days)))).toEqual([0, 0, 1]);
    };
    texts = { ...texts, '/changed': 'Modern', '/gone': undefined };
    await visitAgain(-40);
    await expectState('Modern', -40);
    // The pages are visited again before the clock has caught up.
    texts = { ...texts, '/changed': 'Futuristic' };
    await visitAgain(-39);
    await expectState('Futuristic', -39);
    expect((await run(['reindex', '--dir', dir], -39)).code).toBe(0);
    await expectState('Futuristic', -39);
    expect((await run(['delete', '--path', `${origin()}/same`, '--apply', '--dir', dir], -39)).code).toBe(0);
    expect(await recordsByPath(dir, -39)).toMatchObject({ '/changed': ['Futuristic'], '/same': [] });
    expect(await hits('Constant', dir, -39)).toBe(0);
  });
});

function copyOf(folder: string): string {
  const dir = temporaryFolder();
  cpSync(folder, dir, { recursive: true });
  return dir;
}
