import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { thresher } from '../test-terminal.ts';

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-'));
  file = join(folder, 'crawl.yaml');
  writeFileSync(
    file,
    `seeds: [https://a.test/start]
exclude: ['*/private/*']
sessionIds: [sid]
limits: {maxDepth: 2}
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const LINES = [
  'HTTPS://A.test:443/x/../y?sid=0123456789abcdef#top',
  '',
  '  https://b.test/  ',
  'https://a.test/private/z',
  'mailto:a@b.test',
  'https://a.test/start',
  'z',
];

test('prints accepted URLs normalised, and refused ones with the reason on standard error', async () => {
  const { code, printed, messages } = await thresher(['url', '--filter', '--crawl', file], LINES);
  expect(code).toBe(0);
  expect(printed).toEqual(['https://a.test/y', 'https://a.test/start']);
  expect(messages).toEqual([
    expect.stringMatching(/^https:\/\/b\.test\/\tscope: .*: scope host$/),
    expect.stringMatching(/^https:\/\/a\.test\/private\/z\texcluded: .*: \*\/private\/\*$/),
    expect.stringMatching(/^mailto:a@b\.test\tscheme: /),
    expect.stringMatching(/^z\t\S+: /),
  ]);
});

test('prints both as JSON, and resolves relative URLs', async () => {
  const args = ['url', '--filter', '--crawl', file, '--json', '--base', 'https://a.test/d/e'];
  const { code, answers, messages } = await thresher(args, ['z', 'https://b.test/', 'mailto:a@b.test']);
  expect({ code, messages }).toEqual({ code: 0, messages: [] });
  expect(answers()).toEqual([
    { input: 'z', accepted: true, url: 'https://a.test/d/z' },
    { input: 'https://b.test/', accepted: false, url: 'https://b.test/', reason: 'scope', detail: expect.anything() },
    { input: 'mailto:a@b.test', accepted: false, url: null, reason: 'scheme', detail: expect.anything() },
  ]);
});

test('checks URLs at a depth, and a seed at none', async () => {
  const { printed, messages } = await thresher(
    ['url', '--filter', '--crawl', file, '--depth', '3'],
    ['https://a.test/y', 'https://a.test/start'],
  );
  expect(printed).toEqual(['https://a.test/start']);
  expect(messages).toEqual([expect.stringContaining('too-deep: ')]);
});

test('takes the rules of a crawl of a data folder', async () => {
  const dir = join(folder, 'data');
  const stores = openStores(dir, 'write');
  for (const [crawl, exclude] of [
    ['small', '*.iso'],
    ['other', '*'],
  ] as const) {
    const key = await storeSettings(
      readSettings({ crawl, seeds: ['http://a.test/'], exclude: [exclude] }),
      stores.objects,
    );
    await stores.control.create(crawl, key, 0);
  }
  stores.close();
  const args = ['url', '--filter', '--dir', dir, '--name', 'small'];
  expect((await thresher(args, ['http://a.test/a.iso', 'http://a.test/a'])).printed).toEqual(['http://a.test/a']);
});

test.each<[string, string[], string]>([
  ['operands', ['--filter', '--crawl', 'x', 'http://a.test/'], 'from standard input'],
  ['a file and a folder', ['--filter', '--crawl', 'x', '--dir', 'y'], 'not both'],
  ['two modes', ['--filter', '--jsonl'], 'not both'],
  ['no folder', ['--filter', '--dir', '/nowhere/at/all'], 'no crawl in this folder'],
  ['a crawl without the mode', ['--crawl', 'x', 'http://a.test/'], '--crawl needs --filter'],
])('rejects %s', async (_, args, message) => {
  const { code, stderr } = await thresher(['url', ...args]);
  expect(code).toBe(2);
  expect(stderr.join('\n')).toContain(message);
});
