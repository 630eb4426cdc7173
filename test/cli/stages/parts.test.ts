/** Files that a killed crawl had not finished writing. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

test('are deleted by the next run, except seeds that another command may be gathering', async () => {
  const dir = temporaryFolder();
  const site = await startSite({ '/': prose('bog') });
  const options = ['--name', 'bog', '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
  const crawl = () => thresher(['crawl', `${site.origin}/`, ...options]);
  expect((await crawl()).code).toBe(0);
  const parts = ['objects/raw/bog/0.warc.gz.1f.part', 'objects/clean/bog/a/0.jsonl.part', 'seeds/bog-1.json.part'];
  for (const name of parts) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), 'half');
  }
  const anHourAgo = Date.now() / 1_000 - 3_700;
  utimesSync(join(dir, 'seeds/bog-1.json.part'), anHourAgo, anHourAgo);
  writeFileSync(join(dir, 'seeds/bog-2.json.part'), 'half');
  expect((await crawl()).code).toBe(0);
  site.close();
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([join('seeds', 'bog-2.json.part')]);
  expect(names.some((name) => name.endsWith('.warc.gz'))).toBe(true);
});
