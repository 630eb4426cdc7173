import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsFromArguments } from '../../cli/crawl/crawl-arguments.ts';
import { loadCrawlFile } from '../../cli/load-crawl.ts';
import { thresher } from './test-terminal.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-'));
  writeFileSync(file('topic.txt'), '10: sundew=CP\n# "quoted": {x}\n-5: base ball=CP\n');
  writeFileSync(file('seeds.txt'), 'https://b.test/ 3\n');
  writeFileSync(
    file('crawl.yaml'),
    `crawl: plants
preset: library
seeds: [https://a.test/, {file: seeds.txt}]
limits: {pages: 5, maxDepth: 2}
exclude: ['*.iso', 'URL (?i)"/p: #x']
aliases: {www2.a.test: www.a.test}
robots:
topic:
  filters: [{terms: topic.txt}]
schedules: [{name: big-reload, run: recrawl, at: 'cron(10 0 ? * MON *)', timezone: Europe/Stockholm}]
metadata: {linksNotFollowed: []}
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const env = { THRESHER_LIMITS_MAX_DEPTH: '3', THRESHER_SEARCH_LANGUAGES: '[sv, en]' };
const print = async (name: string, ...options: string[]) => {
  const { code, printed, messages } = await thresher(['validate', file(name), '--print', ...options], [], { env });
  expect({ code, messages }).toEqual({ code: 0, messages: [] });
  return printed.join('\n');
};

test('prints settings that read back as the same settings, without the files, variables and options', async () => {
  writeFileSync(file('complete.yaml'), await print('crawl.yaml', '--delay', '5', '--exclude', '/x/*'));
  rmSync(file('seeds.txt'));
  const complete = await loadCrawlFile(file('complete.yaml'));
  writeFileSync(file('seeds.txt'), 'https://b.test/ 3\n');
  const given = await settingsFromArguments([file('crawl.yaml')], { delay: '5', exclude: ['/x/*'] }, env);
  expect(complete).toEqual(JSON.parse(JSON.stringify(given)));
  expect(complete).toMatchObject({
    limits: { pages: 5, maxDepth: 3 },
    politeness: { hostPauseMs: 5_000 },
    exclude: ['/x/*'],
    search: { languages: ['sv', 'en'] },
  });
});

test('names the source of each value', async () => {
  const lines = (await print('crawl.yaml', '--delay', '5')).split('\n').map((line) => line.trim());
  const above = (key: string) => lines[lines.indexOf(key) - 1];
  expect(lines).toContain(`crawl: plants # ${file('crawl.yaml')}:1`);
  expect(lines).toContain(`pages: 5 # ${file('crawl.yaml')}:4`);
  expect(lines).toContain('maxDepth: 3 # THRESHER_LIMITS_MAX_DEPTH');
  expect(lines).toContain('hostPauseMs: 5000 # --delay');
  expect(lines).toContain('days: 30 # preset library');
  expect(lines).toContain('minDays: 1 # default');
  expect(above('languages:')).toBe('# THRESHER_SEARCH_LANGUAGES');
  expect(above('ignore: []')).toBe('# default');
  expect(above('linksNotFollowed: []')).toBe(`# ${file('crawl.yaml')}:11`);
});

test.each<[string, string[], Record<string, string>, string]>([
  ['two files', ['--print', 'b.yaml'], {}, '--print needs exactly one crawl.yaml'],
  ['an unknown variable', [], { THRESHER_PAGES: '1' }, 'THRESHER_PAGES: sets no setting'],
  ['a value out of bounds', [], { THRESHER_LIMITS_PAGES: '0' }, 'THRESHER_LIMITS_PAGES: '],
  ['an invalid item of a list', [], { THRESHER_SEARCH_LANGUAGES: '[english]' }, 'THRESHER_SEARCH_LANGUAGES: '],
  ['an invalid option', ['--delay', 'x'], {}, '--delay: x: must be a number'],
])('rejects %s', async (_, args, variables, message) => {
  const { code, stderr } = await thresher(['validate', file('crawl.yaml'), ...args], [], { env: variables });
  expect(code).toBe(2);
  expect(stderr.join('\n')).toContain(message);
});

test('a crawl reads the variables, and its options override them', async () => {
  const urls = ['https://a.test/'];
  expect(await settingsFromArguments(urls, {}, { THRESHER_PRESET: 'site' })).toMatchObject({
    preset: 'site',
    limits: { maxPathDepth: 20 },
  });
  expect(await settingsFromArguments(urls, { limit: '7' }, { THRESHER_LIMITS_PAGES: '9' })).toMatchObject({
    limits: { pages: 7 },
  });
});
