import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pathsOfCrawl } from '../../shared/local/crawl-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a crawl has no files of crawls whose names begin or end alike', () => {
  const dir = temporaryFolder();
  const spool = '0123456789abcdef.0.jsonl.gz';
  const others = [
    'objects/raw/moss.json/a',
    'objects/settings/moss-2/a',
    `seeds/moss-2-${spool}`,
    `seeds/a-moss-${spool}`,
  ];
  for (const name of ['objects/sums/moss.json', `seeds/moss-${spool}`, 'objects/raw/moss/a', ...others]) {
    mkdirSync(join(dir, dirname(name)), { recursive: true });
    writeFileSync(join(dir, name), '');
  }
  const own = [`seeds/moss-${spool}`, 'objects/sums/moss.json', 'objects/raw/moss'].map((name) => join(dir, name));
  expect(pathsOfCrawl(dir, 'moss')).toEqual(own);
  expect(pathsOfCrawl(dir, 'moss.json')).toEqual([join(dir, 'objects/raw/moss.json')]);
});
