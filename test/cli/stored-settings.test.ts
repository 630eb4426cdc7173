/** `thresher settings` with a data folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCrawlFile } from '../../cli/load-crawl.ts';
import { loadStoredSettings } from '../../cli/run/crawl-settings.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { storeSettings } from '../../shared/settings/store-settings.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { prose, startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

async function crawledFolder() {
  const dir = temporaryFolder();
  const site = await startSite({ '/': prose('moss') });
  onTestFinished(() => site.close());
  const topic = (term: string) => writeFileSync(join(dir, 'topic.txt'), `100: ${term}=CP\n`);
  topic('moss');
  const file = join(dir, 'bogs.yaml');
  writeFileSync(
    file,
    `crawl: bogs
preset: papers
seeds: [${site.origin}/]
limits: {pages: 5}
politeness: {hostPauseMs: 0}
network: {allowPrivate: [127.0.0.0/8]}
topic:
  filters: [{terms: topic.txt}]
`,
  );
  const data = join(dir, 'data');
  const crawl = async () => expect((await thresher(['crawl', file, '--dir', data])).code).toBe(0);
  await crawl();
  return { dir, data, topic, crawl };
}

test('prints the stored settings of a crawl as a crawl.yaml that reads back as the same settings', async () => {
  const { dir, data } = await crawledFolder();
  const { code, printed } = await thresher(['settings', '--dir', data]);
  expect(code).toBe(0);
  const stores = openStores(data, 'read');
  const { key, settings } = await loadStoredSettings('bogs', stores);
  stores.close();
  const lines = printed.join('\n').split('\n');
  expect(lines[0]).toMatch(new RegExp(`^# Thresher [\\d.]+; ${key}$`));
  const copy = join(dir, 'copy.yaml');
  writeFileSync(copy, printed.join('\n'));
  expect(await loadCrawlFile(copy)).toEqual(JSON.parse(JSON.stringify(settings)));
});

test('tells which values differ from those of the preset and defaults', async () => {
  const { data } = await crawledFolder();
  const { printed } = await thresher(['settings', '--dir', data, '--name', 'bogs']);
  const lines = printed.join('\n').split('\n');
  for (const line of ['crawl: bogs # set', 'preset: papers # set', '  pages: 5 # set', '  maxRedirects: 5 # default'])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line.endsWith('# preset papers')).length).toBeGreaterThan(0);
  expect(lines[lines.indexOf('seeds:') - 1]).toBe('# set');
  expect(lines[lines.indexOf('  filters:') - 1]).toBe('  # set');
});

test('names the settings that stored pages do not follow yet', async () => {
  const { data, topic, crawl } = await crawledFolder();
  topic('(moss|fern)');
  await crawl();
  const head = async () =>
    (await thresher(['settings', '--dir', data])).printed
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('# St'));
  expect(await head()).toEqual(['# Stored pages do not follow topic.filters yet; apply with: thresher reclassify']);
  expect((await thresher(['reclassify', '--dir', data])).code).toBe(0);
  expect(await head()).toEqual([]);
});

test('refuses a folder without the crawl, and options of the reference', async () => {
  const { data } = await crawledFolder();
  const refused = async (...args: string[]) => {
    const { code, messages } = await thresher(['settings', ...args]);
    return [code, messages[0]];
  };
  expect(await refused('--dir', data, '--name', 'fens')).toEqual([2, `--name: ${data} has no crawl fens; it has bogs`]);
  expect(await refused('--dir', data, '--schema')).toEqual([2, '--schema: not with --dir and --name']);
});

test('refuses operands', async () => {
  const message = 'thresher settings: data: unexpected argument; name a data folder with --dir';
  for (const more of [[], ['--dir', 'other'], ['--schema']])
    expect(await thresher(['settings', 'data', ...more])).toMatchObject({ code: 2, messages: [message], printed: [] });
});

test('says which seeds are not in the file, and repeats the crawl once their source is added', async () => {
  const dir = temporaryFolder();
  const site = await startSite({ '/a': prose('moss'), '/b': prose('fern'), '/c': prose('heath') });
  onTestFinished(() => site.close());
  const list = join(dir, 'many.txt');
  // Longer lists than 64 KB do not become part of the settings.
  writeFileSync(list, `${site.origin}/a\n${site.origin}/b\n${`# ${'-'.repeat(1_000)}\n`.repeat(66)}`);
  const crawl = (file: string, data: string) => thresher(['crawl', file, '--dir', join(dir, data)]);
  const file = join(dir, 'bogs.yaml');
  const given = `crawl: bogs\nlimits: {maxDepth: 0}\npoliteness: {hostPauseMs: 0}\nnetwork: {allowPrivate: [127.0.0.0/8]}\n`;
  writeFileSync(file, `${given}seeds: [{file: many.txt}]\n`);
  expect((await crawl(file, 'data')).code).toBe(0);
  const printed = (await thresher(['settings', '--dir', join(dir, 'data')])).printed.join('\n');
  expect(printed.split('\n')[1]).toBe(`# Not in this file: 2 seeds of ${list}; add their source to seeds`);
  const copy = join(dir, 'copy.yaml');
  writeFileSync(copy, printed);
  expect(await crawl(copy, 'empty')).toMatchObject({ code: 2 });
  writeFileSync(copy, printed.replace(/^seeds:\n/m, `seeds:\n  - file: ${list}\n`));
  expect((await crawl(copy, 'again')).code).toBe(0);
  const { answers } = await thresher(['status', '--json', '--dir', join(dir, 'again')]);
  expect(answers()[0]).toMatchObject({ records: 2 });
});

test('leaves out addresses, people and the stack, and says so', async () => {
  const dir = temporaryFolder();
  const settings = readSettings({
    crawl: 'bogs',
    seeds: ['http://a.example/'],
    alerts: [{ name: 'moss', query: 'moss', webhook: 'https://hooks.example/alerts/TOKEN' }],
    notify: { webhook: 'https://hooks.example/notify/TOKEN', mail: 'ada@example.org' },
    mail: { smtp: 'smtp://mail.example.org', from: 'bogs@example.org' },
    annotations: { users: [{ name: 'Ada', token: 'env:ADA_TOKEN' }] },
    aws: { alarmEmail: 'ops@example.org', budgetUsd: 5 },
  });
  const stores = openStores(dir);
  await stores.control.create('bogs', await storeSettings(settings, stores.objects), 1);
  stores.close();
  const { code, printed } = await thresher(['settings', '--dir', dir]);
  const text = printed.join('\n');
  expect([code, text.split('\n')[1]]).toEqual([
    0,
    '# Not in this file, as they name addresses, people or a stack: alerts, annotations, notify, mail, aws',
  ]);
  expect(text).not.toMatch(/TOKEN|@|Ada|mail\.example/);
  const copy = join(dir, 'copy.yaml');
  writeFileSync(copy, text);
  const { aws: _, ...others } = settings;
  expect(await loadCrawlFile(copy)).toEqual(
    JSON.parse(JSON.stringify({ ...others, alerts: [], notify: null, mail: null, annotations: { users: [] } })),
  );
});
