import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { VERSION } from '../../cli/package.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { prose, startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

const dir = mkdtempSync(join(tmpdir(), 'thresher-several-'));
afterAll(() => rmSync(dir, { recursive: true }));

beforeAll(async () => {
  const site = await startSite({ '/': `${prose('moss')}<a href="/fern">`, '/fern': prose('fern') });
  const given = [`${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
  for (const [name, limit] of [
    ['bogs', '9'],
    ['fen', '1'],
  ])
    await thresher(['crawl', ...given, '--name', name!, '--limit', limit!]);
  await thresher(['pause', '--dir', dir, '--name', 'fen']);
  site.close();
});

test('lists the crawls of a folder that has several, and says how to select one', async () => {
  expect(await thresher(['status', '--dir', dir])).toMatchObject({
    code: 0,
    printed: [
      'bogs  2 pages, 2 URLs, 2 records; done',
      expect.stringMatching(/^fen {3}1 page, 1 URL, 1 record.*; paused/),
      '',
      `2 crawls; select one with --name, such as npx thresher status --dir ${dir} --name bogs`,
    ],
  });
});

test('shows one of several, and asks for its name if the answer is JSON', async () => {
  const one = await thresher(['status', '--dir', dir, '--name', 'fen']);
  expect(one.printed[0]).toBe('crawl    fen');
  expect(await thresher(['status', '--dir', dir, '--json'])).toMatchObject({
    code: 2,
    printed: [],
    stderr: [`${dir} has several crawls; select one with --name (bogs, fen)`],
  });
});

test('JSON has the time of the creation and the version', async () => {
  const [status] = (await thresher(['status', '--dir', dir, '--name', 'bogs', '--json'])).answers();
  expect(status).toMatchObject({ crawl: 'bogs', version: VERSION });
  expect(new Date(`${status!['createdAt']}`).toISOString()).toBe(status!['createdAt']);
});

test.each<[string, (file: string) => void, RegExp]>([
  [
    'empty',
    (file) => writeFileSync(file, ''),
    /^bogs {2}cannot be read: the settings of crawl bogs are empty: objects/,
  ],
  ['damaged', (file) => writeFileSync(file, '{'), /^bogs {2}cannot be read: the settings of crawl bogs are damaged/],
  ['missing', rmSync, /^bogs {2}cannot be read: the settings of crawl bogs are missing: no object/],
])('lists the other crawls if the settings of one are %s', async (_what, harm, line) => {
  const stores = openStores(dir, 'read');
  const file = join(dir, 'objects', (await stores.control.get('bogs'))!.settingsKey);
  stores.close();
  const before = readFileSync(file);
  harm(file);
  onTestFinished(() => writeFileSync(file, before));
  expect(await thresher(['status', '--dir', dir])).toMatchObject({
    code: 1,
    printed: [
      expect.stringMatching(line),
      expect.stringMatching(/^fen {3}1 page, 1 URL, 1 record.*; paused/),
      '',
      `2 crawls; select one with --name, such as npx thresher status --dir ${dir} --name fen`,
    ],
    stderr: [],
  });
});
