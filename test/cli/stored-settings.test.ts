/** `thresher settings` with a data folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCrawlFile } from '../../cli/load-crawl.ts';
import { loadStoredSettings } from '../../cli/run/crawl-settings.ts';
import { openStores } from '../../cli/run/wiring.ts';
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

test('tells which values were set, and which are those of the preset and defaults', async () => {
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
