import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeError } from '../../../cli/describe-error.ts';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';

const GIVEN = {
  crawl: 'bogs',
  seeds: ['http://bog.example/', { sitemap: 'http://bog.example/map.xml' }],
  preset: 'topic',
  topic: { filters: [{ terms: 'topic.txt', termsText: '2 bog\n1 mire\n' }] },
  extract: { rules: [{ name: 'cards', items: { select: '.card' }, fields: { name: 'h2' } }] },
  schedules: [{ name: 'again', run: 'retry', at: 'rate(1 day)' }],
};

let folder: string;
let stores: Stores;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-crawl-settings-'));
  stores = openStores(folder);
});
afterAll(() => {
  stores.close();
  rmSync(folder, { recursive: true });
});

test('settings that this process has validated are the same without another validation', async () => {
  const key = await storeSettings(readSettings(GIVEN), stores.objects);
  await stores.control.create('bogs', key, 0);
  const again = await loadStoredSettings('bogs', stores);
  expect(await loadStoredSettings('bogs', stores, key)).toEqual(again);
  expect(again.settings).toEqual(readSettings(GIVEN));
});

test('other settings are validated', async () => {
  const key = 'settings/mires/1.json';
  await stores.objects.put(
    key,
    Buffer.from('{"crawl":"mires","seeds":["http://mire.example/"],"topic":{"filters":[]},"concurency":1}'),
  );
  await stores.control.create('mires', key, 0);
  await expect(loadStoredSettings('mires', stores, 'settings/mires/0.json')).rejects.toThrow('concurency');
  expect((await loadStoredSettings('mires', stores, key)).settings).toHaveProperty('concurency');
});

test.each([
  [{ tides: 1 }, 'tides: unknown'],
  [{ limits: { pages: -1 } }, 'limits.pages: must be at least 1'],
  [{ strategy: 'tidal', scope: 'sea' }, /scope: must be one of .*; strategy: must be one of /],
])('says that another version stored %j', async (given, fault) => {
  const crawl = Object.keys(given)[0]!;
  const key = `settings/${crawl}/1.json`;
  await stores.objects.put(key, new TextEncoder().encode(JSON.stringify({ ...GIVEN, crawl, ...given })));
  await stores.control.create(crawl, key, 0);
  const { code, lines } = describeError(await loadStoredSettings(crawl, stores).catch((thrown: unknown) => thrown));
  expect([code, lines.length]).toEqual([3, 1]);
  expect(lines[0]).toContain(
    `this version of Thresher cannot read the stored settings of crawl ${crawl} (objects/${key}): `,
  );
  expect(lines[0]).toMatch(fault);
  expect(lines[0]).toMatch(/\. Another version stored them, maybe a newer one: use that version$/);
});
