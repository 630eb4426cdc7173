import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeError } from '../../../cli/describe-error.ts';
import { loadStoredSettings, saveSettings } from '../../../cli/run/crawl-settings.ts';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';

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
  const key = await saveSettings(readSettings(GIVEN), stores.objects);
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

test('says that a newer version stored settings with unknown keys', async () => {
  const key = 'settings/fens/1.json';
  await stores.objects.put(key, new TextEncoder().encode(JSON.stringify({ ...GIVEN, crawl: 'fens', tides: 1 })));
  await stores.control.create('fens', key, 0);
  const error = await loadStoredSettings('fens', stores).catch((thrown: unknown) => thrown);
  expect(describeError(error)).toEqual({
    code: 3,
    lines: [
      'this version of Thresher does not know settings of crawl fens: tides (objects/settings/fens/1.json). A newer version stored them: use that version',
    ],
  });
});
