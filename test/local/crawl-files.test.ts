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

test('tells links in place of what a crawl owns from those of shared folders', () => {
  const dir = temporaryFolder();
  const disk = temporaryFolder();
  const path = (name: string) => join(dir, name);
  for (const name of ['objects/clean/moss', 'objects/raw/moss-2']) mkdirSync(path(name), { recursive: true });
  symlinkSync(disk, path('objects/records'));
  // The folder of another crawl.
  symlinkSync(disk, path('objects/raw/moss.json'));
  expect(linksOfCrawl(dir, 'moss')).toEqual({ own: [], missing: [], followed: [path('objects/records')] });
  symlinkSync(disk, path('objects/raw/moss'));
  symlinkSync('notices', path('notices'));
  const missing = [path('notices')];
  expect(linksOfCrawl(dir, 'moss')).toMatchObject({ own: [path('objects/raw/moss')], missing });
  // A link that leads nowhere.
  rmSync(path('objects/raw/moss'));
  symlinkSync('gone', path('objects/raw/moss'));
  expect(linksOfCrawl(dir, 'moss')).toMatchObject({ own: [path('objects/raw/moss')], missing });
  expect(linksOfCrawl(dir, 'moss-2')).toMatchObject({ own: [], missing });
});

test('a model is kept if the settings of another crawl name it, also behind a link, or cannot be read', () => {
  const dir = temporaryFolder();
  const disk = temporaryFolder();
  const [shared, own] = ['0', '1'].map((digit) => `${digit.repeat(32)}.model`);
  const names = ['models', 'settings/moss'].map((name) => join(dir, 'objects', name));
  for (const name of names) mkdirSync(name, { recursive: true });
  for (const name of [shared!, own!]) writeFileSync(join(names[0]!, name), '');
  writeFileSync(join(names[1]!, 'a.json'), `models/${shared} models/${own}`);
  writeFileSync(join(disk, 'b.json'), `models/${shared}`);
  symlinkSync(disk, join(dir, 'objects/settings/fern'));
  const models = () => pathsOfCrawl(dir, 'moss').filter((path) => path.endsWith('.model'));
  expect(models()).toEqual([join(names[0]!, own!)]);
  symlinkSync('gone', join(dir, 'objects/settings/bog'));
  expect(models()).toEqual([]);
});
