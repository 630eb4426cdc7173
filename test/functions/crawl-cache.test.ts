import { beforeEach, expect, test } from 'vitest';
import { crawls } from '../../functions/crawl-cache.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { memoryObjects } from '../memory-objects.ts';

/** Stands for megabytes. */
type Made = { scope: unknown };

let control: ControlStore;
let objects: Objects;
let made: Made[];
beforeEach(() => {
  control = sqliteControl(openDatabase(':memory:'));
  objects = memoryObjects();
  made = [];
});

async function version(crawl: string, scope: string): Promise<string> {
  const key = `settings/${crawl}/${scope}.json`;
  const settings = { crawl, seeds: ['http://a.example/'], scope };
  await objects.put(key, new TextEncoder().encode(JSON.stringify(settings)));
  return key;
}

const create = async (crawl: string) => control.create(crawl, await version(crawl, 'any'), 0);

function reader(most?: number) {
  return crawls<Made>(
    { control, objects },
    ({ scope }) => {
      const one = { scope };
      made.push(one);
      return one;
    },
    most,
  );
}

test('settings are made use of once, also by calls at the same time', async () => {
  await create('one');
  const crawlOf = reader();
  const found = await Promise.all([crawlOf('one'), crawlOf('one'), crawlOf('one')]);
  expect(new Set([...found, await crawlOf('one')].map((crawl) => crawl?.made)).size).toBe(1);
  expect(made).toHaveLength(1);
});

test('other settings of a crawl take the place of those before, and those are let go', async () => {
  await create('one');
  const crawlOf = reader();
  for (const scope of ['host', 'any', 'host', 'any']) {
    const { settingsKey } = (await control.get('one'))!;
    await control.setSettingsKey('one', settingsKey, await version('one', scope));
    expect((await crawlOf('one'))?.made).toEqual({ scope });
  }
  // Of each change one was made: none of an earlier version was kept to be found again.
  expect(made).toHaveLength(4);
});

test('of many crawls those asked for last are kept', async () => {
  for (const crawl of ['one', 'two', 'three']) await create(crawl);
  const crawlOf = reader(2);
  for (const crawl of ['one', 'two', 'one', 'three']) await crawlOf(crawl);
  expect(made).toHaveLength(3);
  await crawlOf('one');
  expect(made).toHaveLength(3);
  await crawlOf('two');
  expect(made).toHaveLength(4);
});

test('a crawl that is not there is none', async () => {
  expect(await reader()('nobody')).toBeUndefined();
});

test('what could not be made is made again for the next who asks', async () => {
  await create('one');
  let isThere = false;
  const crawlOf = crawls({ control, objects }, async ({ scope }) => {
    if (!isThere) throw new Error('a file is not there');
    return { scope };
  });
  await expect(Promise.all([crawlOf('one'), crawlOf('one')])).rejects.toThrow('a file is not there');
  isThere = true;
  expect((await crawlOf('one'))?.made).toEqual({ scope: 'any' });
});
