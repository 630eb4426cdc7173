import { beforeEach, expect, test } from 'vitest';
import { crawlCache } from '../../functions/crawl-cache.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { memoryObjects } from '../memory-objects.ts';

/** A derived value that stands for megabytes. */
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
  return crawlCache<Made>(
    { control, objects },
    ({ scope }) => {
      const one = { scope };
      made.push(one);
      return one;
    },
    most,
  );
}

test('derives the value once, also for concurrent calls', async () => {
  await create('one');
  const crawlOf = reader();
  const found = await Promise.all([crawlOf('one'), crawlOf('one'), crawlOf('one')]);
  expect(new Set([...found, await crawlOf('one')].map((crawl) => crawl?.derived)).size).toBe(1);
  expect(made).toHaveLength(1);
});

test('replaces the value when the settings change, and releases the earlier one', async () => {
  await create('one');
  const crawlOf = reader();
  for (const scope of ['host', 'any', 'host', 'any']) {
    const { settingsKey } = (await control.get('one'))!;
    await control.setSettingsKey('one', settingsKey, await version('one', scope));
    expect((await crawlOf('one'))?.derived).toEqual({ scope });
  }
  // One derivation per change: no earlier version was kept.
  expect(made).toHaveLength(4);
});

test('evicts the least recently used crawls', async () => {
  for (const crawl of ['one', 'two', 'three']) await create(crawl);
  const crawlOf = reader(2);
  for (const crawl of ['one', 'two', 'one', 'three']) await crawlOf(crawl);
  expect(made).toHaveLength(3);
  await crawlOf('one');
  expect(made).toHaveLength(3);
  await crawlOf('two');
  expect(made).toHaveLength(4);
});

test('returns undefined for an unknown crawl', async () => {
  expect(await reader()('nobody')).toBeUndefined();
});

test('derives a value again after a failure', async () => {
  await create('one');
  let isThere = false;
  const crawlOf = crawlCache({ control, objects }, async ({ scope }) => {
    if (!isThere) throw new Error('a file is not there');
    return { scope };
  });
  await expect(Promise.all([crawlOf('one'), crawlOf('one')])).rejects.toThrow('a file is not there');
  isThere = true;
  expect((await crawlOf('one'))?.derived).toEqual({ scope: 'any' });
});

test.each(['', '{"crawl":'])('names settings that hold %j, and says what to do', async (text) => {
  await create('one');
  await objects.put('settings/one/any.json', Buffer.from(text));
  await expect(reader()('one')).rejects.toThrow(
    /^object settings\/one\/any\.json is damaged: .+; restore it from a backup, or /,
  );
});
