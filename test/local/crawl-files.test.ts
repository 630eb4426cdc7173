import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { linksOfCrawl, pathsOfCrawl } from '../../shared/local/crawl-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a crawl has no files of crawls whose names begin or end alike', () => {
  const dir = temporaryFolder();
  const spool = '0123456789abcdef.0.jsonl.gz';
  const others = [
    'objects/raw/moss.json/a',
    'objects/settings/moss-2/a',
    `seeds/moss-2-${spool}`,
    `seeds/a-moss-${spool}`,
    // Of the crawl `moss-0123456789abcdef.v2`.
    `seeds/moss-0123456789abcdef.v2-${spool}`,
  ];
  for (const name of ['objects/sums/moss.json', `seeds/moss-${spool}`, 'objects/raw/moss/a', ...others]) {
    mkdirSync(join(dir, dirname(name)), { recursive: true });
    writeFileSync(join(dir, name), '');
  }
  const own = [`seeds/moss-${spool}`, 'objects/sums/moss.json', 'objects/raw/moss'].map((name) => join(dir, name));
  expect(pathsOfCrawl(dir, 'moss')).toEqual(own);
  expect(pathsOfCrawl(dir, 'moss.json')).toEqual([join(dir, 'objects/raw/moss.json')]);
});

test('links in place of files of the crawl, and those of its folders that lead nowhere, are found', () => {
  const dir = temporaryFolder();
  const disk = temporaryFolder();
  const path = (name: string) => join(dir, name);
  for (const name of ['objects/clean/moss', 'objects/raw/moss-2']) mkdirSync(path(name), { recursive: true });
  symlinkSync(disk, path('objects/records'));
  expect(linksOfCrawl(dir, 'moss')).toEqual([]);
  symlinkSync(disk, path('objects/raw/moss'));
  symlinkSync('gone', path('notices'));
  expect(linksOfCrawl(dir, 'moss')).toEqual([path('objects/raw/moss'), path('notices')]);
  // A link that leads nowhere.
  rmSync(path('objects/raw/moss'));
  symlinkSync('gone', path('objects/raw/moss'));
  expect(linksOfCrawl(dir, 'moss')).toEqual([path('objects/raw/moss'), path('notices')]);
  expect(linksOfCrawl(dir, 'moss-2')).toEqual([path('notices')]);
});
